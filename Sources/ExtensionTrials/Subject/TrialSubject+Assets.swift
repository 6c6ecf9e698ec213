// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FamilyManifests
internal import Foundation
internal import Surfaces

extension TrialSubject {
  /// The pictures that the manifest names; one that can't be taken is left out, as in a host.
  var assetCatalog: AssetCatalog {
    var catalog = AssetCatalog()
    for asset in assets {
      guard let bytes = FileManager.default.contents(atPath: "\(bundle)/\(asset.path)") else { continue }
      try? catalog.addImage(Array(bytes), named: asset.name)
    }
    return catalog
  }
}

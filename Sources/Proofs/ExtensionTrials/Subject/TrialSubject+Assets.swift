// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FamilyManifests
internal import Surfaces

extension TrialSubject {
  /// The manifest's images; one that can't be loaded is left out, as in a host.
  var assetCatalog: AssetCatalog {
    var catalog = AssetCatalog()
    for asset in assets {
      let file = try? RegularFile(path: "\(bundle)/\(asset.path)", mostBytes: ViewLimits().imageFileBytes)
      if let file { try? catalog.addImage(file.bytes, named: asset.name) }
    }
    return catalog
  }
}

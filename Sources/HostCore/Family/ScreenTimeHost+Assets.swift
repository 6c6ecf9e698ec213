// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import ScreenTimeRules
import Surfaces

// MARK: - Pictures

extension ScreenTimeHost {
  /// The pictures that the manifests of the configured families name, read once, before any tree or shield arrives
  /// (`views.md` V15). One that can't be taken is left out with a warning: where it is named, the default stands in.
  func loadAssets() {
    for located in configuration.families {
      var catalog = AssetCatalog()
      for asset in located.manifest.assets {
        let path = "\(located.bundlePath)/\(asset.path)"
        do {
          let file = try RegularFile(path: path, mostBytes: ViewLimits().imageFileBytes)
          try catalog.addImage(file.bytes, named: asset.name)
        } catch {
          observer.tell(
            state.now,
            HostEvent(
              at: state.now, .warning, family: located.manifest.family, "asset left out: \(asset.name)",
              detail: "\(path): \(error)"))
        }
      }
      assets[FamilyID(located.manifest.family)] = catalog
    }
  }

  func assets(of family: FamilyID?) -> AssetCatalog { family.flatMap { assets[$0] } ?? AssetCatalog() }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import HostCore
import TextEscaping

/// The family that a check or an audit is about. The whole family is checked, since its members share stores and a
/// container, so any of them can leak.
enum CheckedSubject {
  /// Finds the family by the path of a manifest, or by name in the directories of manifests.
  ///
  /// - Parameter name: a family, one of its extensions, or the path of a manifest.
  static func find(_ name: String, in manifests: [String]) throws -> LoadedFamily {
    let isPath = name.hasSuffix(".json")
    let directories =
      isPath
      ? [URL(filePath: name).deletingLastPathComponent().path]
      : manifests.isEmpty ? FamiliesCommand.standardDirectories : manifests
    let family =
      isPath
      ? URL(filePath: name).deletingPathExtension().lastPathComponent : String(name.prefix { $0 != "." })
    let catalog = FamilyCatalog(directories: directories, owner: getuid())
    guard let located = catalog[family] else {
      for refusal in catalog.refusals { Terminal.complain("\(refusal.description)") }
      throw HostError(
        .usage, "No valid manifest of the family “\(family)” is in \(directories.joined(separator: ", ")).")
    }
    let missing = located.missingFiles()
    guard missing.isEmpty else { throw InvalidFamilies(diagnostics: missing) }
    return located
  }
}

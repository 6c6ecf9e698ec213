// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Puts a family's manifest where `run` and `families` look for it.
struct FamilyRegistration {
  let directory: String

  /// - Throws: `AdoptionError` when a family of that name is somebody else's.
  func check(_ family: String, workspace: AdoptionWorkspace) throws {
    let file = "\(directory)/\(family).json"
    guard let data = FileManager.default.contents(atPath: file) else { return }
    let bundle = (try? JSONDecoder().decode(Bundle.self, from: data))?.bundle
    guard bundle == workspace.bundle(of: family) else {
      throw AdoptionError(
        "\(file) declares a family “\(family)” that was not adopted here; choose another name with --family.")
    }
  }

  private struct Bundle: Decodable { var bundle: String }

  /// Writes the manifest of those extensions of the family that were built; without any it is taken away.
  func register(_ family: String, workspace: AdoptionWorkspace) throws {
    let built = workspace.extensions.filter { $0.family == family && $0.isBuilt }
    let file = "\(directory)/\(family).json"
    guard !built.isEmpty else {
      try? FileManager.default.removeItem(atPath: file)
      return
    }
    try FileWriting.makeDirectory(directory)
    try FileWriting.write(
      try FamilyManifestText(family: family, extensions: built, bundle: workspace.bundle(of: family)).text(), to: file)
  }
}

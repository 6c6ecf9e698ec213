// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Writes a family's manifest to the directory in which `run` and `families` look for it.
struct FamilyRegistration {
  let directory: String

  /// - Throws: `AdoptionError` if there is a family of the same name that this workspace did not adopt.
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

  /// Writes a manifest with the family's extensions that were built, or deletes it if there are none.
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

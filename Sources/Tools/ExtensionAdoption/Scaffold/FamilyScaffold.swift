// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// A new family that builds, runs, calls back and has tests. No file of it names an absolute path.
package struct FamilyScaffold {
  private let family: String
  private let points: [ExtensionPoint]
  private let language: ScaffoldLanguage
  private let sdk: SDKLocation

  /// - Throws: `AdoptionError` for an invalid name, or for points that can't be written in this language.
  package init(
    family: String, points: [ExtensionPoint]? = nil, language: ScaffoldLanguage = .swift, sdk: SDKLocation
  ) throws {
    guard family == Adoption.slug(family) else {
      throw AdoptionError(
        "“\(family)” is not a family name; use up to 32 lower-case letters, digits and hyphens, a letter first.")
    }
    let points = points ?? language.points
    if let other = points.first(where: { !language.knownPoints.contains($0) }) {
      throw AdoptionError(
        "There is no \(language.rawValue) scaffold for \(other.rawValue); use "
          + language.knownPoints.map(\.rawValue).joined(separator: ", ") + ".")
    }
    guard points.contains(where: { $0 != .app }), Set(points).count == points.count else {
      throw AdoptionError("List each point once, at least one besides app, such as --points app,monitor.")
    }
    self.family = family
    self.points = points
    self.language = language
    self.sdk = sdk
  }

  /// Writes the package.
  ///
  /// - Returns: The paths of its files, relative to `directory`.
  /// - Throws: `AdoptionError` if the directory is not empty.
  package func write(to directory: String) throws -> [String] {
    let present = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    guard present.isEmpty else {
      throw AdoptionError("\(directory) already contains \(present.sorted()[0]); choose an empty or new directory.")
    }
    let files = try common.files + programs
    for file in files {
      let path = "\(directory)/\(file.path)"
      try FileWriting.makeDirectory(URL(filePath: path).deletingLastPathComponent().path)
      try FileWriting.write(Data(file.text.utf8), to: path, mode: file.isExecutable ? 0o755 : 0o644)
    }
    return files.map(\.path).sorted()
  }

  private var common: ScaffoldCommon { ScaffoldCommon(family: family, points: points, language: language) }

  private var programs: [ScaffoldFile] {
    get throws {
      guard let sample = language.sample else {
        return ScaffoldPackage(family: family, base: common.base, points: points).files
      }
      let path = "\(sdk.path)/samples/\(language.rawValue)/\(sample)"
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw AdoptionError("\(path) can't be read; --sdk names the checkout or the installed SDK that contains it.")
      }
      return [ScaffoldFile("extensions/\(sample)", text, isExecutable: language.isScript)]
    }
  }
}

/// A file of a new family.
struct ScaffoldFile {
  let path: String
  let text: String
  let isExecutable: Bool

  init(_ path: String, _ text: String, isExecutable: Bool = false) {
    self.path = path
    self.text = text
    self.isExecutable = isExecutable
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The output directory of adoption. It has one package for all families, so that the SDK is compiled once, and a
/// bundle per family.
///
/// Its content is generated from the record, so adopting the same folder again replaces what was written before.
package struct AdoptionWorkspace {
  package let directory: String
  package private(set) var extensions: [AdoptedExtension]

  var sources: String { directory + "/Sources" }
  private var recordFile: String { directory + "/adopted.json" }
  func bundle(of family: String) -> String { "\(directory)/bundles/\(family)" }

  /// Opens a workspace, or creates a new one.
  ///
  /// - Throws: `AdoptionError` if the directory contains something else.
  package init(directory: String) throws {
    self.directory = URL(filePath: directory).standardizedFileURL.path
    if let data = FileManager.default.contents(atPath: self.directory + "/adopted.json") {
      do {
        extensions = try JSONDecoder().decode([AdoptedExtension].self, from: data)
      } catch {
        throw AdoptionError("\(self.directory)/adopted.json has another version's format; choose another --into.")
      }
    } else {
      guard !FileManager.default.fileExists(atPath: self.directory + "/Package.swift") else {
        throw AdoptionError("\(self.directory) contains another package; choose another directory with --into.")
      }
      extensions = []
    }
  }

  /// The module name for an extension: the folder's name, made unique.
  func module(for family: String, _ name: String, folder: String) -> String {
    if let known = extensions.first(where: { $0.family == family && $0.name == name }) { return known.module }
    let taken = Set(extensions.map(\.module))
    let base = Self.identifier(folder)
    if !taken.contains(base) { return base }
    let longer = Self.identifier(family) + base
    return taken.contains(longer) ? longer + Self.identifier(name) : longer
  }

  /// Converts a text to a valid module name.
  static func identifier(_ text: String) -> String {
    let plain = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return plain.first?.isNumber == true || plain.isEmpty ? "_" + plain : plain
  }

  mutating func record(_ one: AdoptedExtension) {
    extensions.removeAll { $0.family == one.family && $0.name == one.name || $0.module == one.module }
    extensions.append(one)
    extensions.sort { ($0.family, $0.name) < ($1.family, $1.name) }
  }

  mutating func markBuilt(_ module: String, _ isBuilt: Bool) {
    for index in extensions.indices where extensions[index].module == module { extensions[index].isBuilt = isBuilt }
  }

  /// Writes the record and the package.
  func save(sdk: SDKLocation) throws {
    try FileWriting.makeDirectory(directory)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try FileWriting.write(String(decoding: try encoder.encode(extensions), as: UTF8.self) + "\n", to: recordFile)
    try FileWriting.write(
      PackageManifest(extensions: extensions, sdk: sdk).text, to: directory + "/Package.swift")
  }
}

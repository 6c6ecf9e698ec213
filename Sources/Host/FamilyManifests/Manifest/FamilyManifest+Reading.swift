// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension FamilyManifest {
  /// All faults of one manifest, in the order of the file. Only that family is refused.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package var diagnostics: [ManifestDiagnostic]

    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
  }

  /// Parses and validates a manifest.
  ///
  /// - Parameter file: the file name, which without `.json` must be the family's slug.
  /// - Throws: `Refusal` with every fault found.
  package init(contents: [UInt8], file: String) throws(Refusal) {
    let json: ManifestJSON
    do {
      json = try ManifestJSON(contents)
    } catch {
      let diagnostic = ManifestDiagnostic(
        file: file, pointer: error.pointer, line: error.line, message: error.message)
      throw Refusal(diagnostics: [diagnostic])
    }
    var validator = ManifestValidator(file: file, json: json)
    let slug = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    let manifest = validator.manifest(json.root, named: slug)
    let diagnostics = validator.diagnostics.enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    guard diagnostics.isEmpty, let manifest else { throw Refusal(diagnostics: diagnostics) }
    self = manifest
  }
}

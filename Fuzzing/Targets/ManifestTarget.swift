// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests

/// 1. A refusal says why, and where. 2. A manifest reads the same twice. 3. The manifest's own JSON reader takes no
/// value that the reader of the wire refuses: both follow one profile, besides line breaks and `$schema`.
enum ManifestTarget {
  /// Most inputs of the corpus call themselves so; another name is one more way to be refused.
  private static let name = "homework.json"

  static func check(_ input: [UInt8]) throws(Disagreement) -> Bool {
    try checkProfile(input)
    let manifest: FamilyManifest
    do throws(FamilyManifest.Refusal) {
      manifest = try FamilyManifest(contents: input, file: name)
    } catch {
      try check(error.diagnostics, lines: input.count { $0 == 0x0A } + 1)
      return false
    }
    try require((try? FamilyManifest(contents: input, file: name)) == manifest, "a manifest reads differently twice")
    try require(manifest.family + ".json" == name, "a manifest of another family passed")
    return true
  }

  private static func check(_ diagnostics: [ManifestDiagnostic], lines: Int) throws(Disagreement) {
    try require(!diagnostics.isEmpty, "a manifest is refused without a reason")
    for diagnostic in diagnostics {
      try require(!diagnostic.message.isEmpty, "a fault at “\(diagnostic.pointer)” has no message")
      guard let line = diagnostic.line else { continue }
      try require((1...lines).contains(line), "a fault lies in line \(line) of \(lines)")
    }
  }

  private static func checkProfile(_ input: [UInt8]) throws(Disagreement) {
    guard let json = try? ManifestJSON(input), json.faults.isEmpty, case .object(let object) = json.root,
      object["$schema"] == nil
    else { return }
    let codec = JSONCodec(limits: .standard)
    guard let again: WireValue = try? codec.decode(codec.encode(json.root)) else {
      throw Disagreement("the wire refuses a value that the manifest's reader takes")
    }
    try require(again == json.root, "the wire and the manifest's reader differ")
  }
}

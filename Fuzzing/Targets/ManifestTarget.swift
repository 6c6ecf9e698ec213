// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests

/// 1. A refusal has a reason and a place. 2. Reading a manifest twice gives the same result. 3. The manifest's JSON
/// reader accepts no value that the wire's reader refuses: both use one profile, except for line breaks and `$schema`.
enum ManifestTarget {
  /// The name of most inputs in the corpus; with another name the manifest would be refused.
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
    try require((try? FamilyManifest(contents: input, file: name)) == manifest, "two readings of a manifest differ")
    try require(manifest.family + ".json" == name, "a manifest of another family was accepted")
    return true
  }

  private static func check(_ diagnostics: [ManifestDiagnostic], lines: Int) throws(Disagreement) {
    try require(!diagnostics.isEmpty, "a manifest was refused without a reason")
    for diagnostic in diagnostics {
      try require(!diagnostic.message.isEmpty, "a fault at “\(diagnostic.pointer)” has no message")
      guard let line = diagnostic.line else { continue }
      try require((1...lines).contains(line), "a fault is in line \(line) of \(lines)")
    }
  }

  private static func checkProfile(_ input: [UInt8]) throws(Disagreement) {
    guard let json = try? ManifestJSON(input), json.faults.isEmpty, case .object(let object) = json.root,
      object["$schema"] == nil
    else { return }
    let codec = JSONCodec(limits: .standard)
    guard let again: WireValue = try? codec.decode(codec.encode(json.root)) else {
      throw Disagreement("the wire's reader refuses a value that the manifest's reader accepts")
    }
    try require(again == json.root, "the wire's and the manifest's reader differ")
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@Suite struct ManifestJSONTests {
  @Test(arguments: [
    ("", "demo.json: the file is empty; a manifest is one JSON object"),
    ("hello", "demo.json: line 1 has “h” where a value should be"),
    ("[]", "demo.json: an array is not an object"),
    ("{\"manifest\": 1,\n}", "demo.json: line 2 has “}” where a member name should be"),
    ("{\"manifest\": 1", "demo.json: the file ends where “,” or “}” should be"),
    ("{\"manifest\": 1} x", "demo.json: line 1 has text after the end of the object"),
    ("{'manifest': 1}", "demo.json: line 1 has “'” where a member name should be"),
    ("{\"manifest\": NaN}", "demo.json: /manifest: line 1 has “N” where a value should be"),
    ("{\"a b\": 1}", "demo.json: “a b” is not a member name ([A-Za-z][A-Za-z0-9.]{0,63})"),
    ("{\"family\": \"\\u0000\"}", "demo.json: /family: a string holds U+0"),
    ("{\"family\": \"\\ud800\"}", "demo.json: /family: a string holds half a surrogate pair"),
    ("{\"family\": \"a\u{7}\"}", "demo.json: /family: a string holds an unescaped control byte"),
    ("{\"family\": \"a", "demo.json: /family: the file ends inside a string"),
    (
      "{\"a\":" + String(repeating: "[", count: 40),
      "demo.json: /a" + String(repeating: "/0", count: 15) + ": nesting is deeper than 16 levels"
    ),
  ])
  func `names the place where the file is not JSON`(_ text: String, _ sentence: String) {
    #expect(ManifestFixture.refusals(of: Array(text.utf8)) == [sentence])
  }

  @Test func `refuses bytes that are not UTF-8`() {
    #expect(ManifestFixture.refusals(of: [0x7B, 0xC0, 0x80, 0x7D]) == ["demo.json: the file is not UTF-8 text"])
  }

  @Test func `refuses a file of 256 KiB plus one byte`() {
    let bytes = [UInt8](repeating: 0x20, count: 262_145)
    #expect(ManifestFixture.refusals(of: bytes) == ["demo.json: 262145 bytes are more than the 262144 allowed"])
  }

  @Test func `accepts a surrogate pair, CR LF and a $schema`() throws {
    let text = ManifestFixture.good.replacingOccurrences(of: "\n", with: "\r\n")
      .replacingOccurrences(of: "\"Demo\"", with: "\"De\\ud83d\\ude00mo\", \"$schema\": \"schema/family-1.json\"")
    let manifest = try FamilyManifest(contents: Array(text.utf8), file: "demo.json")
    #expect(manifest.displayName == "De😀mo")
  }

  @Test func `truncating or changing any byte never traps the parser`() {
    let bytes = Array(ManifestFixture.good.utf8)
    for end in bytes.indices { #expect(!ManifestFixture.refusals(of: Array(bytes[..<end])).isEmpty) }
    for index in bytes.indices {
      for replacement: UInt8 in [0x00, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x5B, 0x39, 0xFF] {
        var changed = bytes
        changed[index] = replacement
        _ = ManifestFixture.refusals(of: changed)
      }
    }
  }
}

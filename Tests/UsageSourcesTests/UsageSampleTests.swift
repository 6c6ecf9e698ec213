// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing
import UsageSources

@Suite struct UsageSampleTests {
  static let good =
    #"{"v":1,"source":"sway","stream":"sway/3f9a0c/2","kind":"app","id":"org.mozilla.firefox","start":1593378857704,"end":1593378864730,"resolution":1,"boot":"5c1e07aa","up":7312004}"#

  @Test(arguments: [
    good,
    #"{"v":1,"source":"replay","stream":"replay/a","kind":"none","start":0,"end":0,"resolution":1}"#,
    #"{"v":1,"source":"aw-file","stream":"aw/0","kind":"web","id":"games.test","via":"wm:firefox","start":1,"end":2,"resolution":1000}"#,
    #"{"v":1,"source":"aw-file","stream":"aw/0","kind":"web","id":"games.test","start":1,"end":2,"resolution":1000}"#,
    #"{"v":1,"source":"replay","stream":"a","kind":"lock","start":1,"end":2,"resolution":1}"#,
    #"{"v":1,"source":"replay","stream":"a","kind":"off","start":1,"end":2,"resolution":1,"why":"suspended"}"#,
    #"{"v":1,"source":"replay","stream":"a","kind":"gap","start":1,"end":2,"resolution":1,"why":"hole","of":"focus"}"#,
    #"{"v":1,"source":"replay","stream":"a","kind":"app","id":"wm:a \"b\" \\ ü","start":1,"end":2,"resolution":1}"#,
    // A combining mark forms one character with the backslash or the quotation mark before it.
    #"{"v":1,"source":"replay","stream":"a","kind":"app","id":"wm:a \\ു \"ു","start":1,"end":2,"resolution":1}"#,
  ])
  func `a record is decoded from its line and encoded to the same line`(_ line: String) throws {
    #expect(try UsageSample(line: Array(line.utf8)).line == line)
  }

  @Test func `reads keys in any order, blanks and escapes`() throws {
    let line =
      #" { "end":2, "start" : 1,"resolution":1,"v":1,"kind":"app","id":"a\u00fc","stream":"a","source":"replay" } "#
    let sample = try UsageSample(line: Array(line.utf8))
    #expect(sample.claim == .app("aü"))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var name: UsageSampleError.Name
    var testDescription: String { "\(name.rawValue): \(old) → \(new)" }
  }

  @Test(arguments: [
    Row(old: #""v":1"#, new: #""v":2"#, name: .unknownVersion),
    Row(old: #""v":1,"#, new: "", name: .missingKey),
    Row(old: #""up":7312004"#, new: #""up":7312004,"title":"secret""#, name: .unknownKey),
    Row(old: #""v":1,"#, new: #""v":1,"v":1,"#, name: .repeatedKey),
    Row(old: #""start":1593378857704"#, new: #""start":1593378857704.0"#, name: .notAnInteger),
    Row(old: #""start":1593378857704"#, new: #""start":1e3"#, name: .notAnInteger),
    Row(old: #""start":1593378857704"#, new: #""start":"1593378857704""#, name: .wrongType),
    Row(old: #""start":1593378857704"#, new: #""start":null"#, name: .wrongType),
    Row(old: #""start":1593378857704"#, new: #""start":-1"#, name: .badTime),
    Row(old: #""start":1593378857704"#, new: #""start":9999999999999"#, name: .badTime),
    Row(old: #""end":1593378864730"#, new: #""end":1593378857703"#, name: .endsBeforeStart),
    Row(old: #""end":1593378864730"#, new: #""end":1593478864730"#, name: .tooLong),
    Row(old: #""source":"sway""#, new: #""source":"hyprland""#, name: .unknownWord),
    Row(old: #""kind":"app""#, new: #""kind":"window""#, name: .unknownWord),
    Row(old: #""kind":"app""#, new: #""kind":"idle""#, name: .forbiddenKey),
    Row(old: #""kind":"app""#, new: #""kind":"gap""#, name: .missingKey),
    Row(old: "sway/3f9a0c/2", new: "Sway Of Anna", name: .badStream),
    Row(old: "org.mozilla.firefox", new: "/usr/bin/firefox", name: .badIdentifier),
    Row(old: "org.mozilla.firefox", new: "", name: .badIdentifier),
    Row(old: "org.mozilla.firefox", new: "firefox\u{FFFF}", name: .badIdentifier),
    Row(old: "org.mozilla.firefox", new: #"firefox\ufdd0"#, name: .badIdentifier),
    Row(
      old: #""kind":"app","id":"org.mozilla.firefox""#, new: #""kind":"web","id":"Games.test""#, name: .badIdentifier),
    Row(old: #""resolution":1"#, new: #""resolution":0"#, name: .badResolution),
    Row(old: #""resolution":1"#, new: #""resolution":86400001"#, name: .badResolution),
    Row(old: "\"boot\":\"5c1e07aa\"", new: "\"boot\":\"\u{FF41}c1e07\"", name: .badBoot),
    // This value would overflow when added to a time.
    Row(old: #""up":7312004"#, new: #""up":9223372036854775807"#, name: .badBoot),
    Row(old: #","boot":"5c1e07aa","up":7312004"#, new: "", name: .missingKey),
    Row(old: #""source":"sway""#, new: #""source":"replay""#, name: .forbiddenKey),
    Row(old: "5c1e07aa", new: "5C1E07AA", name: .badBoot),
    Row(old: "}", new: "", name: .truncated),
    Row(old: "}", new: "} x", name: .notJSON),
    Row(old: "{", new: "[{", name: .notJSON),
  ])
  func `refuses a malformed record by name`(_ row: Row) {
    let line = Self.good.replacing(row.old, with: row.new)
    let error = #expect(throws: UsageSampleError.self) { try UsageSample(line: Array(line.utf8)) }
    #expect(error?.name == row.name)
    #expect(error?.sentence.contains("secret") == false)
  }

  @Test func `refuses a line of 1024 bytes, whose line feed exceeds the limit`() {
    let padding = String(repeating: " ", count: 1_024 - Self.good.utf8.count)
    let error = #expect(throws: UsageSampleError.self) { try UsageSample(line: Array((Self.good + padding).utf8)) }
    #expect(error?.name == .lineTooLong)
  }

  @Test func `truncating or changing any byte never traps the decoder`() {
    let bytes = Array(Self.good.utf8)
    for end in bytes.indices { #expect(throws: UsageSampleError.self) { try UsageSample(line: bytes[..<end]) } }
    for index in bytes.indices {
      for replacement: UInt8 in [0x00, 0x22, 0x2C, 0x2D, 0x5C, 0x7B, 0x7D, 0xFF] {
        var changed = bytes
        changed[index] = replacement
        _ = try? UsageSample(line: changed)
      }
    }
  }
}

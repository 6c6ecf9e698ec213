// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextEscaping

@Suite struct TerminalTextTests {
  /// Passes `text` as data, because a literal would be the host's own text.
  private func shown(_ text: String) -> String { TerminalText(text).text }

  @Test(arguments: [
    ("two\nlines\r\n", "two\\nlines\\r\\n"),
    ("\t", "\\t"),
    ("\u{1B}[2J\u{7}\u{7F}", "\\u{1b}[2J\\u{7}\\u{7f}"),
    ("\u{9B}31m \u{85}", "\\u{9b}31m \\u{85}"),
    ("a\u{202E}cod.exe\u{2069}", "a\\u{202e}cod.exe\\u{2069}"),
    ("\u{61C}\u{200E}\u{200F}\u{200B}\u{2060}\u{FEFF}", "\\u{61c}\\u{200e}\\u{200f}\\u{200b}\\u{2060}\\u{feff}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("x\u{E0041}\u{E007F}", "x\\u{e0041}\\u{e007f}"),
    ("\u{E000}\u{FFFF}\u{10FFFE}\u{378}", "\\u{e000}\\u{ffff}\\u{10fffe}\\u{378}"),
    ("\u{3164}\u{AD}\u{34F}\u{2800}", "\\u{3164}\\u{ad}\\u{34f}\\u{2800}"),
    ("\\n", "\\\\n"),
    ("", ""),
  ])
  func `invisible characters become escapes`(text: String, shown: String) {
    #expect(TerminalText(text).text == shown)
  }

  @Test(arguments: [
    "Screen Time – “Größe” 12\u{A0}MB", "日本語\u{3000}テスト", "עברית", "Việt Nam", "กำลัง", "a\u{301}\u{323}",
    "👩\u{200D}👩\u{200D}👧", "👩🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "🇩🇪",
    "می\u{200C}خواهم", "ശ്രീ ന്\u{200D}റ", "葛\u{E0100}",
  ])
  func `characters that a script or an emoji needs are unchanged`(text: String) {
    #expect(TerminalText(text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("Cl\u{200D}ock", "Cl\\u{200d}ock"), ("Cl\u{200C}ock", "Cl\\u{200c}ock"), ("Clock\u{FE0F}", "Clock\\u{fe0f}"),
    ("1\u{FE0F}", "1\\u{fe0f}"), ("دا\u{200C}د", "دا\\u{200c}د"), ("👩\u{200D}\u{200D}👩", "👩\\u{200d}\\u{200d}👩"),
    ("葛\u{E0100}\u{E0101}", "葛\u{E0100}\\u{e0101}"), ("👩\u{FE0F}\u{FE0F}", "👩\u{FE0F}\\u{fe0f}"),
    ("👩\u{200D}", "👩\\u{200d}"),
  ])
  func `joiners and selectors without effect become escapes`(text: String, shown: String) {
    #expect(TerminalText(text).text == shown)
  }

  @Test func `combining marks beyond the fourth or without a base become escapes`() {
    let marks = String(repeating: "\u{301}", count: 4)
    #expect(shown("a" + marks + "\u{301}\u{302}") == "a" + marks + "\\u{301}\\u{302}")
    #expect(shown("\u{301}a") == "\\u{301}a")
    #expect(shown(" \u{301}") == " \\u{301}")
  }

  @Test func `counts the bytes it leaves out`() {
    #expect(TerminalText("abcdef", mostBytes: 4).text == "abcd\\[2 bytes more]")
    #expect(TerminalText("abcé", mostBytes: 4).text == "abc\\[2 bytes more]")
    #expect(TerminalText("abcd", mostBytes: 4).text == "abcd")
    #expect(shown("\\[2 bytes more]") == "\\\\[2 bytes more]")
    #expect(TerminalText(bytes: Array("abcdef".utf8), mostBytes: 4).text == "abcd\\[2 bytes more]")
  }

  @Test func `bytes that are not UTF-8 become escapes`() {
    #expect(TerminalText(bytes: [0x61, 0xFF, 0xC3, 0x62, 0x0A]).text == "a\\xff\\xc3b\\n")
    #expect(TerminalText(bytes: [0xE2, 0x80]).text == "\\xe2\\x80")
    #expect(TerminalText(bytes: [0xED, 0xA0, 0x80]).text == "\\xed\\xa0\\x80")
  }

  @Test func `interpolated text is escaped once`() {
    let data = "a\nb"
    let name = TerminalText(data)
    let text: TerminalText = "one \(name)\ntwo \("c\u{1B}\\") \(3)"
    #expect(text.text == "one a\\nb\ntwo c\\u{1b}\\\\ 3")
  }

  @Test func `escapes in JSON keep its value`() throws {
    let value = ["a\u{7F}\u{85}\u{2028}\u{202E}\u{E0041}": "\u{10FFFF}\\ \u{1B}"]
    let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    let shown = TerminalText(json: json).text
    #expect(shown.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(shown)")
    #expect(try JSONDecoder().decode([String: String].self, from: Data(shown.utf8)) == value)
  }

  @Test func `a drawing keeps its lines and its closed isolates`() {
    #expect(TerminalText(drawing: "│ a │\n│ \u{2068}עב\u{2069} │\n").text == "│ a │\n│ \u{2068}עב\u{2069} │\n")
    #expect(TerminalText(drawing: "a\u{2068}b\n\u{1B}[m\\").text == "a\u{FFFD}b\n\u{FFFD}[m\\")
  }

  /// For any text, every scalar of the result is visible and the original can be decoded from it.
  @Test(arguments: 0..<64) func `escapes any text without loss`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let weighty: [ClosedRange<UInt32>] = [
      0...0x2FF, 0x300...0x36F, 0x590...0x6FF, 0x2000...0x206F, 0xFE00...0xFE0F, 0x1F300...0x1F6FF, 0xE0000...0xE01EF,
      0...0x10FFFF,
    ]
    var text = String.UnicodeScalarView()
    while text.count < 200 {
      let range = weighty[Int(random.next() % UInt64(weighty.count))]
      let value = range.lowerBound + UInt32(random.next() % UInt64(range.count))
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let shown = TerminalText(String(text)).text
    for scalar in shown.unicodeScalars {
      let isSteering =
        scalar.properties.isBidiControl || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || [0x200B, 0x2028, 0x2029, 0xFEFF].contains(scalar.value) || (0xE0000...0xE007F).contains(scalar.value)
      #expect(!isSteering, "U+\(String(scalar.value, radix: 16))")
    }
    #expect(try Self.unescaped(shown).unicodeScalars.elementsEqual(text))
  }

  private static func unescaped(_ text: String) throws -> String {
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "\\": result.append("\\")
      case "u":
        let digits = rest.prefix { $0 != "}" }.dropFirst()
        result.append(try #require(UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)))
        rest = rest.dropFirst(digits.count + 2)
      default: Issue.record("An unknown escape in \(text)")
      }
    }
    return String(result)
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

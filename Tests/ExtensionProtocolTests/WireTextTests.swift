// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@Suite struct WireTextTests {
  @Test func `a cleaned text is always allowed, and cleaning it again changes nothing`() throws {
    // The first planes in full and samples of the others, each scalar between a letter and a combining accent.
    let numbers = Array(0...UInt32(0x2_FFFF)) + Array(stride(from: UInt32(0x3_0000), through: 0x10_FFFF, by: 251))
    let changed = try numbers.compactMap(Unicode.Scalar.init).filter { scalar in
      let cleaned = WireText.cleaned("e\(scalar)\u{301}")
      try WireText.check(cleaned, as: .text, atMost: .max, at: "/text")
      return !WireText.cleaned(cleaned).unicodeScalars.elementsEqual(cleaned.unicodeScalars)
    }
    #expect(changed == [])
  }

  @Test(arguments: ["Worklog", "Café", "👩‍👩‍👧‍👦", "two\nlines", "واتساب", "界"])
  func `an allowed text stays as it is`(_ text: String) {
    #expect(WireText.cleaned(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func `letters are composed, and what would steer a display is replaced`() {
    #expect(WireText.cleaned("Cafe\u{301}").unicodeScalars.elementsEqual("Caf\u{E9}".unicodeScalars))
    #expect(WireText.cleaned("a\tb\u{202E}c\u{2028}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

/// Bytes in hexadecimal digits, as ledgers, keys and passcodes are stored.
@Suite struct HexadecimalTests {
  @Test func `every byte has two lower-case digits, which are read as that byte`() {
    let digits = Array("0123456789abcdef")
    var all = ""
    for byte in UInt8.min...UInt8.max {
      let text = String([digits[Int(byte) / 16], digits[Int(byte) % 16]])
      all += text
      #expect(hexadecimalText([byte]) == text)
      #expect(hexadecimalBytes(text) == [byte])
    }
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(hexadecimalText(bytes) == all)
    #expect(hexadecimalBytes(all) == bytes)
    #expect(hexadecimalBytes("") == [])
  }

  @Test(arguments: ["0", "000", "A0", "0F", "g0", "0g", "/0", "0:", "`0", "0@", " 0", "0 ", "-1", "\u{E9}"])
  func `other characters or an odd number of digits are no bytes`(_ text: String) {
    #expect(hexadecimalBytes(text) == nil)
  }
}

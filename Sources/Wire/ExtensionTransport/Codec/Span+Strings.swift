// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Scanning of strings: valid UTF-8 (WIRE-S1), no raw control characters (WIRE-S2), paired surrogates and no
/// noncharacters (WIRE-S5).
extension Span<UInt8> {
  /// The end of the string that opens at `quote`, past its closing quote.
  func endOfString(at quote: Int, atMost limit: Int) throws(LineViolation) -> Int {
    var offset = quote + 1
    /// The bytes by which the escaped form is longer than the decoded string.
    var saved = 0
    while true {
      offset = skippingPlainText(from: offset)
      guard offset < count else { throw unexpected(at: count) }
      switch self[offset] {
      case UInt8(ascii: "\""):
        guard offset - quote - 1 - saved <= limit else { throw LineViolation(.tooLong, .stringBytes, at: quote) }
        return offset + 1
      case UInt8(ascii: "\\"):
        let escape = try decodeEscape(at: offset)
        saved += escape.end - offset - escape.decodedBytes
        offset = escape.end
      case 0x80...: offset = try endOfScalar(at: offset)
      case 0..<0x20: throw LineViolation(.syntax, .s2, at: offset)
      default: offset += 1
      }
    }
  }

  /// The end of the UTF-8 sequence of a non-ASCII scalar.
  func endOfScalar(at start: Int) throws(LineViolation) -> Int {
    let first = self[start]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw LineViolation(.syntax, .s1, at: start)
    }
    guard start + length <= count, second.contains(self[start + 1]) else {
      throw LineViolation(.syntax, .s1, at: start)
    }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = self[start + index]
      guard byte & 0xC0 == 0x80 else { throw LineViolation(.syntax, .s1, at: start) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    guard !scalar.isNoncharacter else { throw LineViolation(.profile, .s5, at: start) }
    return start + length
  }

  /// Skips plain text eight bytes at a time. Stops at a quote, backslash, control character or non-ASCII byte, or when
  /// fewer than eight bytes are left.
  func skippingPlainText(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var offset = start
    let bytes = unsafe self.bytes
    while offset + 8 <= count {
      // SAFETY: eight bytes are left, and every bit pattern is a UInt64.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let controls = (word &- ones &* 0x20) & ~word
      let found = (word | controls | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highs
      guard found == 0 else { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    return offset
  }
}

// MARK: - Escapes

extension Span<UInt8> {
  private func decodeEscape(at backslash: Int) throws(LineViolation) -> (end: Int, decodedBytes: Int) {
    guard backslash + 1 < count else { throw unexpected(at: count) }
    switch self[backslash + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return (backslash + 2, 1)
    case UInt8(ascii: "u"): break
    default: throw LineViolation(.syntax, .json, at: backslash)
    }
    let profile = LineViolation(.profile, .s5, at: backslash)
    let unit = try codeUnit(at: backslash)
    var (scalar, end) = (unit, backslash + 6)
    if unit & 0xFC00 == 0xD800 {
      guard end + 1 < count, self[end] == UInt8(ascii: "\\"), self[end + 1] == UInt8(ascii: "u") else { throw profile }
      let low = try codeUnit(at: end)
      guard low & 0xFC00 == 0xDC00 else { throw profile }
      scalar = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      end += 6
    }
    guard scalar != 0, scalar & 0x1F_FC00 != 0xDC00, !scalar.isNoncharacter else { throw profile }
    return (end, scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4)
  }

  /// The value of the four hexadecimal digits in the `\u` escape at `backslash`.
  private func codeUnit(at backslash: Int) throws(LineViolation) -> UInt32 {
    guard backslash + 6 <= count else { throw unexpected(at: count) }
    var unit: UInt32 = 0
    for index in backslash + 2..<backslash + 6 {
      let byte = self[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw LineViolation(.syntax, .json, at: backslash)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}

extension UInt32 {
  /// U+FDD0–U+FDEF and the last two code points of each plane.
  fileprivate var isNoncharacter: Bool { (0xFDD0...0xFDEF).contains(self) || self & 0xFFFE == 0xFFFE }
}

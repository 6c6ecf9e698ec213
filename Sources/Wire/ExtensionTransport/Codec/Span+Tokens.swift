// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Scanning of tokens (`wire.md#lines`): each function takes the start of a token and returns its end.
extension Span<UInt8> {
  /// The next byte that is not a space or tab (WIRE-S2).
  func skippingBlanks(from offset: Int) -> Int {
    var offset = offset
    while offset < count, self[offset] == UInt8(ascii: " ") || self[offset] == UInt8(ascii: "\t") { offset += 1 }
    return offset
  }

  /// The violation at a byte, or at the end of the line, where no token can begin.
  func unexpected(at offset: Int) -> LineViolation {
    guard offset < count else { return LineViolation(.syntax, .json, at: count) }
    switch self[offset] {
    case 0..<0x20: return LineViolation(.syntax, .s2, at: offset)
    case 0x80...: return LineViolation(.syntax, .s1, at: offset)
    default: return LineViolation(.syntax, .json, at: offset)
    }
  }

  func endOfWord(_ word: StaticString, at start: Int) throws(LineViolation) -> Int {
    let end = start + word.utf8CodeUnitCount
    guard end <= count else { throw unexpected(at: count) }
    for index in start..<end where unsafe self[index] != word.utf8Start[index - start] {
      throw unexpected(at: index)
    }
    return end
  }

  /// Scans an integer within ±(2^53 − 1) in its canonical form (WIRE-S3).
  func endOfInteger(at start: Int) throws(LineViolation) -> Int {
    let violation = LineViolation(.syntax, .s3, at: start)
    let isNegative = self[start] == UInt8(ascii: "-")
    let firstDigit = isNegative ? start + 1 : start
    var offset = firstDigit
    var magnitude: UInt64 = 0
    while offset < count, case let digit = self[offset] &- UInt8(ascii: "0"), digit <= 9 {
      guard offset - firstDigit < 16 else { throw violation }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      offset += 1
    }
    guard offset > firstDigit, magnitude <= 9_007_199_254_740_991 else { throw violation }
    if self[firstDigit] == UInt8(ascii: "0"), isNegative || offset > firstDigit + 1 { throw violation }
    if offset < count {
      switch self[offset] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw violation
      default: break
      }
    }
    return offset
  }

  func equal(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && countOfEqual(left, right) == left.count
  }

  func equal(_ range: Range<Int>, to word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in range where unsafe self[index] != word.utf8Start[index - range.lowerBound] { return false }
    return true
  }

  /// How many bytes are equal from the beginnings of two ranges of one length.
  func countOfEqual(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    var count = 0
    // Most comparisons are of long equal ranges, so compare eight bytes at a time.
    // SAFETY: every value is a valid `UInt64`, and the offsets are checked.
    while count + 8 <= left.count,
      unsafe bytes.unsafeLoadUnaligned(fromByteOffset: left.lowerBound + count, as: UInt64.self)
        == bytes.unsafeLoadUnaligned(fromByteOffset: right.lowerBound + count, as: UInt64.self)
    { count += 8 }
    while count < left.count, self[left.lowerBound + count] == self[right.lowerBound + count] { count += 1 }
    return count
  }
}

// MARK: - Names

extension Span<UInt8> {
  /// The range and hash of the member name that opens at `quote`, without the quotes (WIRE-S4).
  func memberName(at quote: Int) throws(LineViolation) -> (range: Range<Int>, hash: UInt64) {
    let start = quote + 1
    var offset = start
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    while offset < count {
      let byte = self[offset]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        guard offset > start else { throw LineViolation(.profile, .s4, at: quote) }
      case UInt8(ascii: "\""):
        guard offset > start else { throw LineViolation(.profile, .s4, at: quote) }
        return (start..<offset, hash &* 0x9e37_79b9_7f4a_7c15)
      case 0..<0x20: throw LineViolation(.syntax, .s2, at: offset)
      case 0x80...:
        _ = try endOfScalar(at: offset)
        throw LineViolation(.profile, .s4, at: quote)
      default: throw LineViolation(.profile, .s4, at: quote)
      }
      guard offset - start < 64 else { throw LineViolation(.profile, .s4, at: quote) }
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      offset += 1
    }
    throw unexpected(at: count)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Parses one line as a flat JSON object of strings and integers.
///
/// A library parser would silently accept input that LIVE-SMP1 refuses (duplicate keys, `1.0` for 1). Records have no
/// nesting, so a strict parser is short.
struct SampleLineScanner {
  enum Value: Hashable {
    case text(String)
    case integer(Int64)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  mutating func members() throws(UsageSampleError) -> [String: Value] {
    var members: [String: Value] = [:]
    skipBlanks()
    guard take("{") else { throw UsageSampleError(.notJSON, "a record is one JSON object per line") }
    skipBlanks()
    if !take("}") {
      repeat {
        skipBlanks()
        guard take("\"") else { throw unexpected("a key in quotation marks") }
        let key = try text()
        skipBlanks()
        guard take(":") else { throw unexpected("“:” after a key") }
        skipBlanks()
        guard members.updateValue(try value(of: key), forKey: key) == nil else {
          throw UsageSampleError(.repeatedKey, "“\(key)” is given twice")
        }
        skipBlanks()
      } while take(",")
      guard take("}") else { throw unexpected("“,” or “}”") }
    }
    skipBlanks()
    guard position == bytes.count else { throw unexpected("the end of the line") }
    return members
  }

  // MARK: - Values

  private mutating func value(of key: String) throws(UsageSampleError) -> Value {
    if take("\"") { return .text(try text()) }
    let start = position
    while let byte = peek, !Self.endsValue(byte) { position += 1 }
    let literal = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int64(literal), String(number) == literal { return .integer(number) }
    if position == bytes.count { throw unexpected("“}”") }
    if Double(literal) != nil {
      throw UsageSampleError(.notAnInteger, "“\(key)” is \(literal.prefix(24)); numbers are whole milliseconds")
    }
    if ["true", "false", "null"].contains(literal) || literal.hasPrefix("[") || literal.hasPrefix("{") {
      throw UsageSampleError(.wrongType, "“\(key)” is neither a string nor an integer")
    }
    throw unexpected("a value for “\(key)”")
  }

  private mutating func text() throws(UsageSampleError) -> String {
    // Nearly every string is its own bytes.
    let start = position
    while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    if take("\"") { return try Self.validated(bytes[start..<position - 1]) }
    var content = Array(bytes[start..<position])
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.validated(content[...])
      case UInt8(ascii: "\\"): content += try escape()
      case 0..<0x20: throw UsageSampleError(.notJSON, "a string holds an unescaped control byte")
      default: content.append(byte)
      }
    }
    throw UsageSampleError(.truncated, "the line ends inside a string")
  }

  private static func validated(_ bytes: ArraySlice<UInt8>) throws(UsageSampleError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageSampleError(.notJSON, "a string is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(UsageSampleError) -> [UInt8] {
    guard let byte = peek else { throw UsageSampleError(.truncated, "the line ends inside a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"):
      var value = try hexadecimal()
      if (0xD800..<0xDC00).contains(value), take("\\"), take("u") {
        let low = try hexadecimal()
        if (0xDC00..<0xE000).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw UsageSampleError(.notJSON, "a string holds half a surrogate pair")
      }
      return Array(String(Character(scalar)).utf8)
    default: throw UsageSampleError(.notJSON, "a string holds an unsupported escape")
    }
  }

  private mutating func hexadecimal() throws(UsageSampleError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw UsageSampleError(.truncated, "the line ends inside a string") }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      throw UsageSampleError(.notJSON, "a \\u escape does not have four hexadecimal digits")
    }
    position += 4
    return value
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == 0x20 || byte == 0x09
  }

  private func unexpected(_ expectation: String) -> UsageSampleError {
    position >= bytes.count
      ? UsageSampleError(.truncated, "the line ends where \(expectation) should be")
      : UsageSampleError(.notJSON, "byte \(position + 1) is not \(expectation)")
  }
}

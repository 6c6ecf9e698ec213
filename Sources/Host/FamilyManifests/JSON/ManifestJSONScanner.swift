// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The cursor over a manifest's bytes: blanks, strings, digits and the current line.
struct ManifestJSONScanner {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var line = 1

  /// Creates a scanner. The caller has checked that the bytes are UTF-8 (WIRE-S1).
  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  var peek: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func advance() { position += 1 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    advance()
    return true
  }

  /// Skips spaces, tabs and, in a manifest, line breaks (WIRE-S2).
  mutating func skipBlanks() {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: "\r"):
        guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\n") else { return }
      default: return
      }
      advance()
    }
  }

  /// All following characters that could belong to one number.
  mutating func numberText() -> String {
    text { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
  }

  mutating func word() -> String {
    let start = position
    let word = text { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    if !["true", "false", "null"].contains(word) { position = start }
    return word
  }

  private mutating func text(while belongs: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = peek, belongs(byte) { advance() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: - Strings

  /// Parses a string: no raw control bytes, paired surrogates, neither U+0000 nor noncharacters (WIRE-S2, WIRE-S5).
  mutating func string(at pointer: String) throws(ManifestJSON.Fault) -> String {
    advance()
    var content: [UInt8] = []
    while true {
      guard let byte = peek else { throw fault(pointer, "the file ends inside a string") }
      advance()
      switch byte {
      case UInt8(ascii: "\""):
        let text = String(decoding: content, as: UTF8.self)
        guard content.count <= WireLimits.stringBytes else {
          throw fault(pointer, "a string is longer than \(WireLimits.stringBytes) bytes")
        }
        if let scalar = text.unicodeScalars.first(where: { $0 == "\0" || Self.isNoncharacter($0) }) {
          throw fault(pointer, "a string holds U+\(String(scalar.value, radix: 16, uppercase: true))")
        }
        return text
      case UInt8(ascii: "\\"): content += try escape(at: pointer)
      case 0..<0x20, 0x7F: throw fault(pointer, "a string holds an unescaped control byte")
      default: content.append(byte)
      }
    }
  }

  private mutating func escape(at pointer: String) throws(ManifestJSON.Fault) -> [UInt8] {
    guard let byte = peek else { throw fault(pointer, "the file ends inside a string") }
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try unicodeEscape(at: pointer)
    default: throw fault(pointer, "a string holds an unknown escape")
    }
  }

  private mutating func unicodeEscape(at pointer: String) throws(ManifestJSON.Fault) -> [UInt8] {
    var value = try hexadecimal(at: pointer)
    if (0xD800..<0xDC00).contains(value), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexadecimal(at: pointer)
      if (0xDC00..<0xE000).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(value) else { throw fault(pointer, "a string holds half a surrogate pair") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal(at pointer: String) throws(ManifestJSON.Fault) -> UInt32 {
    guard position + 4 <= bytes.count else { throw fault(pointer, "the file ends inside a string") }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault(pointer, "a string holds a \\u escape without four hexadecimal digits") }
    position += 4
    return value
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }

  // MARK: - Faults

  func fault(_ pointer: String, _ message: String) -> ManifestJSON.Fault {
    ManifestJSON.Fault(pointer: pointer, line: line, message: message)
  }

  func unexpected(_ pointer: String, expecting expectation: String) -> ManifestJSON.Fault {
    guard let byte = peek else { return fault(pointer, "the file ends where \(expectation) should be") }
    let found = (0x21..<0x7F).contains(byte) ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
    return fault(pointer, "line \(line) has \(found) where \(expectation) should be")
  }
}

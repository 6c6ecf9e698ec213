// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The length of a value in canonical JSON (RFC 8785), computed without encoding it.
enum CanonicalSize {
  static func of(_ value: WireValue) -> Int {
    switch value {
    case .null: 4
    case .bool(let flag): flag ? 4 : 5
    case .integer(let number): String(number).utf8.count
    case .string(let text): of(text)
    case .array(let elements): elements.reduce(1 + max(1, elements.count)) { $0 + of($1) }
    case .object(let object):
      object.members.reduce(1 + max(1, object.members.count)) { $0 + of($1.name) + 1 + of($1.value) }
    }
  }

  private static func of(_ text: String) -> Int {
    text.utf8.reduce(2) { sum, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: sum + 2
      case 0..<0x20: sum + 6
      default: sum + 1
      }
    }
  }
}

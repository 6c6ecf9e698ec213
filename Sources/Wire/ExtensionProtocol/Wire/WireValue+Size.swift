// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension WireValue {
  /// The length of the canonical form (WIRE-S9) in bytes, without LF.
  package var canonicalBytes: Int {
    switch self {
    case .null: 4
    case .bool(let isTrue): isTrue ? 4 : 5
    case .integer(let integer): "\(integer)".utf8.count
    case .string(let string): Self.canonicalBytes(of: string)
    case .array(let elements): elements.reduce(2 + max(0, elements.count - 1)) { $0 + $1.canonicalBytes }
    case .object(let object):
      object.members.reduce(2 + max(0, object.members.count - 1)) {
        $0 + Self.canonicalBytes(of: $1.name) + 1 + $1.value.canonicalBytes
      }
    }
  }

  private static func canonicalBytes(of string: String) -> Int {
    string.utf8.reduce(2) { bytes, byte in
      switch byte {
      case 0x08, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes + 2
      case 0x00..<0x20: bytes + 6
      default: bytes + 1
      }
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A token in its wire form: 32 base64url characters for 24 bytes (PRIV-TK2).
///
/// A token is an identifier and grants nothing: the host checks whether it was issued to the family.
public struct WireToken: WireConvertible, CustomStringConvertible {
  public enum Kind: UInt8, Hashable, Sendable {
    case application = 1
    case webDomain = 2
    case category = 3
  }

  /// The canonical text. Sets of tokens are ordered by its bytes (PRIV-TK3).
  public let text: String
  public let kind: Kind

  /// - Returns: `nil` unless the text is what `Token` encodes to: length, alphabet, version 1 and a known kind.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 32 else { return nil }
    for byte in bytes where Self.sextet(byte) == nil { return nil }
    // "AQ" + one of A…  = version 1, then the kind: bits 8…15.
    guard let second = Self.sextet(bytes[1]), let third = Self.sextet(bytes[2]),
      let first = Self.sextet(bytes[0]), first << 2 | second >> 4 == 1,
      let kind = Kind(rawValue: (second & 0x0F) << 4 | third >> 2)
    else { return nil }
    self.text = text
    self.kind = kind
  }

  /// The generation of the family's key that created the token (bytes 2 and 3). It distinguishes rotations (T11).
  package var epoch: UInt16 {
    let sextets = Array(text.utf8.dropFirst(2).prefix(4)).map { UInt32(Self.sextet($0) ?? 0) }
    let bits = sextets.reduce(0) { $0 << 6 | $1 }
    return UInt16(truncatingIfNeeded: bits >> 4)
  }

  public var wire: WireValue { .string(text) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let token = WireToken(text) else { throw WireError(at: pointer, "is not a token") }
    self = token
  }

  /// The kind only: logs and messages must not reveal more (T12).
  public var description: String { "token(\(kind))" }

  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

extension [WireToken] {
  /// A token set in the order in which the host sends it (WIRE-S7).
  public var sortedByBytes: [WireToken] { sorted { $0.text.precedesInUTF8($1.text) } }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// The opaque identifier of one item for one family: 24 bytes, stored inline as three words (`privacy.md#tokens`).
///
/// A token identifies an item and grants no access: only `TokenRegistry` determines whether it is valid for the family
/// that sent it. Descriptions show only the kind (T12).
package struct ItemToken: Hashable, Sendable {
  /// Big-endian parts of the 24 bytes. The first four bytes are version, kind and epoch.
  package let first: UInt64
  package let second: UInt64
  package let third: UInt64

  /// `0x01 ‖ kind ‖ be16(epoch) ‖ body[0..<20]` with the body's first 20 bytes taken from `digest`.
  init(kind: Item.Kind, epoch: UInt16, digest: UnsafeRawBufferPointer) {
    precondition(digest.count >= Self.bodyBytes, "a SHA-256 digest has 32 bytes")
    let head = UInt64(UInt32(bigEndian: digest.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
    first = 0x01 << 56 | UInt64(kind.rawValue) << 48 | UInt64(epoch) << 32 | head
    second = UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    third = UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
  }

  /// Creates a token from stored bytes.
  ///
  /// - Returns: `nil` unless there are exactly 24, of version 1 and of a known kind (PRIV-TK2).
  package init?(bytes: some Sequence<UInt8>) {
    var words: [UInt64] = [0, 0, 0]
    var count = 0
    for byte in bytes {
      guard count < Self.byteCount else { return nil }
      words[count / 8] = words[count / 8] << 8 | UInt64(byte)
      count += 1
    }
    guard count == Self.byteCount, words[0] >> 56 == 1, Item.Kind(rawValue: UInt8(words[0] >> 48 & 0xFF)) != nil
    else { return nil }
    (first, second, third) = (words[0], words[1], words[2])
  }

  package static let byteCount = 24
  static let bodyBytes = 20

  package var kind: Item.Kind { Item.Kind(rawValue: UInt8(first >> 48 & 0xFF)) ?? .application }

  /// The epoch of the audience's key that created it.
  package var epoch: UInt16 { UInt16(first >> 32 & 0xFFFF) }

  package var bytes: [UInt8] {
    [first, second, third].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
  }
}

extension ItemToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "token(\(kind))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}

// MARK: - The wire form

extension ItemToken: Comparable {
  /// Decodes 32 base64url characters.
  ///
  /// Checks length, alphabet, version and kind. 24 bytes are exactly 32 characters, so the encoding is unique
  /// (PRIV-TK2).
  package init?(text: String) {
    guard text.utf8.count == Self.textLength else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      guard let sextet = Self.sextet(character) else { return nil }
      bits = bits << 6 | UInt32(sextet)
      count += 1
      guard count % 4 == 0 else { continue }
      bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
    }
    self.init(bytes: bytes)
  }

  package init?(_ token: WireToken) { self.init(text: token.text) }

  /// The 32 base64url characters of the wire format.
  package var text: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      for index in 0..<Self.textLength { buffer[index] = Self.alphabet[Int(sextet(at: index))] }
      return Self.textLength
    }
  }

  package var wireToken: WireToken? { WireToken(text) }

  /// Compares by the wire format, whose order differs from that of the 24 bytes (PRIV-TK3).
  package static func < (left: ItemToken, right: ItemToken) -> Bool {
    for index in 0..<textLength {
      let (a, b) = (left.sextet(at: index), right.sextet(at: index))
      if a != b { return alphabet[Int(a)] < alphabet[Int(b)] }
    }
    return false
  }

  private static let textLength = 32
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The `index`-th group of six bits.
  private func sextet(at index: Int) -> UInt8 {
    let bit = index * 6
    let words = (first, second, third)
    let (high, low) = bit < 64 ? (words.0, words.1) : bit < 128 ? (words.1, words.2) : (words.2, 0)
    let offset = UInt64(bit % 64)
    let window = offset <= 58 ? high >> (58 - offset) : high << (offset - 58) | low >> (122 - offset)
    return UInt8(truncatingIfNeeded: window & 0x3F)
  }

  private static func sextet(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The root key: 32 random bytes, created once per state directory, from which every token is derived.
package struct RootKey: Sendable {
  let key: LockedKey

  /// - Returns: `nil` unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = LockedKey(bytes)
  }

  package static let byteCount = 32

  /// `HMAC(K_root, "sallyport/kcv/1")[0..<8]`, which identifies a key without revealing it.
  package var checkValue: [UInt8] {
    key.withKey { Array(HMAC<SHA256>.authenticationCode(for: Array("sallyport/kcv/1".utf8), using: $0).prefix(8)) }
  }
}

// MARK: - The key file

extension RootKey {
  /// Magic (8 bytes), big-endian 16-bit format, root key (32), check value (8), big-endian CRC-32 of everything before
  /// it.
  var file: [UInt8] {
    var bytes = Self.magic + [0, 1]
    key.withKey { $0.withUnsafeBytes { bytes += Array($0) } }
    bytes += checkValue
    let check = CyclicRedundancyCheck.of(bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: check >> (24 - 8 * UInt32($0))) }
  }

  /// Parses the contents of a key file.
  ///
  /// - Throws: the problem, as the second half of a sentence.
  init(file bytes: [UInt8]) throws(Damage) {
    guard bytes.count == Self.fileBytes else {
      throw Damage("is \(bytes.count) bytes long instead of \(Self.fileBytes)")
    }
    guard Array(bytes[..<8]) == Self.magic else { throw Damage("is not a Sallyport key file") }
    guard bytes[8] == 0, bytes[9] == 1 else { throw Damage("has a format that this build does not support") }
    let written = bytes[50...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard CyclicRedundancyCheck.of(Array(bytes[..<50])) == written else { throw Damage("does not match its checksum") }
    guard let key = RootKey(bytes: Array(bytes[10..<42])), key.checkValue == Array(bytes[42..<50]) else {
      throw Damage("does not match its check value")
    }
    self = key
  }

  struct Damage: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private static let magic = Array("SALLYKEY".utf8)
  private static let fileBytes = 54
}

/// CRC-32 as in IEEE 802.3, which distinguishes a damaged file from a wrong key.
enum CyclicRedundancyCheck {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return ~remainder
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// K_root: 32 random bytes, made once for a state directory; every token follows from it (`privacy.md#tokens`).
package struct RootKey: Sendable {
  let key: LockedKey

  /// - Returns: `nil` unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = LockedKey(bytes)
  }

  package static let byteCount = 32

  /// `HMAC(K_root, "sallyport/kcv/1")[0..<8]`: shows that a key is the one it was, without showing the key.
  package var checkValue: [UInt8] {
    key.withKey { Array(HMAC<SHA256>.authenticationCode(for: Array("sallyport/kcv/1".utf8), using: $0).prefix(8)) }
  }
}

// MARK: - The key file (§5.4)

extension RootKey {
  /// magic (8) ‖ be16 format ‖ K_root (32) ‖ check value (8) ‖ be32 CRC of everything before it.
  var file: [UInt8] {
    var bytes = Self.magic + [0, 1]
    key.withKey { $0.withUnsafeBytes { bytes += Array($0) } }
    bytes += checkValue
    let check = CyclicRedundancyCheck.of(bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: check >> (24 - 8 * UInt32($0))) }
  }

  /// Reads a key file's bytes.
  ///
  /// - Throws: what is wrong with them, as the second half of a sentence.
  init(file bytes: [UInt8]) throws(Damage) {
    guard bytes.count == Self.fileBytes else {
      throw Damage("is \(bytes.count) bytes long instead of \(Self.fileBytes)")
    }
    guard Array(bytes[..<8]) == Self.magic else { throw Damage("is not a Sallyport key file") }
    guard bytes[8] == 0, bytes[9] == 1 else { throw Damage("has a format that this build does not know") }
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

/// CRC-32 as in IEEE 802.3: tells a torn or rotten file from a wrong key.
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

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import ExtensionProtocol
internal import Foundation
package import ScreenTimeRules

/// The key of one audience (device, person, family, grant, epoch), from which the family's tokens are derived.
package struct AudienceKey: Sendable {
  package let epoch: UInt16
  private let key: SymmetricKey
  /// The SHA-256 states after the inner and the outer key block of HMAC. They are copied for each token, because the
  /// one-shot call would hash both blocks again every time, which is too slow.
  private let inner: SHA256
  private let outer: SHA256

  /// - Parameter fingerprint: 32 bytes that identify the family, see `FamilyFingerprint`.
  package init(of person: PersonKey, fingerprint: [UInt8], grantSalt: [UInt8], epoch: UInt16) {
    let info =
      Array("sallyport/audience/1".utf8) + lengthPrefixed(fingerprint) + grantSalt + [
        UInt8(epoch >> 8), UInt8(epoch & 0xFF),
      ]
    let key = person.key.withKey { HKDF<SHA256>.expand(pseudoRandomKey: $0, info: info, outputByteCount: 32) }
    self.epoch = epoch
    self.key = key
    inner = Self.state(of: key, padding: 0x36)
    outer = Self.state(of: key, padding: 0x5C)
  }

  /// The family's token for `item`. It is deterministic, so that a relaunch, an upgrade or another locale doesn't
  /// change it (T1).
  package func token(for item: Item) -> ItemToken {
    var id = item.id
    return id.withUTF8 { text in
      var inner = inner
      let header: (UInt8, UInt8, UInt8, UInt8) = (
        0x01, item.kind.rawValue, UInt8(truncatingIfNeeded: text.count >> 8), UInt8(truncatingIfNeeded: text.count)
      )
      withUnsafeBytes(of: header) { inner.update(bufferPointer: $0) }
      inner.update(bufferPointer: UnsafeRawBufferPointer(text))
      var outer = outer
      inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
      return outer.finalize().withUnsafeBytes { ItemToken(kind: item.kind, epoch: epoch, digest: $0) }
    }
  }

  /// The offset of this grant's slots from local midnight, in seconds (PRIV-MT2).
  package func phaseSeconds(gridMinutes: Int) -> Int {
    guard gridMinutes > 0 else { return 0 }
    let code = HMAC<SHA256>.authenticationCode(for: Array("sallyport/phase/1".utf8), using: key)
    let number = code.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(number % UInt32(60 * gridMinutes))
  }

  /// The random seed of a delivery, the same for each attempt. It is keyed, so that no family can compute another's or
  /// recognise the device by it. Limited to the wire's integer range.
  package func deliverySeed(point: String, sequence: Int64) -> Int64 {
    let number = (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * $0)) }
    let message = Array("sallyport/delivery-seed/1".utf8) + lengthPrefixed(Array(point.utf8)) + number
    let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
    let word = code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(word & UInt64(WireLimits.largestInteger))
  }

  /// The same token by the library's one-shot call, as a reference for a test.
  package func referenceToken(for item: Item) -> ItemToken {
    let message = [0x01, item.kind.rawValue] + lengthPrefixed(Array(item.id.utf8))
    return HMAC<SHA256>.authenticationCode(for: message, using: key).withUnsafeBytes {
      ItemToken(kind: item.kind, epoch: epoch, digest: $0)
    }
  }

  /// For test vectors only; the key never leaves the process.
  package var hexadecimal: String { key.withUnsafeBytes { hexadecimalText($0) } }

  private static func state(of key: SymmetricKey, padding: UInt8) -> SHA256 {
    var block = [UInt8](repeating: padding, count: SHA256.blockByteCount)
    key.withUnsafeBytes { bytes in
      for (index, byte) in bytes.enumerated() { block[index] ^= byte }
    }
    var state = SHA256()
    state.update(data: block)
    return state
  }
}

/// The key of one person on this device.
package struct PersonKey: Sendable {
  let key: LockedKey

  /// - Parameter personID: 16 random bytes.
  package init(of root: RootKey, personID: [UInt8]) {
    let info = Array("sallyport/person/1".utf8) + lengthPrefixed(personID)
    key = LockedKey(root.key.withKey { HKDF<SHA256>.deriveKey(inputKeyMaterial: $0, info: info, outputByteCount: 32) })
  }
}

/// The 32 bytes that represent a family in its key. They don't depend on a path or on a name alone.
package enum FamilyFingerprint {
  /// The fingerprint of a signed family, from the publisher's key and the family's id.
  package static func signed(publisherKey: [UInt8], family: String) -> [UInt8] {
    Array(SHA256.hash(data: lengthPrefixed(publisherKey) + lengthPrefixed(Array(family.utf8))))
  }
}

/// A big-endian 16-bit length followed by the bytes, so that joining several is injective.
func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
  [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
}

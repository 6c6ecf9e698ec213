// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
package import ScreenTimeStore

/// Verifies the chain link by link, in one pass and without copying the bytes out of the database.
package struct LedgerVerifier {
  private let heads: [Int64: [UInt8]]
  private let first: LedgerKey?
  private var key: SymmetricKey?
  private var previous: SHA256.Digest?
  private var count: Int64 = 0
  private var comparedCodes = 0
  private var broken: LedgerVerdict?

  /// - Parameters:
  ///   - heads: hashes that the person noted or exported, by sequence number.
  /// - key: the key that was shown when the ledger began; without it no authentication code is checked.
  package init(heads: [Int64: [UInt8]] = [:], key: LedgerKey? = nil) {
    self.heads = heads
    first = key
    self.key = key.map { SymmetricKey(data: $0.bytes) }
  }

  /// Checks the next link.
  ///
  /// - Returns: whether the chain is valid up to this link.
  package mutating func take(_ link: borrowing LedgerLink) throws -> Bool {
    let seq = link.seq
    var text: SHA256.Digest?
    if link.hasEntry {
      var digest = SHA256()
      try link.withSalt { $0?.withUnsafeBytes { digest.update(bufferPointer: $0) } }
      try link.withEntry { $0?.withUnsafeBytes { digest.update(bufferPointer: $0) } }
      text = digest.finalize()
    }
    return try link.withInner { inner in
      try link.withHash { hash in
        guard let inner, let hash else { return breaks(seq, "has lost its hashes") }
        guard first.map({ seq >= $0.since }) == true else {
          return inner.withUnsafeBytes { inner in hash.withUnsafeBytes { take(seq, text, inner, $0, mac: nil) } }
        }
        let mac = try link.withMAC { $0.map { Array($0) } }
        return inner.withUnsafeBytes { inner in hash.withUnsafeBytes { take(seq, text, inner, $0, mac: mac) } }
      }
    }
  }

  /// Checks the next link, given as a row.
  package mutating func take(_ row: LedgerRow) -> Bool {
    var text: SHA256.Digest?
    if let entry = row.entry {
      var digest = SHA256()
      digest.update(data: row.salt ?? [])
      digest.update(data: Array(entry.utf8))
      text = digest.finalize()
    }
    return row.inner.withUnsafeBytes { inner in
      row.hash.withUnsafeBytes { take(row.seq, text, inner, $0, mac: row.mac) }
    }
  }

  /// The result after the last link was taken.
  package var verdict: LedgerVerdict {
    if let broken { return broken }
    if let missing = heads.keys.filter({ $0 > count || $0 < 1 }).min() {
      return .broken(seq: missing, reason: "is missing although you noted it")
    }
    if let first, first.since > count {
      return .broken(seq: first.since, reason: "is missing although your key begins with it")
    }
    return .intact(entries: Int(count), comparedHeads: heads.count, comparedCodes: first == nil ? nil : comparedCodes)
  }

  // MARK: -

  private mutating func take(
    _ seq: Int64, _ text: SHA256.Digest?, _ inner: UnsafeRawBufferPointer, _ hash: UnsafeRawBufferPointer, mac: [UInt8]?
  ) -> Bool {
    guard broken == nil else { return false }
    count += 1
    guard seq == count else { return breaks(seq, "doesn't follow the previous one") }
    if let text, !text.withUnsafeBytes({ isSame($0, inner) }) {
      return breaks(seq, "has a different text than when it was written")
    }
    var digest = SHA256()
    previous?.withUnsafeBytes { digest.update(bufferPointer: $0) }
    digest.update(bufferPointer: inner)
    let expected = digest.finalize()
    guard expected.withUnsafeBytes({ isSame($0, hash) }) else {
      return breaks(seq, "isn't linked to the previous one")
    }
    if let head = heads[seq], !head.withUnsafeBytes({ isSame($0, hash) }) {
      return breaks(seq, "isn't the one you noted")
    }
    previous = expected
    return hasCode(seq, expected, mac)
  }

  private mutating func hasCode(_ seq: Int64, _ hash: SHA256.Digest, _ mac: [UInt8]?) -> Bool {
    guard let first, seq >= first.since, let key else { return true }
    guard let mac, HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: Array(hash), using: key) else {
      return breaks(seq, "wasn't written with the key you noted")
    }
    self.key = key.withUnsafeBytes { bytes in
      var digest = SHA256()
      digest.update(bufferPointer: bytes)
      return SymmetricKey(data: digest.finalize())
    }
    comparedCodes += 1
    return true
  }

  private func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.elementsEqual(right)
  }

  private mutating func breaks(_ seq: Int64, _ reason: String) -> Bool {
    broken = .broken(seq: seq, reason: reason)
    return false
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import ScreenTimeStore

/// The hashes and authentication codes of the ledger. Each link includes the hash of the previous one and a code under
/// a key that is then overwritten (PRIV-LG5).
struct LedgerChain: LedgerChaining {
  private let random: (Int) -> [UInt8]
  private let onFirstKey: (LedgerKey) -> Void

  init(random: @escaping (Int) -> [UInt8], onFirstKey: @escaping (LedgerKey) -> Void = { _ in }) {
    self.random = random
    self.onFirstKey = onFirstKey
  }

  func inner(salt: [UInt8], entry: String) -> [UInt8] {
    var digest = SHA256()
    digest.update(data: salt)
    var entry = entry
    entry.withUTF8 { digest.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    return Array(digest.finalize())
  }

  func hash(after previous: [UInt8], inner: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(data: previous)
    digest.update(data: inner)
    return Array(digest.finalize())
  }

  func mac(of hash: [UInt8], key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: hash, using: SymmetricKey(data: key)))
  }

  func key(after key: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: key)) }

  func firstKey(at seq: Int64) -> [UInt8] {
    let key = random(LedgerKey.byteCount)
    if let first = LedgerKey(since: seq, bytes: key) { onFirstKey(first) }
    return key
  }
}

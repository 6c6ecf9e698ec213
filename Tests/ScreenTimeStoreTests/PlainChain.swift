// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeStore

/// A chain without cryptography, since the store keeps any bytes that it is given.
struct PlainChain: LedgerChaining {
  func inner(salt: [UInt8], entry: String) -> [UInt8] { salt + [UInt8(truncatingIfNeeded: entry.utf8.count)] }
  func hash(after previous: [UInt8], inner: [UInt8]) -> [UInt8] { Array((previous + inner).suffix(32)) }
  func mac(of hash: [UInt8], key: [UInt8]) -> [UInt8] { key + hash }
  func key(after key: [UInt8]) -> [UInt8] { key.map { $0 &* 5 &+ 3 } }
  func firstKey(at seq: Int64) -> [UInt8] { [UInt8(truncatingIfNeeded: seq)] }
}

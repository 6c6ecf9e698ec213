// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// An incremental SHA-256 for data that is too large to hold in memory, such as builds and recordings.
package struct RunningDigest {
  private var hash = SHA256()

  package init() {}

  package mutating func update(_ bytes: some Sequence<UInt8>) { hash.update(data: Array(bytes)) }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    hash.finalize().map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0\(text)" : text
    }.joined()
  }
}

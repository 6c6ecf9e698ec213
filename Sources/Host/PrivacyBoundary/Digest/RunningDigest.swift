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
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in hash.finalize() { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

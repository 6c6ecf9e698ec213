// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ExtensionTransport

/// Canonical wire encoding of a value, for display and comparison.
package enum CanonicalText {
  package static func bytes(of value: WireValue) -> [UInt8] { JSONCodec(limits: .fromHost).encode(value) }

  package static func text(of value: WireValue) -> String { String(decoding: bytes(of: value), as: UTF8.self) }
}

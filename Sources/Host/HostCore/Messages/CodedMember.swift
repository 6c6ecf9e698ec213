// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeStore

/// A value of Swift's coding as a member of an order. The wire's names begin with a letter (WIRE-S4), and Swift names an
/// unlabelled value `_0`, so that is `v0` on the wire.
enum CodedMember {
  static func text(of value: some Encodable) throws -> String {
    // A quotation mark within a text is escaped, so this is found in names only.
    String(decoding: try CanonicalJSON.bytes(of: value), as: UTF8.self)
      .replacing(/"_(\d)":/) { "\"v\($0.output.1)\":" }
  }

  static func value<Value: Decodable>(_ type: Value.Type, from wire: WireValue) throws -> Value {
    let text = String(decoding: JSONText.bytes(wire), as: UTF8.self).replacing(/"v(\d)":/) { "\"_\($0.output.1)\":" }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

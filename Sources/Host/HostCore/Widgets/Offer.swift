// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ExtensionTransport
import Foundation
package import ScreenTimeRules
import ScreenTimeStore

/// A program's description of its widgets or Focus filters, made once per build, or the reason why there is none.
struct Offer<Description: WireConvertible>: Codable, Hashable where Description: Hashable {
  /// The installed copy that described it; another build describes anew.
  var installation: String
  /// The description in the wire's canonical JSON; `nil` if there is none.
  var body: [UInt8]?
  var failure: String?

  /// `nil` if the program gave none, or an older build's can't be read.
  var description: Description? {
    body.flatMap { try? Description(wire: JSONText.value($0), at: "", from: .extension) }
  }
}

/// Wire values as canonical JSON, as they are stored.
enum JSONText {
  static func bytes(_ value: WireValue) -> [UInt8] { JSONCodec(limits: .widget).encode(value) }

  static func text(_ value: WireValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

  /// - Throws: `LineViolation` for bytes that no host of this version wrote.
  static func value(_ bytes: [UInt8]) throws -> WireValue { try JSONCodec(limits: .widget).decode(bytes) }
}

extension StoredParameter {
  package init(_ value: ParameterValue) { self.init(name: value.name, json: JSONText.text(value.value.wire)) }

  /// `nil` if it doesn't decode any more; the extension then uses the parameter's default.
  var wireValue: ParameterValue? {
    guard let json = try? JSONText.value(Array(json.utf8)),
      let value = try? PropertyValue(wire: json, at: "", from: .extension)
    else { return nil }
    return ParameterValue(name: name, value: value)
  }
}

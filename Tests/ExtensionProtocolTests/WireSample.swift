// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

/// Conversion between canonical bytes and `WireValue`, as in the transport.
enum Wire {
  static func value(_ json: String) throws -> WireValue {
    try JSONCodec(limits: LineLimits(lineBytes: 1 << 20, depth: 64)).decode(Array(json.utf8))
  }

  static func text(_ value: WireValue) -> String {
    String(decoding: JSONCodec(limits: .standard).encode(value), as: UTF8.self)
  }
}

/// One message: its value and its one encoding.
struct WireSample: Sendable, CustomTestStringConvertible {
  /// The effect of an unknown word of a closed set when it comes from the host (`wire.md#versions`).
  enum Word: Sendable {
    /// Read as the most general case.
    case general
    /// Refused; adding such a word requires a new schema version.
    case refused
  }

  var title: String
  /// The name of the value's type.
  let type: String
  var json: String
  /// JSON pointers of the words of closed sets.
  var words: [String: Word]
  /// Objects whose members this message does not define: view trees, typed values.
  var foreign: [String]
  /// Members that may be `null`.
  var nullable: Set<String>
  let wire: WireValue
  /// Decodes, and returns whether the result equals the value.
  let matches: @Sendable (WireValue, WireOrigin) throws(WireError) -> Bool

  init<Value: WireConvertible>(
    _ value: Value, _ json: String, words: [String: Word] = [:], foreign: [String] = [], nullable: Set<String> = [],
    title: String = "\(Value.self)"
  ) {
    self.title = title
    type = "\(Value.self)"
    self.json = json
    self.words = words
    self.foreign = foreign
    self.nullable = nullable
    wire = value.wire
    matches = { (wire, origin) throws(WireError) in try Value(wire: wire, at: "", from: origin) == value }
  }

  var testDescription: String { "\(title) \(json.prefix(40))" }

  func isForeign(_ pointer: String) -> Bool { foreign.contains { pointer == $0 || pointer.hasPrefix("\($0)/") } }
}

extension WireSample {
  static let app1 = "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"
  static let app2 = "AQEAATGRpQp3PYfIYC_8_9jIvu41b-uI"
  static let domain = "AQIAAQ1ubelPGDNhSMN2Uch20gV_HOn0"
  static let category = "AQMAAdIesN0jREyJHbjB9wlSYgmqEgxS"

  static func token(_ text: String) -> WireToken {
    guard let token = WireToken(text) else { preconditionFailure("\(text) is not a token") }
    return token
  }

  static func color(_ text: String) -> ColorValue {
    guard let color = ColorValue(text) else { preconditionFailure("\(text) is not a colour") }
    return color
  }

  static let all =
    hello + perform + widgets + results + widgetResults + predicates + effects + values + requests + report
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import Foundation

/// Wire values as canonical text.
enum WireText {
  static func canonical(_ value: WireValue) -> String {
    String(decoding: JSONCodec(limits: .fromHost).encode(value), as: UTF8.self)
  }

  /// The JSON inside a base64 string, or `nil` for any other text.
  static func wrapped(_ text: String) -> WireValue? {
    guard text.utf8.count >= 24, let data = Data(base64Encoded: text), let first = data.first,
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let json = try? JSONSerialization.jsonObject(with: data)
    else { return nil }
    return value(json)
  }

  private static func value(_ json: Any) -> WireValue {
    switch json {
    case let text as String: return .string(text)
    case let number as NSNumber: return .string(number.stringValue)
    case let elements as [Any]: return .array(elements.map(value))
    case let members as [String: Any]:
      var object = WireObject()
      for (name, member) in members.sorted(by: { $0.key < $1.key }) { object[name] = value(member) }
      return .object(object)
    default: return .null
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// JSON with any whitespace and member order, for values from the command line and for guessing the meaning of an
/// invalid line. Never used to check a line.
package struct LenientJSON: Decodable, Sendable {
  package var value: WireValue

  package init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object = WireObject()
      for name in members.allKeys {
        object[name.stringValue] = try members.decode(LenientJSON.self, forKey: name).value
      }
      value = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [WireValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(LenientJSON.self).value) }
      value = .array(array)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        value = .null
      } else if let flag = try? single.decode(Bool.self) {
        value = .bool(flag)
      } else if let number = try? single.decode(Int64.self) {
        value = .integer(number)
      } else if let text = try? single.decode(String.self) {
        value = .string(text)
      } else {
        throw DecodingError.dataCorruptedError(
          in: single, debugDescription: "Numbers must be integers; use thousandths, or a string such as \"0.5\".")
      }
    }
  }

  /// - Returns: `nil` for text that isn't JSON.
  package static func value(of bytes: [UInt8]) -> WireValue? {
    try? JSONDecoder().decode(LenientJSON.self, from: Data(bytes)).value
  }

  /// - Throws: `ExtensionTrialError` with the error in `text`, which the sentence calls `name`.
  package static func value(of text: String, named name: String) throws -> WireValue {
    do {
      return try JSONDecoder().decode(LenientJSON.self, from: Data(text.utf8)).value
    } catch DecodingError.dataCorrupted(let context) {
      let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      throw ExtensionTrialError("\(name) is not JSON: \(cause ?? context.debugDescription)")
    } catch {
      throw ExtensionTrialError("\(name) is not JSON: \(error)")
    }
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

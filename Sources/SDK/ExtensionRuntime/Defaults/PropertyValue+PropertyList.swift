// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

extension PropertyValue {
  /// The object that `UserDefaults` stores for this value.
  var propertyList: Any {
    switch self {
    case .bool(let flag): flag
    case .integer(let number): Int(number)
    case .decimal(let text): Double(text) ?? 0
    case .string(let text), .url(let text): text
    case .date(let time): Date(wireTime: time)
    case .data(let base64): Data(base64Encoded: base64) ?? Data()
    case .entity(_, let id): id
    case .list(let values): values.map(\.propertyList)
    case .map(let entries):
      Dictionary(entries.map { ($0.key, $0.value.propertyList) }) { first, _ in first } as [String: Any]
    }
  }

  /// - Returns: `nil` if the value is not a property list, or is a number that the wire can't represent.
  init?(propertyList value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let data as Data: self = .data(data.base64EncodedString())
    case let date as Date: self = .date(date.wireTime)
    case let number as NSNumber:
      guard let value = PropertyValue(number) else { return nil }
      self = value
    case let values as [Any]: self = .list(values.compactMap(PropertyValue.init(propertyList:)))
    case let values as [String: Any]:
      let entries = values.compactMap { key, value in
        PropertyValue(propertyList: value).map { Entry(key: key, value: $0) }
      }
      self = .map(entries.sorted { $0.key.precedesInUTF8($1.key) })
    default: return nil
    }
  }

  /// Foundation distinguishes a Boolean from a number by its type code.
  private init?(_ number: NSNumber) {
    switch unsafe String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "f", "d":
      guard number.doubleValue.isFinite else { return nil }
      self = .decimal(String(describing: number.doubleValue))
    case "Q":
      guard number.uint64Value <= UInt64(WireLimits.largestInteger) else { return nil }
      self = .integer(number.int64Value)
    default:
      // Not `abs`, which traps for the smallest integer.
      guard number.int64Value.magnitude <= UInt64(WireLimits.largestInteger) else { return nil }
      self = .integer(number.int64Value)
    }
  }
}

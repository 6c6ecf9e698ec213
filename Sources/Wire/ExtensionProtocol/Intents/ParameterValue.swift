// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A parameter of an intent with its value. A parameter that is `nil` is absent.
public struct ParameterValue: Hashable, Sendable {
  public var name: String
  public var value: PropertyValue

  public init(name: String, value: PropertyValue) {
    self.name = name
    self.value = value
  }
}

extension ParameterValue: WireConvertible {
  public var wire: WireValue { ["name": name.wire, "value": value.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    name = try reader.shortName("name")
    self.value = try reader.required("value")
    try self.value.checkAsParameter(at: reader.path("value"))
    try reader.finish()
  }
}

extension PropertyValue {
  /// Checks the limits of a parameter's value: a text, an identifier, or a list of them.
  ///
  /// A parameter has no maps, no bytes and no list within a list.
  public func checkAsParameter(at pointer: String) throws(WireError) {
    guard case .list(let values) = self else { return try checkAsScalar(at: pointer) }
    guard values.count <= NamedLimit.list.maximum else {
      throw WireError(
        .limit, at: "\(pointer)/list", "has \(values.count) elements; the maximum is \(NamedLimit.list.maximum)"
      ).named(.list)
    }
    for (index, value) in values.enumerated() { try value.checkAsScalar(at: "\(pointer)/list/\(index)") }
  }

  private func checkAsScalar(at pointer: String) throws(WireError) {
    switch self {
    case .bool, .integer, .decimal, .date: return
    case .string(let text): try Self.check(text, at: "\(pointer)/string", within: .string)
    case .url(let text): try Self.check(text, at: "\(pointer)/url", within: .string)
    case .entity(let type, let id):
      do {
        try WireText.check(type, as: .name, atMost: NamedLimit.name.maximum, at: "\(pointer)/entity/type")
      } catch { throw error.named(.name) }
      do {
        try WireText.check(id, as: .name, atMost: NamedLimit.entityID.maximum, at: "\(pointer)/entity/id")
      } catch { throw error.named(.entityID) }
    case .data, .list, .map: throw WireError(at: pointer, "is not a value of a parameter")
    }
  }

  private static func check(_ text: String, at pointer: String, within limit: NamedLimit) throws(WireError) {
    do { try WireText.check(text, as: .text, atMost: limit.maximum, at: pointer) } catch { throw error.named(limit) }
  }
}

extension WireReader {
  /// Reads the parameters of an intent: at most 32, each once.
  mutating func parameters(_ name: String) throws(WireError) -> [ParameterValue] {
    try list(name, of: ParameterValue.self, within: .parameters).checkedAsDistinct(\.name, at: path(name))
  }
}

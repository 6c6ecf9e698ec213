// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value of user defaults or of an intent's parameter (`protocol.md` §2, *value*).
public indirect enum PropertyValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  /// Decimal text, `"0.5"`: the wire has no fractions (S3).
  case decimal(String)
  case string(String)
  /// Milliseconds since 1970.
  case date(Int64)
  case url(String)
  /// Base64 with padding.
  case data(String)
  case entity(type: String, id: String)
  case list([PropertyValue])
  case map([Entry])

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var value: PropertyValue

    public init(key: String, value: PropertyValue) {
      self.key = key
      self.value = value
    }
  }
}

extension PropertyValue: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .bool(let flag): ["bool": flag.wire]
    case .integer(let number): ["int": number.wire]
    case .decimal(let text): ["decimal": text.wire]
    case .string(let text): ["string": text.wire]
    case .date(let time): ["date": time.wire]
    case .url(let text): ["url": text.wire]
    case .data(let text): ["data": text.wire]
    case .entity(let type, let id): ["entity": ["id": id.wire, "type": type.wire]]
    case .list(let values): ["list": values.wire]
    case .map(let entries): ["map": entries.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    guard case .object(let object) = value, object.members.count == 1, let member = object.members.first else {
      throw WireError(at: pointer, "is not an object of one member that names its type")
    }
    let (inner, place) = (member.value, "\(pointer)/\(member.name)")
    switch member.name {
    case "bool": self = .bool(try Bool(wire: inner, at: place, from: origin))
    case "int": self = .integer(try Int64(wire: inner, at: place, from: origin))
    case "decimal":
      let text = try String(wire: inner, at: place, from: origin)
      guard text.utf8.count <= 64, Double(text)?.isFinite == true else {
        throw WireError(at: place, "is not a decimal number")
      }
      self = .decimal(text)
    case "string": self = .string(try String(wire: inner, at: place, from: origin))
    case "date": self = .date(try Int64(wire: inner, at: place, from: origin))
    case "url": self = .url(try String(wire: inner, at: place, from: origin))
    case "data": self = .data(try String(wire: inner, at: place, from: origin))
    case "entity":
      var reader = try WireReader(inner, at: place, from: origin)
      self = .entity(type: try reader.name("type"), id: try reader.name("id"))
      try reader.finish()
    case "list":
      self = .list(try [PropertyValue](wire: inner, at: place, from: origin, atMost: WireLimits.elementsPerArray))
    case "map": self = .map(try [Entry](wire: inner, at: place, from: origin, atMost: WireLimits.elementsPerArray))
    default: throw WireError(at: place, "is no type of a value")
    }
  }
}

extension PropertyValue.Entry: WireConvertible {
  public var wire: WireValue { ["key": key.wire, "value": value.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    key = try reader.required("key")
    self.value = try reader.required("value")
    try reader.finish()
  }
}

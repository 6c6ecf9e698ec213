// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value of user defaults or of an intent's parameter (`wire.md#lines`, *value*).
public indirect enum PropertyValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  /// Decimal text such as `"0.5"`, because the wire has no fractions (WIRE-S3).
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
      guard text.utf8.count <= 64, text.isDecimalNumber else {
        throw WireError(at: place, "is not a decimal number")
      }
      self = .decimal(text)
    case "string": self = .string(try String(wire: inner, at: place, from: origin))
    case "date": self = .date(try Int64(wire: inner, at: place, from: origin))
    case "url": self = .url(try String(wire: inner, at: place, from: origin))
    case "data":
      let text = try String(wire: inner, at: place, from: origin)
      guard text.isCanonicalBase64 else { throw WireError(at: place, "is not base64") }
      self = .data(text)
    case "entity":
      var reader = try WireReader(inner, at: place, from: origin)
      let type = try reader.name("type")
      do {
        self = .entity(type: type, id: try reader.name("id", atMost: NamedLimit.entityID.maximum))
      } catch { throw error.named(.entityID) }
      try reader.finish()
    case "list":
      self = .list(try [PropertyValue](wire: inner, at: place, from: origin, atMost: WireLimits.elementsPerArray))
    case "map":
      let entries = try [Entry](wire: inner, at: place, from: origin, atMost: WireLimits.elementsPerArray)
      guard Set(entries.map(\.key)).count == entries.count else { throw WireError(at: place, "contains a key twice") }
      self = .map(entries)
    default: throw WireError(at: place, "is not a type of value")
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

extension String {
  /// Indicates whether the text has only digits, at most one point between digits, and an exponent as Swift prints it.
  /// Hexadecimal and infinity are excluded.
  fileprivate var isDecimalNumber: Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let allowed = Set("0123456789.eE+-".utf8)
    guard let first = utf8.first, let last = Array(utf8).last, first == UInt8(ascii: "-") || digits.contains(first),
      digits.contains(last), utf8.allSatisfy(allowed.contains)
    else { return false }
    return Double(self)?.isFinite == true
  }

  /// Indicates whether the text is base64 (RFC 4648) with padding and unused bits 0, so that each value has one
  /// encoding.
  fileprivate var isCanonicalBase64: Bool {
    let bytes = Array(utf8)
    guard bytes.count.isMultiple(of: 4) else { return false }
    let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    let digits = bytes.dropLast(padding)
    guard digits.allSatisfy({ Self.base64Digit($0) != nil }) else { return false }
    let unused: UInt8 = padding == 0 ? 0 : padding == 1 ? 0b11 : 0b1111
    return digits.last.flatMap(Self.base64Digit).map { $0 & unused == 0 } ?? true
  }

  private static func base64Digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

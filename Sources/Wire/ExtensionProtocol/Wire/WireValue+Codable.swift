// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Encodes a wire value as the JSON it represents. Recordings store the host's inputs this way.
extension WireValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      var object = WireObject()
      for name in members.allKeys { object[name.stringValue] = try members.decode(WireValue.self, forKey: name) }
      self = .object(object)
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var array: [WireValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(WireValue.self)) }
      self = .array(array)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let flag = try? single.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? single.decode(Int64.self) {
      self = .integer(number)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: MemberName.self)
      for (name, value) in object.members { try members.encode(value, forKey: MemberName(stringValue: name)) }
    case .array(let values):
      var elements = encoder.unkeyedContainer()
      for value in values { try elements.encode(value) }
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .bool(let flag): try Self.encode(flag, to: encoder)
    case .integer(let number): try Self.encode(number, to: encoder)
    case .string(let text): try Self.encode(text, to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(value)
  }

  private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Stored in its wire form.
extension ErrorObject: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(wire: WireValue(from: decoder), at: "", from: .host)
  }

  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

/// Stored in its wire form, such as `h1`.
extension RequestID: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(wire: WireValue(from: decoder), at: "", from: .host)
  }

  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

// Wire types that the host's inputs contain.
extension ShieldButton: Codable {}
extension ReportFilter.Segment: Codable {}
extension ReportFilter.Users: Codable {}

extension ViewFrame: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(wire: WireValue(from: decoder), at: "", from: .host)
  }

  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An intent as its code declares it: the texts, and the parameters with type, title and default.
public struct DescribedIntent: Hashable, Sendable {
  /// The purposes for which the host may use the intent.
  public enum Role: String, WireWord {
    /// A button or a toggle of a widget.
    case action
    /// The configuration of a widget.
    case configuration
    case focusFilter
  }

  public var intent: String
  public var title: String
  public var description: String?
  public var roles: [Role]
  /// Indicates whether the intent is performed in the open app (WIDGET-W46).
  public var opensApp: Bool
  public var parameters: [DescribedParameter]

  public init(
    intent: String, title: String, description: String? = nil, roles: [Role], opensApp: Bool = false,
    parameters: [DescribedParameter] = []
  ) {
    self.intent = intent
    self.title = title
    self.description = description
    self.roles = roles
    self.opensApp = opensApp
    self.parameters = parameters
  }
}

extension DescribedIntent: WireConvertible {
  public var wire: WireValue {
    [
      "description": description?.wire, "intent": intent.wire, "opensApp": opensApp.wire,
      "parameters": parameters.wireUnlessEmpty, "roles": roles.wire, "title": title.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    description = try reader.optionalCaption("description")
    intent = try reader.shortName("intent")
    opensApp = try reader.required("opensApp")
    parameters = try reader.list("parameters", within: .parameters)
    parameters = try parameters.checkedAsDistinct(\.name, at: reader.path("parameters"))
    roles = try reader.list("roles").checkedAsSet(at: reader.path("roles"))
    title = try reader.caption("title")
    try reader.finish()
  }

  /// Reads the intents of a description: at most 128, each once.
  static func list(_ reader: inout WireReader) throws(WireError) -> [DescribedIntent] {
    try reader.list("intents", of: DescribedIntent.self, within: .intents)
      .checkedAsDistinct(\.intent, at: reader.path("intents"))
  }
}

/// A parameter of an intent, as a settings sheet shows it.
public struct DescribedParameter: Hashable, Sendable {
  public var name: String
  public var title: String
  public var description: String?
  public var type: ParameterType
  /// Indicates whether the parameter may be absent.
  public var isOptional: Bool
  /// The literal of the declaration, or the default result of the entity's query.
  public var defaultValue: PropertyValue?
  /// Indicates whether `widget.options` or `focus.options` lists the values.
  public var hasOptions: Bool
  /// The least and the greatest number that the declaration allows.
  public var range: Range?

  public struct Range: Hashable, Sendable {
    public var lower: PropertyValue
    public var upper: PropertyValue

    public init(lower: PropertyValue, upper: PropertyValue) {
      self.lower = lower
      self.upper = upper
    }
  }

  public init(
    name: String, title: String, description: String? = nil, type: ParameterType, isOptional: Bool = false,
    defaultValue: PropertyValue? = nil, hasOptions: Bool = false, range: Range? = nil
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.hasOptions = hasOptions
    self.range = range
  }
}

extension DescribedParameter: WireConvertible {
  public var wire: WireValue {
    [
      "default": defaultValue?.wire, "description": description?.wire, "name": name.wire, "optional": isOptional.wire,
      "options": hasOptions.wire, "range": range?.wire, "title": title.wire, "type": type.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    defaultValue = try reader.optional("default")
    try defaultValue?.checkAsParameter(at: reader.path("default"))
    description = try reader.optionalCaption("description")
    name = try reader.shortName("name")
    isOptional = try reader.required("optional")
    hasOptions = try reader.required("options")
    range = try reader.optional("range")
    title = try reader.caption("title")
    type = try reader.required("type")
    try reader.finish()
  }
}

extension DescribedParameter.Range: WireConvertible {
  public var wire: WireValue { ["lower": lower.wire, "upper": upper.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    lower = try reader.required("lower")
    try lower.checkAsParameter(at: reader.path("lower"))
    upper = try reader.required("upper")
    try upper.checkAsParameter(at: reader.path("upper"))
    try reader.finish()
  }
}

/// The type of a parameter.
public struct ParameterType: Hashable, Sendable {
  public enum Kind: String, WireWord {
    case bool, int, decimal, string, date, url
    /// A `decimal` of seconds.
    case duration
    /// The raw value of one of the cases.
    case enumeration
    case entity
  }

  public var kind: Kind
  public var isList: Bool
  /// The name of the entity's or enumeration's type; absent at other kinds.
  public var name: String?
  /// The type's name for people.
  public var title: String?
  /// The cases of an enumeration.
  public var cases: [IntentChoice]

  public init(
    _ kind: Kind, isList: Bool = false, name: String? = nil, title: String? = nil, cases: [IntentChoice] = []
  ) {
    self.kind = kind
    self.isList = isList
    self.name = name
    self.title = title
    self.cases = cases
  }
}

extension ParameterType: WireConvertible {
  public var wire: WireValue {
    [
      "cases": cases.wireUnlessEmpty, "kind": kind.wire, "list": isList.wire, "name": name?.wire, "title": title?.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    cases = try reader.list("cases", within: .choices)
    kind = try reader.required("kind")
    isList = try reader.required("list")
    name = try reader.optionalShortName("name")
    title = try reader.optionalCaption("title")
    try reader.finish()
  }
}

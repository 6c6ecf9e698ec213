// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that a parameter may have, with its texts: a case of an enumeration or an entity.
public struct IntentChoice: Hashable, Sendable {
  public var value: PropertyValue
  public var title: String
  public var subtitle: String?
  /// The heading under which the value is listed.
  public var section: String?

  public init(value: PropertyValue, title: String, subtitle: String? = nil, section: String? = nil) {
    self.value = value
    self.title = title
    self.subtitle = subtitle
    self.section = section
  }
}

extension IntentChoice: WireConvertible {
  public var wire: WireValue {
    ["section": section?.wire, "subtitle": subtitle?.wire, "title": title.wire, "value": value.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    section = try reader.optionalCaption("section")
    subtitle = try reader.optionalCaption("subtitle")
    title = try reader.caption("title")
    self.value = try reader.required("value")
    try self.value.checkAsParameter(at: reader.path("value"))
    try reader.finish()
  }
}

/// The arguments of `widget.options` and `focus.options`.
public struct OptionsArguments: WireConvertible {
  public var intent: String
  public var parameter: String
  /// The text that the person typed into the list's search field.
  public var query: String?

  public init(intent: String, parameter: String, query: String? = nil) {
    self.intent = intent
    self.parameter = parameter
    self.query = query
  }

  public var wire: WireValue { ["intent": intent.wire, "parameter": parameter.wire, "query": query?.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    intent = try reader.shortName("intent")
    parameter = try reader.shortName("parameter")
    query = try reader.optionalCaption("query")
    try reader.finish()
  }
}

/// The reply to `widget.options` and `focus.options`.
public struct OptionsResult: WireConvertible {
  public var choices: [IntentChoice]

  public init(choices: [IntentChoice] = []) { self.choices = choices }

  public var wire: WireValue { ["choices": choices.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    choices = try reader.list("choices", within: .choices)
    try reader.finish()
  }
}

/// The arguments of `intent.perform`: a button or a toggle of a widget was used.
public struct IntentArguments: WireConvertible {
  public var intent: String
  public var parameters: [ParameterValue]
  /// The placed widget whose control was used.
  public var instance: String?

  public init(intent: String, parameters: [ParameterValue] = [], instance: String? = nil) {
    self.intent = intent
    self.parameters = parameters
    self.instance = instance
  }

  public var wire: WireValue {
    ["instance": instance?.wire, "intent": intent.wire, "parameters": parameters.wireUnlessEmpty]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    instance = try reader.optionalShortName("instance")
    intent = try reader.shortName("intent")
    parameters = try reader.parameters("parameters")
    try reader.finish()
  }
}

/// Something in a description that has no effect or is missing, for the journal and for `explain`.
public struct DescriptionNote: WireConvertible {
  public enum Code: String, WireWord {
    /// The intent has no `perform` of its own.
    case performMissing = "perform.missing"
    /// The filter has no `displayRepresentation` of its own.
    case displayMissing = "display.missing"
    /// The declaration compiles and does nothing on this host.
    case withoutEffect = "declaration.withoutEffect"
  }

  public var code: Code
  public var subject: String

  public init(_ code: Code, _ subject: String) {
    self.code = code
    self.subject = subject
  }

  public var wire: WireValue { ["code": code.wire, "subject": subject.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    code = try reader.required("code")
    subject = try reader.caption("subject")
    try reader.finish()
  }
}

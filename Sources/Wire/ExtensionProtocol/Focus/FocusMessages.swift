// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A call of a Focus filter's code.
public enum FocusCallback: Hashable, Sendable {
  case describe
  case suggest
  case options(OptionsArguments)
  case resolve(FilterValues)
  case perform(FilterValues, edge: FocusEdge)

  public enum Name: String, CaseIterable, Sendable {
    case describe = "focus.describe"
    case suggest = "focus.suggest"
    case options = "focus.options"
    case resolve = "focus.resolve"
    case perform = "focus.perform"
  }

  public var name: Name {
    switch self {
    case .describe: .describe
    case .suggest: .suggest
    case .options: .options
    case .resolve: .resolve
    case .perform: .perform
    }
  }

  var arguments: WireValue {
    switch self {
    case .describe, .suggest: [:]
    case .options(let arguments): arguments.wire
    case .resolve(let values): values.wire
    case .perform(let values, let edge):
      ["edge": edge.wire, "intent": values.intent.wire, "parameters": values.parameters.wireUnlessEmpty]
    }
  }

  init(_ name: Name, arguments: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(arguments, at: pointer, from: origin)
    switch name {
    case .describe: self = .describe
    case .suggest: self = .suggest
    case .options:
      self = .options(try OptionsArguments(wire: arguments, at: pointer, from: origin))
      return
    case .resolve: self = .resolve(try FilterValues(&reader))
    case .perform:
      let edge: FocusEdge = try reader.required("edge")
      self = .perform(try FilterValues(&reader), edge: edge)
    }
    try reader.finish()
  }
}

/// A filter going on or off.
public enum FocusEdge: String, WireWord {
  case on, off
}

/// A filter with the values of its parameters: in force, suggested or asked about.
public struct FilterValues: WireConvertible {
  public var intent: String
  public var parameters: [ParameterValue]

  public init(intent: String, parameters: [ParameterValue] = []) {
    self.intent = intent
    self.parameters = parameters
  }

  public var wire: WireValue { ["intent": intent.wire, "parameters": parameters.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    try self.init(&reader)
    try reader.finish()
  }

  init(_ reader: inout WireReader) throws(WireError) {
    intent = try reader.shortName("intent")
    parameters = try reader.parameters("parameters")
  }
}

/// The reply to `focus.describe`.
public struct FocusDescription: WireConvertible {
  public var intents: [DescribedIntent]
  public var notes: [DescriptionNote]

  public init(intents: [DescribedIntent] = [], notes: [DescriptionNote] = []) {
    self.intents = intents
    self.notes = notes
  }

  public var wire: WireValue { ["intents": intents.wireUnlessEmpty, "notes": notes.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    intents = try DescribedIntent.list(&reader)
    notes = try reader.list("notes", within: .notes)
    try reader.finish()
  }
}

/// The reply to `focus.suggest`: values with which a new filter can start, the best first.
public struct FocusSuggestions: WireConvertible {
  public var suggestions: [FilterValues]

  public init(suggestions: [FilterValues] = []) { self.suggestions = suggestions }

  public var wire: WireValue { ["suggestions": suggestions.wireUnlessEmpty] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    suggestions = try reader.list("suggestions", within: .choices)
    try reader.finish()
  }
}

/// The reply to `focus.resolve`, and part of the reply to `focus.perform`: how the settings show the filter, and what
/// it does to notifications.
public struct FocusContext: Hashable, Sendable {
  public var title: String?
  public var subtitle: String?
  /// Absent: the filter leaves notifications alone.
  public var predicate: CriteriaPredicate?
  /// Stored, and without effect.
  public var targetPrefix: String?

  public init(
    title: String? = nil, subtitle: String? = nil, predicate: CriteriaPredicate? = nil, targetPrefix: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.predicate = predicate
    self.targetPrefix = targetPrefix
  }
}

extension FocusContext: WireConvertible {
  public var wire: WireValue { .object(members) }

  fileprivate var members: WireObject {
    [
      "predicate": predicate?.wire, "subtitle": subtitle?.wire, "targetPrefix": targetPrefix?.wire,
      "title": title?.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    try self.init(&reader)
    try reader.finish()
  }

  fileprivate init(_ reader: inout WireReader) throws(WireError) {
    predicate = try reader.optional("predicate")
    if let fault = predicate?.limitFault {
      throw WireError(.limit, at: reader.path("predicate"), fault).named(.predicate)
    }
    subtitle = try reader.optionalCaption("subtitle")
    targetPrefix = try reader.optionalText("targetPrefix", atMost: 1_024)
    title = try reader.optionalCaption("title")
  }
}

/// The reply to `focus.perform`: the context and the effects of one edge, accepted together (FOCUS-F10).
public struct FocusPerformResult: WireConvertible {
  public var context: FocusContext
  public var effects: [Effect]

  public init(context: FocusContext = FocusContext(), effects: [Effect] = []) {
    self.context = context
    self.effects = effects
  }

  public var wire: WireValue {
    var members = context.members
    members["effects"] = effects.wireUnlessEmpty
    return .object(members)
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    effects = try Effect.list(&reader)
    context = try FocusContext(&reader)
    try reader.finish()
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How an intent reads as a sentence. The host's sheets list parameters instead.
public protocol ParameterSummary {
  associatedtype Intent
}

/// The summary of an intent without one.
public struct _NoSummary: ParameterSummary {
  public typealias Intent = Never
}

@resultBuilder
public enum ParameterSummaryBuilder<Intent> {
  public static func buildBlock<Content: ParameterSummary>(_ content: Content) -> Content { content }
  public static func buildEither<Content: ParameterSummary>(first content: Content) -> Content { content }
  public static func buildEither<Content: ParameterSummary>(second content: Content) -> Content { content }
}

@resultBuilder
public enum ParameterSummaryKeyPathsBuilder<Intent> {
  public static func buildExpression<Value>(_ parameter: KeyPath<Intent, Value>) -> [PartialKeyPath<Intent>] {
    [parameter]
  }
  public static func buildBlock(_ parameters: [PartialKeyPath<Intent>]...) -> [PartialKeyPath<Intent>] {
    parameters.flatMap(\.self)
  }
}

/// A sentence with parameters.
public struct IntentParameterSummary<Intent>: ParameterSummary {
  public init() {}

  public init(_ words: IntentParameterSummaryString<Intent>, table: String? = nil) {}

  public init(
    _ words: IntentParameterSummaryString<Intent>, table: String? = nil,
    @ParameterSummaryKeyPathsBuilder<Intent> _ others: () -> [PartialKeyPath<Intent>]
  ) {}

  public init(@ParameterSummaryKeyPathsBuilder<Intent> _ others: () -> [PartialKeyPath<Intent>]) {}
}

/// The words of a summary, with parameters between them.
public struct IntentParameterSummaryString<Intent>: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, Value>) {}
  }
}

/// A summary that depends on a parameter.
public struct ParameterSummaryWhenCondition<Intent>: ParameterSummary {
  public init<Value: Equatable>(
    _ parameter: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterComparison, _ value: Value,
    @ParameterSummaryBuilder<Intent> _ content: () -> some ParameterSummary,
    @ParameterSummaryBuilder<Intent> otherwise: () -> some ParameterSummary
  ) {}

  public init<Value>(
    _ parameter: KeyPath<Intent, IntentParameter<Value?>>, _ presence: ParameterPresence,
    @ParameterSummaryBuilder<Intent> _ content: () -> some ParameterSummary,
    @ParameterSummaryBuilder<Intent> otherwise: () -> some ParameterSummary
  ) {}

  public init(
    widgetFamily comparison: ParameterComparison, _ family: some Equatable,
    @ParameterSummaryBuilder<Intent> _ content: () -> some ParameterSummary,
    @ParameterSummaryBuilder<Intent> otherwise: () -> some ParameterSummary
  ) {}
}

public enum ParameterComparison: Hashable, Sendable {
  case equalTo, notEqualTo, greaterThan, greaterThanOrEqualTo, lessThan, lessThanOrEqualTo, oneOf
}

public enum ParameterPresence: Hashable, Sendable {
  case hasAnyValue, hasNoValue
}

/// A summary for each value of a parameter.
public struct ParameterSummarySwitchCondition<Intent>: ParameterSummary {
  public init<Value>(
    _ parameter: KeyPath<Intent, IntentParameter<Value>>,
    @ParameterSummaryCasesBuilder<Intent> _ content: () -> [ParameterSummaryCase<Intent>]
  ) {}
}

public struct ParameterSummaryCase<Intent> {
  public init(_ value: some Equatable, @ParameterSummaryBuilder<Intent> _ content: () -> some ParameterSummary) {}
  public init(@ParameterSummaryBuilder<Intent> _ content: () -> some ParameterSummary) {}
}

@resultBuilder
public enum ParameterSummaryCasesBuilder<Intent> {
  public static func buildBlock(_ cases: ParameterSummaryCase<Intent>...) -> [ParameterSummaryCase<Intent>] { cases }
}

extension AppIntent {
  public typealias Summary = IntentParameterSummary<Self>
  public typealias When = ParameterSummaryWhenCondition<Self>
  public typealias Switch = ParameterSummarySwitchCondition<Self>
  public typealias Case = ParameterSummaryCase<Self>
  public typealias DefaultCase = ParameterSummaryCase<Self>
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import ExtensionProtocol
internal import Foundation

/// When a widget matters. The host stores and explains it; no stack turns by it in this version.
public struct WidgetRelevance<Configuration> {
  public let attributes: [WidgetRelevanceAttribute<Configuration>]

  public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) { self.attributes = attributes }
}

public struct WidgetRelevanceAttribute<Configuration> {
  public let configuration: Configuration?
  public let context: RelevantContext

  func wire(configuration: [ParameterValue]) -> RelevanceAttribute {
    RelevanceAttribute(configuration: configuration, context: context.wire)
  }
}

extension WidgetRelevanceAttribute where Configuration: WidgetConfigurationIntent {
  public init(configuration: Configuration, context: RelevantContext) {
    self.configuration = configuration
    self.context = context
  }
}

extension WidgetRelevanceAttribute where Configuration == Void {
  public init(context: RelevantContext) {
    configuration = nil
    self.context = context
  }
}

/// A situation in which a widget matters. This host observes time only.
public struct RelevantContext: Hashable, Sendable {
  enum Form: Hashable {
    case time(Date, Date)
    case unobserved(String)
  }

  let form: Form

  public static func date(_ date: Date) -> RelevantContext { RelevantContext(form: .time(date, date)) }

  public static func date(_ date: Date, kind: DateKind) -> RelevantContext { self.date(date) }

  public static func date(from start: Date, to end: Date) -> RelevantContext {
    RelevantContext(form: .time(min(start, end), max(start, end)))
  }

  public static func date(interval: DateInterval, kind: DateKind = .default) -> RelevantContext {
    date(from: interval.start, to: interval.end)
  }

  public static func date(range: ClosedRange<Date>, kind: DateKind = .default) -> RelevantContext {
    date(from: range.lowerBound, to: range.upperBound)
  }

  public static func location(inferred: InferredLocation) -> RelevantContext {
    RelevantContext(form: .unobserved("location"))
  }

  public static func sleep(_ moment: SleepMoment) -> RelevantContext { RelevantContext(form: .unobserved("sleep")) }
  public static func fitness(_ moment: FitnessMoment) -> RelevantContext {
    RelevantContext(form: .unobserved("fitness"))
  }
  public static func hardware(headphones: HeadphonesState) -> RelevantContext {
    RelevantContext(form: .unobserved("hardware"))
  }

  public enum DateKind: Hashable, Sendable { case `default`, scheduled, informational }
  public enum InferredLocation: Hashable, Sendable { case home, work, school, gym, commute }
  public enum SleepMoment: Hashable, Sendable { case bedtime, wakeup }
  public enum FitnessMoment: Hashable, Sendable { case workoutActive, activityRingsIncomplete }
  public enum HeadphonesState: Hashable, Sendable { case connected }

  var wire: RelevanceAttribute.Context {
    switch form {
    case .time(let start, let end): .time(start: start.wireTime, end: end.wireTime)
    case .unobserved(let name): .unobserved(name)
    }
  }
}

extension Date {
  /// Milliseconds since 1970. A date that the wire does not have is moved out of its range, so that it is refused.
  var wireTime: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return milliseconds.isFinite && abs(milliseconds) <= Double(WireLimits.largestInteger) ? Int64(milliseconds) : -1
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view with content for a date. It is drawn once (`views.md#what-swiftui-code-does-here`).
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
  public typealias Context = TimelineViewDefaultContext

  let schedule: Schedule
  let content: (Context) -> Content

  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
    self.schedule = schedule
    self.content = content
  }

  public var body: some View { content(Context(date: schedule.date(at: Date()), cadence: .live)) }
}

/// The context of a timeline's content. A separate type, so that the content's type can be inferred from the closure.
public struct TimelineViewDefaultContext: Sendable {
  public enum Cadence: Comparable, Sendable {
    case live, seconds, minutes
  }

  public let date: Date
  public let cadence: Cadence
}

/// A schedule of the dates at which content changes.
public protocol TimelineSchedule {
  associatedtype Entries: Sequence where Entries.Element == Date
  typealias Mode = TimelineScheduleMode
  func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries
}

public enum TimelineScheduleMode: Sendable {
  case normal, lowFrequency
}

extension TimelineSchedule {
  /// The first entry of the schedule from `now` on, or `now` if that entry is in the future.
  fileprivate func date(at now: Date) -> Date {
    var iterator = entries(from: now, mode: .normal).makeIterator()
    guard let first = iterator.next() else { return now }
    return first <= now ? first : now
  }
}

public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  let start: Date
  let interval: TimeInterval

  public init(from startDate: Date, by interval: TimeInterval) {
    start = startDate
    self.interval = interval
  }

  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldFirstSequence<Date> {
    let length = interval > 0 && interval.isFinite ? interval : 1
    let passed = (startDate.timeIntervalSince(start) / length).rounded(.down)
    let first = passed.isFinite && passed > 0 ? start.addingTimeInterval(passed * length) : start
    return sequence(first: first) { $0.addingTimeInterval(length) }
  }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  public init() {}

  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldFirstSequence<Date> {
    let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
    return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0.addingTimeInterval(60) }
  }
}

public struct ExplicitTimelineSchedule: TimelineSchedule, Sendable {
  let dates: [Date]

  public init(_ dates: some Sequence<Date>) { self.dates = Array(dates) }

  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] {
    guard let current = dates.lastIndex(where: { $0 <= startDate }) else { return dates }
    return Array(dates[current...])
  }
}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}

  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self {
    Self(from: startDate, by: interval)
  }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: Self { Self() }
}

extension TimelineSchedule where Self == ExplicitTimelineSchedule {
  public static func explicit(_ dates: some Sequence<Date>) -> Self { Self(dates) }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static var animation: Self { Self() }
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { Self() }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation
internal import ScreenTimeVocabulary

/// A schedule for monitoring an activity.
///
/// ### On Linux
/// Start and end must name the same units. Smaller units that are absent are 0, not those of the current time.
public struct DeviceActivitySchedule: Equatable, Sendable {
  /// The components of the time at which an interval starts.
  public let intervalStart: DateComponents
  /// The components of the time at which an interval ends.
  public let intervalEnd: DateComponents
  /// Indicates whether the interval recurs.
  public let repeats: Bool
  /// The time between a warning and the start or end of the interval.
  public let warningTime: DateComponents?

  /// - Parameter warningTime: The time between a warning and the start or end of the interval. If it is `nil`, there
  ///   are no warnings.
  public init(
    intervalStart: DateComponents, intervalEnd: DateComponents, repeats: Bool, warningTime: DateComponents? = nil
  ) {
    self.intervalStart = intervalStart
    self.intervalEnd = intervalEnd
    self.repeats = repeats
    self.warningTime = warningTime
  }

  /// The current interval or, outside an interval, the next one. `nil` if there are no more intervals.
  public var nextInterval: DateInterval? {
    let span = IntervalSearch(Schedule(wire), in: PersonCalendar.place)?.interval(at: Timestamp(PersonCalendar.now))
    return span.map { DateInterval(start: $0.start.date, end: $0.end.date) }
  }
}

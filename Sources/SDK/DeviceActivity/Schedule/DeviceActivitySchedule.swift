// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation
internal import ScreenTimeVocabulary

/// When an activity is monitored.
///
/// ### On Linux
/// Start and end name the same unit; smaller units that are absent are 0, never those of the moment of the call (D1, D2).
public struct DeviceActivitySchedule: Equatable, Sendable {
  /// Which instants begin an interval (D1).
  public let intervalStart: DateComponents
  /// Which instants end one (D1).
  public let intervalEnd: DateComponents
  /// Whether there is more than one interval.
  public let repeats: Bool
  /// How long before start and end the warnings come.
  public let warningTime: DateComponents?

  /// - Parameter warningTime: how long before start and end a warning comes; nil gives none (D14).
  public init(
    intervalStart: DateComponents, intervalEnd: DateComponents, repeats: Bool, warningTime: DateComponents? = nil
  ) {
    self.intervalStart = intervalStart
    self.intervalEnd = intervalEnd
    self.repeats = repeats
    self.warningTime = warningTime
  }

  /// The running interval if there is one, else the next; nil when there is none any more (D3, D4).
  public var nextInterval: DateInterval? {
    let span = IntervalSearch(Schedule(wire), in: PersonCalendar.place)?.interval(at: Timestamp(PersonCalendar.now))
    return span.map { DateInterval(start: $0.start.date, end: $0.end.date) }
  }
}

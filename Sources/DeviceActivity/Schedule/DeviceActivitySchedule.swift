// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// When an activity is monitored.
///
/// ### On Linux
/// Start and end name the same unit; smaller units that are absent are 0, never those of the moment of the call (D1, D2).
public struct DeviceActivitySchedule: Equatable, Sendable {
  public let intervalStart: DateComponents
  public let intervalEnd: DateComponents
  public let repeats: Bool
  /// How long before start and end the warnings come.
  public let warningTime: DateComponents?

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
    IntervalSearch(self, calendar: PersonCalendar.current).interval(at: PersonCalendar.now)
  }
}

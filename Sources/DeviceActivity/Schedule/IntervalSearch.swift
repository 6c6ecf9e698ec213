// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The formula of D3 and D4. The host has its own copy in `ScreenTimeRules`; the vectors of `screen-time.md` §5 hold for
/// both.
struct IntervalSearch {
  private let start: DateComponents
  private let end: DateComponents
  private let calendar: Calendar

  /// - Parameter calendar: the person's, used where the components name none.
  init(_ schedule: DeviceActivitySchedule, calendar: Calendar) {
    var own = schedule.intervalStart.calendar ?? calendar
    own.timeZone =
      schedule.intervalStart.timeZone ?? schedule.intervalStart.calendar?.timeZone ?? calendar.timeZone
    self.init(start: schedule.intervalStart, end: schedule.intervalEnd, calendar: own)
  }

  private init(start: DateComponents, end: DateComponents, calendar: Calendar) {
    self.start = start
    self.end = end
    self.calendar = calendar
  }

  /// The running interval at `now`, else the next one.
  func interval(at now: Date) -> DateInterval? {
    start.year != nil && end.year != nil ? dated(at: now) : repeating(at: now)
  }

  /// The length in a zone without clock changes, which is what the limits measure (D6).
  func nominalLength(at now: Date) -> TimeInterval? {
    guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
    var nominal = calendar
    nominal.timeZone = utc
    let wallClock = now.addingTimeInterval(TimeInterval(calendar.timeZone.secondsFromGMT(for: now)))
    return IntervalSearch(start: start, end: end, calendar: nominal).interval(at: wallClock)?.duration
  }

  /// D3: the first end after now, and the last start before that end.
  private func repeating(at now: Date) -> DateInterval? {
    let policy = Calendar.MatchingPolicy.nextTimePreservingSmallerComponents
    guard
      let end = calendar.nextDate(after: now, matching: filled(self.end), matchingPolicy: policy),
      let start = calendar.nextDate(
        after: end, matching: filled(self.start), matchingPolicy: policy, direction: .backward)
    else { return nil }
    return DateInterval(start: start, end: end)
  }

  /// D4: with a year nothing is searched, for a search would turn a past day into one of next month.
  private func dated(at now: Date) -> DateInterval? {
    guard let start = calendar.date(from: filled(self.start)), let end = calendar.date(from: filled(self.end)),
      now < end, start < end
    else { return nil }
    return DateInterval(start: start, end: end)
  }

  /// D2: smaller units that are absent are 0. Calendar and zone belong to the search, not to the pattern.
  private func filled(_ components: DateComponents) -> DateComponents {
    var result = DateComponents()
    if let year = components.year, components.month != nil, components.day != nil {
      (result.year, result.month, result.day) = (year, components.month, components.day)
    } else {
      result = components
      (result.calendar, result.timeZone, result.nanosecond) = (nil, nil, nil)
    }
    result.hour = components.hour
    result.minute = components.minute
    result.second = components.second ?? 0
    let isMinuteOfHour = components.hour == nil && components.minute != nil && !components.hasDay
    if !isMinuteOfHour {
      result.hour = components.hour ?? 0
      result.minute = components.minute ?? 0
    }
    return result
  }
}

extension DateComponents {
  /// Names a day in any way.
  fileprivate var hasDay: Bool { day != nil || weekday != nil || dayOfYear != nil }
}

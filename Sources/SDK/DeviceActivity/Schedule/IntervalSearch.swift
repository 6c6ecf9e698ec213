// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The formula of D3 and D4. The host has its own copy in `ScreenTimeRules`; the vectors of `screen-time.md` §5 hold for
/// both.
struct IntervalSearch {
  private let start: DateComponents
  private let end: DateComponents
  private let calendar: Calendar

  /// - Parameter calendar: the person's, used where the components name none. The zone is the components' own or the
  ///   person's; that of a `calendar` set in them is the process's and means nothing (D3).
  init(_ schedule: DeviceActivitySchedule, calendar person: Calendar) {
    self.init(start: schedule.intervalStart, end: schedule.intervalEnd, calendar: schedule.calendar(of: person))
  }

  private init(start: DateComponents, end: DateComponents, calendar: Calendar) {
    self.start = start
    self.end = end
    self.calendar = calendar
  }

  /// The running interval at `now`, else the next one.
  func interval(at now: Date) -> DateInterval? {
    start.isAbsolute && end.isAbsolute ? dated(at: now) : repeating(at: now)
  }

  /// The length in a zone without clock changes, which is what the limits measure (D6).
  func nominalLength(at now: Date) -> TimeInterval? {
    let local = LocalTimeline(zone: calendar.timeZone).local(now)
    return IntervalSearch(start: start, end: end, calendar: calendar.withoutClockChanges).interval(at: local)?.duration
  }

  /// D3: the first end after now, and the last start before that end.
  private func repeating(at now: Date) -> DateInterval? {
    guard let end = LocalPattern(end, calendar: calendar).first(after: now),
      let start = LocalPattern(start, calendar: calendar).last(before: end)
    else { return nil }
    return DateInterval(start: start, end: end)
  }

  /// D4: with a year nothing is searched, for a search would turn a past day into one of next month.
  private func dated(at now: Date) -> DateInterval? {
    guard let start = calendar.date(from: start.matchable), let end = calendar.date(from: end.matchable),
      now < end, start < end
    else { return nil }
    return DateInterval(start: start, end: end)
  }
}

extension DeviceActivitySchedule {
  /// The calendar and the zone that the components bring, else the person's (D3).
  func calendar(of person: Calendar) -> Calendar {
    var calendar = intervalStart.calendar ?? intervalEnd.calendar ?? person
    calendar.timeZone = intervalStart.timeZone ?? intervalEnd.timeZone ?? person.timeZone
    return calendar
  }
}

extension Calendar {
  /// The same days and hours in UTC.
  var withoutClockChanges: Calendar {
    var calendar = self
    calendar.timeZone = .gmt
    return calendar
  }
}

extension DateComponents {
  /// An absolute date: it names one day of all time (D4).
  var isAbsolute: Bool { year != nil && month != nil && day != nil }

  /// What a calendar matches: units below the largest are 0 when absent, never those of the moment (D2). Calendar and
  /// zone belong to the search, not to the pattern.
  var matchable: DateComponents {
    let namesDay = year != nil || month != nil || day != nil || weekday != nil
    let isWithinHour = !namesDay && hour == nil
    return DateComponents(
      year: year, month: month, day: day, hour: isWithinHour ? nil : hour ?? 0, minute: minute ?? 0,
      second: second ?? 0, weekday: isAbsolute ? nil : weekday)
  }
}

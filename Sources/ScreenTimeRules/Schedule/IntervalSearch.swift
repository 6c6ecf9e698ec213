// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the interval of a schedule (D2–D5) and its nominal length (D6). The only place that asks a calendar.
package struct IntervalSearch {
  private let schedule: Schedule
  private let calendar: Calendar
  private let start: DateComponents
  private let end: DateComponents

  /// - Returns: nil when the schedule's calendar or zone is unknown.
  package init?(_ schedule: Schedule, in person: CalendarPlace) {
    guard let calendar = schedule.place(in: person).makeCalendar() else { return nil }
    self.init(schedule, calendar: calendar)
  }

  private init(_ schedule: Schedule, calendar: Calendar) {
    self.schedule = schedule
    self.calendar = calendar
    start = schedule.start.matchable
    end = schedule.end.matchable
  }

  /// The running interval at an instant if there is one, else the next; half-open (D3).
  package func interval(at instant: Timestamp) -> TimeSpan? {
    if schedule.start.isAbsolute || schedule.end.isAbsolute { return absoluteInterval(at: instant) }
    let policy = Calendar.MatchingPolicy.nextTimePreservingSmallerComponents
    guard
      let end = calendar.nextDate(after: instant.date, matching: end, matchingPolicy: policy),
      let start = calendar.nextDate(after: end, matching: start, matchingPolicy: policy, direction: .backward)
    else { return nil }
    let span = TimeSpan(start: Timestamp(start), end: Timestamp(end))
    return span.start < span.end ? span : nil
  }

  /// The length the schedule would have in a zone without clock changes (D6): a registration may not fail because of
  /// one.
  package func nominalMilliseconds(at instant: Timestamp) -> Int64? {
    var plain = calendar
    let offset = calendar.timeZone.secondsFromGMT(for: instant.date)
    guard let zone = TimeZone(secondsFromGMT: 0) else { return nil }
    plain.timeZone = zone
    let local = instant.advanced(by: Int64(offset) * 1_000)
    return IntervalSearch(schedule, calendar: plain).interval(at: local)?.milliseconds
  }

  /// The start of the local hour (E5).
  package func hourStart(of instant: Timestamp) -> Timestamp {
    calendar.dateInterval(of: .hour, for: instant.date).map { Timestamp($0.start) } ?? instant
  }

  /// Whether two instants show the same local date and time, as they can in a repeated hour (D11).
  package func isSameLocalTime(_ one: Timestamp, _ other: Timestamp) -> Bool {
    localTime(one) == localTime(other)
  }

  /// The instant that has the same local date and time in another place (D16).
  package func sameLocalTime(as instant: Timestamp, in place: CalendarPlace) -> Timestamp? {
    guard let other = place.makeCalendar() else { return nil }
    return other.date(from: localTime(instant)).map { Timestamp($0) }
  }

  private func localTime(_ instant: Timestamp) -> DateComponents {
    calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second, .nanosecond], from: instant.date)
  }

  /// Both ends are dates, not searches: a search would turn a past day of this month into the next month's (D4).
  private func absoluteInterval(at instant: Timestamp) -> TimeSpan? {
    guard let start = calendar.date(from: start), let end = calendar.date(from: end) else { return nil }
    let span = TimeSpan(start: Timestamp(start), end: Timestamp(end))
    return instant < span.end && span.start < span.end ? span : nil
  }
}

extension ScheduleComponents {
  /// What a calendar matches: units below the largest are 0 when absent, never those of the moment (D2).
  fileprivate var matchable: DateComponents {
    if isAbsolute {
      return DateComponents(
        year: year, month: month, day: day, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0)
    }
    let namesHour = hour != nil || day != nil || weekday != nil || month != nil
    return DateComponents(
      year: year, month: month, day: day, hour: namesHour ? hour ?? 0 : nil, minute: minute ?? 0, second: second ?? 0,
      weekday: weekday)
  }
}

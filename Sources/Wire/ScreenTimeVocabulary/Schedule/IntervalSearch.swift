// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Finds the interval of a schedule (D2–D5) and its nominal length (D6). All calendar computations are here.
package struct IntervalSearch {
  private let schedule: Schedule
  private let calendar: Calendar
  private let timeline: LocalTimeline
  private let start: LocalPattern
  private let end: LocalPattern

  /// - Returns: `nil` if the schedule's calendar or zone is unknown.
  package init?(_ schedule: Schedule, in person: CalendarPlace) {
    guard let calendar = schedule.place(in: person).makeCalendar() else { return nil }
    self.init(schedule, calendar: calendar)
  }

  private init(_ schedule: Schedule, calendar: Calendar) {
    self.schedule = schedule
    self.calendar = calendar
    timeline = LocalTimeline(calendar.timeZone)
    start = LocalPattern(schedule.start, calendar: calendar)
    end = LocalPattern(schedule.end, calendar: calendar)
  }

  /// The interval that contains the instant, or the next one. Intervals are half-open (D3).
  package func interval(at instant: Timestamp) -> TimeSpan? {
    if schedule.start.isAbsolute, schedule.end.isAbsolute { return absoluteInterval(at: instant) }
    guard let end = end.first(after: instant), let start = start.last(before: end) else { return nil }
    return TimeSpan(start: start, end: end)
  }

  /// The length the schedule would have in a zone without clock changes (D6), so that a clock change cannot make a
  /// registration fail.
  package func nominalMilliseconds(at instant: Timestamp) -> Int64? {
    IntervalSearch(schedule, calendar: calendar.withoutClockChanges).interval(at: timeline.local(instant))?.milliseconds
  }

  /// The start of the local hour that contains an instant (E5).
  package func hourStart(of instant: Timestamp) -> Timestamp { timeline.hourStart(of: instant) }

  /// Returns whether two instants have the same local date and time, which happens in a repeated hour (D11).
  package func isSameLocalTime(_ one: Timestamp, _ other: Timestamp) -> Bool {
    timeline.local(one) == timeline.local(other)
  }

  /// The instant that has the same local date and time in another place (D16).
  package func sameLocalTime(as instant: Timestamp, in place: CalendarPlace) -> Timestamp? {
    guard let zone = TimeZone(identifier: place.timeZone) else { return nil }
    return LocalTimeline(zone).instants(of: timeline.local(instant)).first
  }

  /// Converts both ends directly instead of searching. A search would move a past day of this month to the next month
  /// (D4).
  private func absoluteInterval(at instant: Timestamp) -> TimeSpan? {
    guard let start = calendar.date(from: schedule.start.matchable),
      let end = calendar.date(from: schedule.end.matchable)
    else { return nil }
    let span = TimeSpan(start: Timestamp(start), end: Timestamp(end))
    return instant < span.end && span.start < span.end ? span : nil
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

extension ScheduleComponents {
  /// The components for a calendar search: units below the largest are 0 if absent, never the current ones (D2).
  var matchable: DateComponents {
    if isAbsolute {
      return DateComponents(
        year: year, month: month, day: day, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0)
    }
    let isWithinHour = !namesDay && hour == nil
    return DateComponents(
      year: year, month: month, day: day, hour: isWithinHour ? nil : hour ?? 0, minute: minute ?? 0,
      second: second ?? 0, weekday: weekday)
  }
}

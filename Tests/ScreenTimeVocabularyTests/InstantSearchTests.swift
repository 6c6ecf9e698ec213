// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeVocabulary

/// Instants of any mixture of components, which `appleCompatible` allows.
@Suite struct InstantSearchTests {
  private static let place = CalendarPlace(timeZone: "UTC")

  private static func time(_ text: String) throws -> Timestamp {
    Timestamp(try Date(text + ":00Z", strategy: .iso8601))
  }

  private static func instants(
    _ components: ScheduleComponents, after start: String, count: Int, in place: CalendarPlace = place
  ) throws -> [String] {
    let search = try #require(InstantSearch(components, in: place, allowsMixed: true))
    var found: [Timestamp] = []
    var next = search.first(after: try time(start))
    while let instant = next, found.count < count {
      found.append(instant)
      next = search.next(after: instant)
    }
    return found.map { String($0.date.formatted(.iso8601).prefix(16)) }
  }

  @Test(arguments: [
    (
      ScheduleComponents(year: 2027, day: 13, hour: 8),
      ["2027-01-13T08:00"]
    ),
    (ScheduleComponents(month: 3, hour: 8), ["2027-03-01T08:00", "2028-03-01T08:00", "2029-03-01T08:00"]),
    (ScheduleComponents(year: 2027, month: 3, minute: 30), ["2027-03-01T00:30"]),
    (ScheduleComponents(year: 2027, minute: 30), ["2027-01-01T00:30"]),
    (ScheduleComponents(month: 3, minute: 30), ["2027-03-01T00:30", "2028-03-01T00:30", "2029-03-01T00:30"]),
    (ScheduleComponents(day: 13, minute: 30), ["2026-09-13T00:30", "2026-10-13T00:30", "2026-11-13T00:30"]),
    (ScheduleComponents(weekday: 2, minute: 30), ["2026-08-17T00:30", "2026-08-24T00:30", "2026-08-31T00:30"]),
    (ScheduleComponents(minute: 30), ["2026-08-14T09:30", "2026-08-14T10:30", "2026-08-14T11:30"]),
    (ScheduleComponents(hour: 3), ["2026-08-15T03:00", "2026-08-16T03:00", "2026-08-17T03:00"]),
    (ScheduleComponents(year: 2027, month: 3, day: 13, minute: 30), ["2027-03-13T00:30"]),
  ])
  func `finds the first instants of each mixture (Q5)`(_ components: ScheduleComponents, _ expected: [String]) throws {
    let found = try Self.instants(components, after: "2026-08-14T09:00", count: 3)
    #expect(found == expected)
  }

  @Test(arguments: [
    (ScheduleComponents(year: 2027, day: 13, hour: 8), ["2027-05-13T08:00"]),
    (ScheduleComponents(year: 2027, month: 5, hour: 8), ["2027-05-11T08:00"]),
    (ScheduleComponents(year: 2027, hour: 8), ["2027-05-11T08:00"]),
    (ScheduleComponents(year: 2027, weekday: 2), ["2027-05-17T00:00"]),
    (ScheduleComponents(year: 2027, month: 5, day: 13, hour: 8), ["2027-05-13T08:00"]),
  ])
  func `a year without a date matches on its later days too (Q5)`(
    _ components: ScheduleComponents, _ expected: [String]
  ) throws {
    let found = try Self.instants(components, after: "2027-05-10T09:00", count: 3)
    #expect(found == expected)
  }

  @Test func `a year, month, day or weekday alone names a day, and a time does not`() {
    for named in [
      ScheduleComponents(year: 2027), ScheduleComponents(month: 3), ScheduleComponents(day: 13),
      ScheduleComponents(weekday: 2),
    ] { #expect(named.namesDay) }
    #expect(!ScheduleComponents(hour: 8, minute: 30, second: 5).namesDay && !ScheduleComponents().namesDay)
  }

  @Test(arguments: [
    ("persian", ScheduleComponents(month: 1, day: 1), ["2027-03-21T00:00", "2028-03-20T00:00"]),
    ("coptic", ScheduleComponents(month: 1, day: 1, hour: 6), ["2026-09-11T06:00", "2027-09-12T06:00"]),
    ("persian", ScheduleComponents(day: 1), ["2026-08-23T00:00", "2026-09-23T00:00"]),
    ("buddhist", ScheduleComponents(month: 2, day: 28), ["2027-02-28T00:00", "2028-02-28T00:00"]),
  ])
  func `days and months are those of the calendar (D1, D3)`(
    _ calendar: String, _ components: ScheduleComponents, _ expected: [String]
  ) throws {
    let place = CalendarPlace(calendar: calendar, timeZone: "UTC")
    #expect(Array(try Self.instants(components, after: "2026-08-14T09:00", count: 2, in: place)) == expected)
    #expect(place.makeCalendar()?.locale == Locale(identifier: "en_US_POSIX"), "not the person's")
  }

  @Test func `a date is over once it was, in its own calendar and zone (D4)`() throws {
    let buddhist = ScheduleComponents(calendar: "buddhist", timeZone: "Asia/Tokyo", year: 2570, month: 3, day: 13)
    #expect(try Self.instants(buddhist, after: "2026-08-14T09:00", count: 3) == ["2027-03-12T15:00"])
    let search = try #require(InstantSearch(buddhist, in: Self.place))
    let instant = try Self.time("2027-03-12T15:00")
    #expect(search.first(after: instant.advanced(by: -1)) == instant && search.first(after: instant) == nil)
    #expect(search.next(after: instant) == nil)
  }

  /// 25 October 2026: at 1:00 UTC the clocks of Berlin go back from 3:00 to 2:00.
  @Test func `a repeated local time is one match, and a repeated hour has its minutes once (D11)`() throws {
    let place = CalendarPlace(timeZone: "Europe/Berlin")
    let daily = try Self.instants(
      ScheduleComponents(hour: 2, minute: 30), after: "2026-10-24T12:00", count: 2, in: place)
    #expect(daily == ["2026-10-25T00:30", "2026-10-26T01:30"])
    let search = try #require(InstantSearch(ScheduleComponents(hour: 2, minute: 30), in: place))
    #expect(search.first(after: try Self.time("2026-10-25T00:30")) == (try Self.time("2026-10-25T01:30")))
  }

  /// The same day: an interval from a time to itself is a day of 25 hours then.
  @Test func `an interval that ends at its start's time lasts until the next day, also when the clocks change (D3)`()
    throws
  {
    let nine = ScheduleComponents(hour: 9)
    let search = try #require(
      IntervalSearch(Schedule(start: nine, end: nine, repeats: true), in: CalendarPlace(timeZone: "Europe/Berlin")))
    let starts = try ["2026-10-23T07:00", "2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"].map(Self.time)
    for (start, end) in zip(starts, starts.dropFirst()) {
      for instant in [start, start.advanced(by: 1), end.advanced(by: -3_600_000), end.advanced(by: -1)] {
        #expect(search.interval(at: instant) == TimeSpan(start: start, end: end))
      }
    }
  }
}

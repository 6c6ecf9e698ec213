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
}

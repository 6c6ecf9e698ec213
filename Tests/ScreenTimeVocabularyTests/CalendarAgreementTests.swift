// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeVocabulary

/// Calendars that count the same hours and weeks as the Gregorian one, which Foundation searches and not our arithmetic.
@Suite struct CalendarAgreementTests {
  static let shapes: [(start: ScheduleComponents, end: ScheduleComponents)] = [
    (ScheduleComponents(minute: 0), ScheduleComponents(minute: 15)),
    (ScheduleComponents(minute: 50, second: 30), ScheduleComponents(minute: 5)),
    (ScheduleComponents(hour: 9), ScheduleComponents(hour: 17, minute: 30)),
    (ScheduleComponents(hour: 22), ScheduleComponents(hour: 6, minute: 0, second: 1)),
    (ScheduleComponents(weekday: 2), ScheduleComponents(weekday: 6, hour: 17)),
    (ScheduleComponents(weekday: 7, minute: 20), ScheduleComponents(weekday: 1)),
  ]

  @Test(arguments: ["iso8601", "buddhist", "japanese", "roc"], 0..<6)
  func `another calendar gives the same intervals of hours and weeks (D2, D3)`(_ calendar: String, _ shape: Int) throws
  {
    let schedule = Schedule(start: Self.shapes[shape].start, end: Self.shapes[shape].end, repeats: true)
    let zone = "Europe/Berlin"
    let gregorian = try #require(IntervalSearch(schedule, in: CalendarPlace(timeZone: zone)))
    let other = try #require(IntervalSearch(schedule, in: CalendarPlace(calendar: calendar, timeZone: zone)))
    // From 13 August 2026 in steps of 7 hours and 11 minutes.
    for step in Int64(0)..<24 {
      let instant = Timestamp(milliseconds: 1_786_579_200_000 + step * 25_860_000)
      let expected = try #require(gregorian.interval(at: instant))
      #expect(other.interval(at: instant) == expected)
      #expect(other.nominalMilliseconds(at: instant) == expected.milliseconds)
    }
  }

  /// 14 August 2026 is a Friday.
  @Test(arguments: ["gregorian", "iso8601"])
  func `an end without a date follows a start with one, and a date with equal ends has no interval (D3, D4)`(
    _ calendar: String
  ) throws {
    let place = CalendarPlace(calendar: calendar, timeZone: "UTC")
    let midnight = Timestamp(milliseconds: 1_786_665_600_000)
    func at(_ hour: Int64, _ minute: Int64 = 0) -> Timestamp { midnight.advanced(by: (hour * 60 + minute) * 60_000) }
    let start = ScheduleComponents(year: 2026, month: 8, day: 14, hour: 9)
    for end in [ScheduleComponents(hour: 17), ScheduleComponents(weekday: 6, hour: 17)] {
      let search = try #require(IntervalSearch(Schedule(start: start, end: end, repeats: true), in: place))
      for instant in [at(9), at(9, 30), at(16, 59)] {
        #expect(search.interval(at: instant) == TimeSpan(start: at(9), end: at(17)))
      }
    }
    for (hour, expected) in [(8, nil), (9, nil), (10, TimeSpan(start: at(9), end: at(10)))] as [(Int, TimeSpan?)] {
      var end = start
      end.hour = hour
      let search = try #require(IntervalSearch(Schedule(start: start, end: end, repeats: true), in: place))
      for instant in [at(0), at(8, 59), at(9), at(9, 59)] {
        #expect(search.interval(at: instant) == expected, "\(hour) at \(instant.date)")
      }
      #expect(search.interval(at: at(10)) == nil)
    }
  }
}

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

  @Test(arguments: ["buddhist", "japanese", "roc"], 0..<6)
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
}

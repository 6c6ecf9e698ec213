// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Occurrences in the night in which an hour comes twice, on an ordinary day and in a very long window.
@Suite struct OccurrenceEdgeTests {
  /// The night of 1 November 2026, in which the clocks go back from 2 to 1 o'clock, which is 09:00 UTC.
  private static let night = CalendarPlace(timeZone: "America/Los_Angeles")

  private func occurrences(
    of schedule: Schedule, from start: String, to end: String, in place: CalendarPlace = night
  ) -> [Occurrence] {
    let window = TimeSpan(start: Bench.time(start), end: Bench.time(end))
    return schedule.occurrences(touching: window, registeredAt: window.start, in: place)
  }

  /// Such as `?01 09:00-10:00`: the day and the times in UTC, after a mark if the local time is repeated.
  private func lines(_ occurrences: [Occurrence]) -> [String] {
    var bench = Bench(at: "2026-11-01 00:00")
    bench.state.place = CalendarPlace(timeZone: "UTC")
    return occurrences.map { one in
      "\(one.skip == .repeatedHour ? "?" : "")\(bench.local(one.span.start))-\(bench.local(one.span.end).suffix(5))"
    }
  }

  @Test func `an occurrence that lasts until its local time comes again is followed by its repetition`() {
    let schedule = Schedule(start: .minutes(0), end: .minutes(0), repeats: false)
    let found = occurrences(of: schedule, from: "2026-11-01 08:00Z", to: "2026-11-01 14:00Z")
    #expect(lines(found) == ["01 08:00-09:00", "?01 09:00-10:00"])
  }

  @Test func `an interval that starts after a repeated local time is no repetition`() {
    // The start matches every hour and the end once a day, twice in this night.
    let schedule = Schedule(start: .minutes(10), end: .at(1, 5), repeats: true)
    let found = occurrences(of: schedule, from: "2026-11-01 07:00Z", to: "2026-11-02 12:00Z")
    #expect(lines(found) == ["01 07:10-08:05", "01 08:10-09:05", "02 08:10-09:05"])
    #expect(found.allSatisfy { $0.skip == nil })
  }

  @Test func `every occurrence after a skipped one is compared with the one that ran`() {
    // The end matches every hour, so many intervals begin at the second 1 o'clock, and none of them runs.
    let schedule = Schedule(start: .at(1), end: .minutes(30), repeats: true)
    let found = occurrences(of: schedule, from: "2026-11-01 08:00Z", to: "2026-11-01 11:00Z")
    #expect(lines(Array(found.prefix(3))) == ["01 08:00-08:30", "?01 09:00-09:30", "?01 09:00-10:30"])
    #expect(found.dropFirst().allSatisfy { $0.skip == .repeatedHour })
  }

  @Test func `an hourly schedule runs in every hour of an ordinary day`() {
    let schedule = Schedule(start: .minutes(0), end: .minutes(15), repeats: true)
    let found = occurrences(of: schedule, from: "2026-08-13 07:00Z", to: "2026-08-13 10:00Z")
    #expect(lines(found) == ["13 07:00-07:15", "13 08:00-08:15", "13 09:00-09:15"])
  }

  @Test func `a window has at most 4,000 occurrences`() {
    let schedule = Schedule(start: .minutes(0), end: .minutes(30), repeats: true)
    let found = occurrences(
      of: schedule, from: "2026-01-01 00:00Z", to: "2026-12-31 00:00Z", in: CalendarPlace(timeZone: "UTC"))
    #expect(found.count == 4_000)
    #expect(found.last?.span.start == Bench.time("2026-01-01 00:00Z").advanced(by: 3_999 * 3_600_000))
  }
}

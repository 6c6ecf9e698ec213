// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The occurrences of a schedule in a window, compared with those in a window that holds it.
@Suite struct OccurrenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var schedule: Schedule
    var zone: String
    var around: String

    var testDescription: String { "\(name), \(zone)" }
  }

  private static func schedule(
    _ start: ScheduleComponents, _ end: ScheduleComponents, repeats: Bool = true
  ) -> Schedule { Schedule(start: start, end: end, repeats: repeats) }

  static let cases: [Case] = [
    ("Europe/Berlin", "2026-10-25 00:00Z", 25), ("Europe/Berlin", "2026-03-29 00:00Z", 29),
    ("Australia/Lord_Howe", "2026-04-04 14:00Z", 5), ("America/Los_Angeles", "2026-11-01 08:00Z", 1),
  ].flatMap { zone, around, day in
    [
      ("daily", schedule(.at(1), .at(1, 30))), ("nightly", schedule(.at(22), .at(2, 15))),
      ("whole days", schedule(.at(0), .at(0))), ("hourly", schedule(.minutes(0), .minutes(15))),
      ("half an hour twice", schedule(.at(1, 30), .at(2))),
      ("weekly", schedule(.at(1, weekday: 1), .at(3, weekday: 1))),
      ("nearly a week", schedule(.at(9, weekday: 2), .at(8, weekday: 2))),
      ("once", schedule(.at(1), .at(1, 30), repeats: false)),
      ("monthly", schedule(ScheduleComponents(day: day, hour: 1), ScheduleComponents(day: day, hour: 3))),
      (
        "once in a month",
        schedule(ScheduleComponents(day: day, hour: 1), ScheduleComponents(day: day, hour: 3), repeats: false)
      ),
      ("once for days", schedule(.at(9, weekday: 2), .at(8, weekday: 2), repeats: false)),
    ].map { Case(name: $0, schedule: $1, zone: zone, around: around) }
  }

  @Test(arguments: cases) func `a window has exactly the occurrences that overlap it`(_ one: Case) {
    let place = CalendarPlace(timeZone: one.zone)
    let middle = Bench.time(one.around)
    let day: Int64 = 86_400_000
    let registeredAt = middle.advanced(by: -40 * day)
    func occurrences(_ window: TimeSpan, of schedule: Schedule, since: Timestamp) -> [Occurrence] {
      schedule.occurrences(touching: window, registeredAt: since, in: place)
    }
    let whole = TimeSpan(start: registeredAt, end: middle.advanced(by: 3 * day))
    let all = occurrences(whole, of: one.schedule, since: registeredAt)
    var repeating = one.schedule
    repeating.repeats = true
    let edges = occurrences(whole, of: repeating, since: registeredAt).flatMap { [$0.span.start, $0.span.end] }
      .sorted { abs($0.milliseconds(since: middle)) < abs($1.milliseconds(since: middle)) }.prefix(4)
    let ends = edges.flatMap { edge in [-1, 0, 1].map { edge.advanced(by: $0) } } + [middle]
    #expect(one.schedule.repeats ? all.count > 1 : all.count == 1)
    for start in ends {
      for end in ends where start <= end {
        let found = occurrences(TimeSpan(start: start, end: end), of: one.schedule, since: registeredAt)
        #expect(found == all.filter { $0.span.start < end && start < $0.span.end }, "\(start) \(end)")
      }
    }
    // The first occurrence is the one at the registration or after it, and no earlier one decides about it.
    for since in edges where one.schedule.repeats {
      let later = occurrences(whole, of: one.schedule, since: since)
      #expect(later.first?.skip == nil && later.allSatisfy { since < $0.span.end })
      #expect(later.isEmpty || later.last == all.last)
    }
  }

  /// Each case: the zone, the night of a change, the times of a daily schedule, and its occurrences of that night in UTC. An
  /// occurrence with `?` would repeat a local time.
  @Test(
    arguments: [
      ("Europe/Berlin", "2026-10-25 00:00", (2, 10), (2, 20), ["00:10-00:20", "?01:10-01:20"]),
      ("Europe/Berlin", "2026-10-25 00:00", (1, 10), (1, 20), ["23:10-23:20"]),
      ("Europe/Berlin", "2026-10-25 00:00", (3, 10), (3, 20), ["02:10-02:20"]),
      ("Europe/Berlin", "2026-10-25 00:00", (2, 0), (3, 0), ["01:00-02:00"]),
      ("Europe/Berlin", "2026-10-24 00:00", (2, 10), (2, 20), ["00:10-00:20"]),
      ("Europe/Berlin", "2026-03-29 00:00", (1, 10), (1, 20), ["00:10-00:20"]),
      ("America/Los_Angeles", "2026-11-01 00:00", (1, 10), (1, 20), ["08:10-08:20", "?09:10-09:20"]),
      ("America/Los_Angeles", "2026-11-01 00:00", (2, 10), (2, 20), ["10:10-10:20"]),
      ("Australia/Lord_Howe", "2026-04-05 00:00", (1, 40), (1, 50), ["14:40-14:50", "?15:10-15:20"]),
      ("Australia/Lord_Howe", "2026-04-05 00:00", (1, 10), (1, 20), ["14:10-14:20"]),
      ("Antarctica/Troll", "2026-10-25 00:00", (1, 10), (1, 20), ["23:10-23:20", "?01:10-01:20"]),
      ("Antarctica/Troll", "2026-10-25 00:00", (2, 30), (2, 40), ["00:30-00:40", "?02:30-02:40"]),
      ("Asia/Tokyo", "2026-10-25 00:00", (2, 10), (2, 20), ["17:10-17:20"]),
    ] as [(String, String, (Int, Int), (Int, Int), [String])])
  func `a local time that comes twice is an occurrence once, and every other one is one (D11)`(
    _ zone: String, _ midnight: String, _ start: (Int, Int), _ end: (Int, Int), _ expected: [String]
  ) {
    let place = CalendarPlace(timeZone: zone)
    let from = Bench.time(midnight, place)
    let window = TimeSpan(start: from, end: from.advanced(by: 6 * 3_600_000))
    func time(_ instant: Timestamp) -> String {
      let minutes = (instant.milliseconds / 60_000) % 1_440
      return "\(minutes / 600)\(minutes / 60 % 10):\(minutes % 60 / 10)\(minutes % 10)"
    }
    for (repeats, registeredAt) in [(true, from.advanced(by: -86_400_000)), (false, from)] {
      let schedule = Self.schedule(.at(start.0, start.1), .at(end.0, end.1), repeats: repeats)
      let found = schedule.occurrences(touching: window, registeredAt: registeredAt, in: place)
      let lines = found.map { "\($0.skip == .repeatedHour ? "?" : "")\(time($0.span.start))-\(time($0.span.end))" }
      #expect(lines == expected, "repeats: \(repeats)")
    }
  }
}

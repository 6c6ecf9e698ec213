// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct IntervalSearchTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var id: String
    var start: ScheduleComponents
    var end: ScheduleComponents
    var asked: String
    /// In UTC; nil if there is no interval.
    var expected: (start: String, end: String)?
    var place = Bench.losAngeles

    init(
      _ id: String, _ start: ScheduleComponents, _ end: ScheduleComponents, _ asked: String,
      _ expected: (start: String, end: String)?, place: CalendarPlace = Bench.losAngeles
    ) {
      (self.id, self.start, self.end, self.asked, self.expected, self.place) = (id, start, end, asked, expected, place)
    }

    var testDescription: String { id }
  }

  static let berlin = CalendarPlace(timeZone: "Europe/Berlin")
  static let thursday = "2026-08-13 13:26"

  static func weekday(_ index: Int, _ day: Int) -> Vector {
    let (date, next) = ("2026-08-\(day)", "2026-08-\(day + 1)")
    return Vector(
      "N\(index + 2)", .at(9, weekday: index), .at(17, weekday: index), thursday,
      ("\(date) 16:00Z", "\(next) 00:00Z"))
  }

  static let vectors: [Vector] = [
    Vector("N1", .at(6), .at(5, 59), "2026-08-22 10:00", ("2026-08-22 13:00Z", "2026-08-23 12:59Z")),
    Vector("N2", .at(0), .at(23, 59), "2026-08-22 12:00", ("2026-08-22 07:00Z", "2026-08-23 06:59Z")),
    weekday(1, 16), weekday(2, 17), weekday(3, 18), weekday(4, 19), weekday(5, 13), weekday(6, 14), weekday(7, 15),
    Vector("N10", .at(0), .at(0), "2026-08-22 12:00", ("2026-08-22 07:00Z", "2026-08-23 07:00Z")),
    Vector(
      "N11a", .at(9, weekday: 2), .at(17, weekday: 6), "2026-08-12 13:00", ("2026-08-10 16:00Z", "2026-08-15 00:00Z")),
    Vector(
      "N11b", .at(9, weekday: 2), .at(17, weekday: 6), "2026-08-15 13:00", ("2026-08-17 16:00Z", "2026-08-22 00:00Z")),
    Vector("N12a", .at(9), .at(17), "2026-08-13 09:00", ("2026-08-13 16:00Z", "2026-08-14 00:00Z")),
    Vector("N12b", .at(9), .at(17), "2026-08-13 17:00", ("2026-08-14 16:00Z", "2026-08-15 00:00Z")),
    Vector(
      "N13", .date("2026-08-13 13:30"), .date("2026-08-13 14:00"), thursday, ("2026-08-13 20:30Z", "2026-08-13 21:00Z")),
    Vector("N14", .date("2026-08-12 09:00"), .date("2026-08-12 10:00"), thursday, nil),
    Vector("N15", .date("2026-08-13 15:00"), .date("2026-08-13 14:00"), thursday, nil),
    Vector("N16", .minutes(0), .minutes(15), thursday, ("2026-08-13 21:00Z", "2026-08-13 21:15Z")),
    Vector(
      "N17", ScheduleComponents(day: 31, hour: 9), ScheduleComponents(day: 31, hour: 10), "2026-09-01 12:00",
      ("2026-10-01 16:00Z", "2026-10-01 17:00Z")),
    Vector("N18", .at(2, 30), .at(4), "2026-03-08 00:30", ("2026-03-08 10:30Z", "2026-03-08 11:00Z")),
    Vector("N19", .at(2), .at(2, 20), "2026-03-08 00:30", ("2026-03-08 10:00Z", "2026-03-08 10:20Z")),
    Vector("N20", .at(1), .at(2, 30), "2026-03-08 00:30", ("2026-03-08 09:00Z", "2026-03-08 10:30Z")),
    Vector("N21", .at(1), .at(3), "2026-03-08 00:30", ("2026-03-08 09:00Z", "2026-03-08 10:00Z")),
    Vector("N22", .at(0), .at(0), "2026-03-08 12:00", ("2026-03-08 08:00Z", "2026-03-09 07:00Z")),
    Vector("N23", .at(0), .at(23, 59), "2026-11-01 12:00", ("2026-11-01 07:00Z", "2026-11-02 07:59Z")),
    Vector("N24", .at(1, 30), .at(3), "2026-11-01 00:30", ("2026-11-01 09:30Z", "2026-11-01 11:00Z")),
    Vector("N25", .at(1), .at(1, 30), "2026-11-01 00:30", ("2026-11-01 08:00Z", "2026-11-01 08:30Z")),
    Vector(
      "N25 at 01:40 PDT", .at(1), .at(1, 30), "2026-11-01 08:40Z", ("2026-11-01 09:00Z", "2026-11-01 09:30Z")),
    Vector(
      "N26", .at(2, 30), .at(4), "2026-03-29 00:30", ("2026-03-29 01:30Z", "2026-03-29 02:00Z"), place: berlin),
  ]

  @Test(arguments: vectors)
  func `finds the interval of the vector (N1–N26, D3, D4)`(_ vector: Vector) throws {
    let schedule = Schedule(start: vector.start, end: vector.end, repeats: true)
    let search = try #require(IntervalSearch(schedule, in: vector.place))
    let found = search.interval(at: Bench.time(vector.asked, vector.place))
    let expected = vector.expected.map { TimeSpan(start: Bench.time($0.start), end: Bench.time($0.end)) }
    #expect(found == expected)
  }

  @Test func `never runs an interval twice in a repeated hour (N25, D11)`() throws {
    var bench = Bench(mode: .exact, at: "2026-11-01 00:30")
    try bench.apply([
      .startMonitoring(activity: "a", schedule: .daily(.at(1), .at(1, 30)), events: [])
    ])
    bench.idle(until: "2026-11-02 00:00")
    #expect(bench.transcript() == ["intervalDidStart 01 01:00", "intervalDidEnd 01 01:30"])
    #expect(bench.deliveries.map(\.dueAt) == [Bench.time("2026-11-01 08:00Z"), Bench.time("2026-11-01 08:30Z")])
  }

  @Test func `records which occurrence it skipped and why (D11)`() throws {
    var bench = Bench(mode: .exact, at: "2026-11-01 00:30")
    try bench.apply([.startMonitoring(activity: "a", schedule: .daily(.at(1), .at(1, 30)), events: [])])
    bench.idle(until: "2026-11-01 03:00")
    let skipped = bench.state.families[Bench.family]?.activities["a"]?.skipped
    let second = TimeSpan(start: Bench.time("2026-11-01 09:00Z"), end: Bench.time("2026-11-01 09:30Z"))
    #expect(skipped == SkippedInterval(span: second, reason: .repeatedHour))
  }

  @Test func `setting the clock to the time that it shows changes nothing`() throws {
    var bench = Bench(at: "2026-11-01 00:30")
    try bench.apply([.startMonitoring(activity: "a", schedule: .daily(.at(1), .at(1, 30)), events: [])])
    // After the first pass of the repeated hour, whose interval nobody noticed. The second pass stays skipped.
    bench.idle(until: "2026-11-01 08:40Z")
    let before = bench.state
    bench.rules.jump(to: bench.state.now, in: &bench.state)
    #expect(bench.state == before)
    #expect(bench.state.families[Bench.family]?.activities["a"]?.next?.span.start == Bench.time("2026-11-02 09:00Z"))
  }

  @Test(arguments: [
    (ScheduleComponents.at(7), 24), (.minutes(20), 1), (.at(9, weekday: 4), 7 * 24),
  ])
  func `equal ends give one whole period (D5)`(_ end: ScheduleComponents, _ hours: Int) throws {
    let search = try #require(IntervalSearch(Schedule(start: end, end: end, repeats: true), in: Bench.losAngeles))
    let span = try #require(search.interval(at: Bench.time(Self.thursday)))
    #expect(span.contains(Bench.time(Self.thursday)))
    #expect(span.milliseconds == Int64(hours) * 3_600_000)
  }

  @Test func `prefers calendar and zone of the components to the person's (D3)`() throws {
    let tokyo = Schedule(
      start: ScheduleComponents(timeZone: "Asia/Tokyo", hour: 9),
      end: ScheduleComponents(timeZone: "Asia/Tokyo", hour: 17), repeats: true)
    let span = IntervalSearch(tokyo, in: Bench.losAngeles)?.interval(at: Bench.time("2026-08-13 00:30Z"))
    #expect(span == TimeSpan(start: Bench.time("2026-08-13 00:00Z"), end: Bench.time("2026-08-13 08:00Z")))
    // 1 Nisan 5786 is 19 March 2026.
    let nisan = ScheduleComponents(calendar: "hebrew", month: 8, day: 1)
    let hebrew = Schedule(start: nisan, end: ScheduleComponents(calendar: "hebrew", month: 8, day: 2), repeats: true)
    #expect(
      IntervalSearch(hebrew, in: Bench.losAngeles)?.interval(at: Bench.time("2026-01-01 00:00"))?.start
        == Bench.time("2026-03-19 00:00"))
  }

  @Test func `reads absent units as zero at every instant (D2)`() throws {
    let schedule = Schedule(start: .at(9), end: .at(17), repeats: true)
    let search = try #require(IntervalSearch(schedule, in: Bench.losAngeles))
    let spans = Set(
      ["09:00", "09:17:42", "12:34:56", "16:59:59"].map { search.interval(at: Bench.time("2026-08-13 \($0)")) })
    #expect(spans.count == 1)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The intervals that an activity plans, keeps and ends at the exact instant to which the clock or the zone is moved.
@Suite struct ActivityMomentTests {
  private func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  private func bench(at now: String, _ schedule: Schedule) throws -> Bench {
    var bench = Bench(mode: .exact, at: now)
    try bench.apply([.startMonitoring(activity: "a", schedule: schedule, events: [])])
    return bench
  }

  private func activity(_ bench: Bench) throws -> Activity {
    try #require(bench.state.families[Bench.family]?.activities["a"])
  }

  // MARK: A clock set back

  @Test(arguments: [true, false], [-1, 0, 1, 3_600_000] as [Int64])
  func `an open interval ends only if the clock is set back before its start`(
    _ repeats: Bool, _ offset: Int64
  ) throws {
    let start = Bench.time(day(13, "09:00"))
    var bench = try bench(at: day(13, "08:00"), .daily(.at(9), .at(17), repeats: repeats))
    bench.idle(until: day(13, "12:00"))
    let before = try activity(bench)
    let span = TimeSpan(start: start, end: Bench.time(day(13, "17:00")))
    #expect(before.current == RunningInterval(span: span, isOpen: true))
    bench.rules.jump(to: start.advanced(by: offset), in: &bench.state)
    let after = try activity(bench)
    #expect(after.current == (offset < 0 ? nil : before.current))
    #expect(after.ending == (offset < 0 ? before.current : nil))
    // A single interval is not planned a second time, and its start is not delivered again.
    #expect(after.isFinished == !repeats)
    #expect(after.next?.span.start == (repeats ? Bench.time(day(14, "09:00")) : nil))
  }

  @Test func `a single interval that lies ahead is planned anew when the clock is set back`() throws {
    var bench = try bench(at: day(13, "08:00"), .daily(.at(9), .at(17), repeats: false))
    bench.rules.jump(to: Bench.time(day(11, "08:00")), in: &bench.state)
    #expect(try activity(bench).next?.span.start == Bench.time(day(11, "09:00")))
    let span = try #require(activity(bench).next?.span)
    #expect(try activity(bench).next == PlannedInterval(span: span))
  }

  @Test func `a warning that was delivered is not waited for again after the clock is set back`() throws {
    let schedule = Schedule.daily(.at(9), .at(17), warning: 10)
    for (now, back, due) in [("08:55", "06:00", "09:00"), ("16:55", "16:00", "17:00")] {
      var bench = try bench(at: day(13, "05:00"), schedule)
      bench.idle(until: day(13, now))
      bench.rules.jump(to: Bench.time(day(13, back)), in: &bench.state)
      #expect(bench.rules.nextDue(in: bench.state) == Bench.time(day(13, due)), "\(now)")
    }
  }

  // MARK: Planning

  @Test func `an interval that begins when the previous one ends is not skipped`() throws {
    var bench = try bench(at: day(13, "08:00"), .daily(.at(9), .at(9)))
    bench.idle(until: day(14, "10:00"))
    #expect(
      bench.transcript() == [
        "intervalDidStart 13 08:00", "intervalDidEnd 13 09:00", "intervalDidStart 13 09:00", "intervalDidEnd 14 09:00",
        "intervalDidStart 14 09:00",
      ])
    #expect(try activity(bench).skipped == nil)
  }

  /// The clocks go back on 1 November, so the occurrence at 01:00 comes twice that night.
  @Test func `after a long absence the occurrences of the last two weeks are considered, and no earlier ones`() throws {
    let second = TimeSpan(start: Bench.time("2026-11-01 09:00Z"), end: Bench.time("2026-11-01 09:30Z"))
    for (back, isSeen) in [("2026-11-14 12:00", true), ("2026-11-17 12:00", false)] {
      var bench = try bench(at: "2026-10-20 12:00", .daily(.at(1), .at(1, 30)))
      bench.rules.jump(to: Bench.time(back), in: &bench.state)
      let skipped = isSeen ? SkippedInterval(span: second, reason: .repeatedHour) : nil
      #expect(try activity(bench).skipped == skipped, "\(back)")
    }
  }

  @Test func `starts before the first run of old ones begin a run of their own, and a repeated one begins none`()
    throws
  {
    let bench = try bench(at: day(13, "08:00"), .wholeDay)
    let (first, earlier) = (Bench.time(day(13, "00:00")), Bench.time(day(3, "00:00")))
    func hours(_ start: Timestamp, _ count: Int64) -> Timestamp { start.advanced(by: count * 3_600_000) }
    var activity = try activity(bench)
    (activity.settledStarts, activity.settledRuns) = ([], nil)
    var repeated = activity
    for start in [first, earlier] {
      for count in 0..<40 as Range<Int64> { activity.rememberStart(hours(start, count)) }
    }
    #expect(
      activity.settledRuns == [
        TimeSpan(start: first, end: hours(first, 39)), TimeSpan(start: earlier, end: hours(earlier, 7)),
      ])
    for _ in 0..<35 { repeated.rememberStart(first) }
    #expect(repeated.settledRuns == [TimeSpan(start: first, end: first)])
  }

  // MARK: A change of zone

  @Test func `the rest of a running interval is not recorded as skipped when the zone changes`() throws {
    var bench = try bench(at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, "12:00"))
    bench.rules.setPlace(CalendarPlace(timeZone: "America/New_York"), in: &bench.state)
    let activity = try activity(bench)
    #expect(activity.current?.span.end == Bench.time("2026-08-13 21:00Z"))
    #expect(activity.next?.span.start == Bench.time("2026-08-14 13:00Z"))
    #expect(activity.skipped == nil)
  }

  /// The interval ends at 01:30 in the second pass of the repeated hour; 01:30 of the first pass is over.
  @Test func `an interval of a schedule with its own zone keeps its end in a repeated hour when the person travels`()
    throws
  {
    let zone = "America/Los_Angeles"
    let schedule = Schedule(
      start: ScheduleComponents(timeZone: zone, hour: 1, minute: 45),
      end: ScheduleComponents(timeZone: zone, hour: 1, minute: 30), repeats: true)
    var bench = try bench(at: "2026-11-01 08:40Z", schedule)
    bench.idle(until: "2026-11-01 08:50Z")
    let before = try activity(bench)
    #expect(before.current?.span.end == Bench.time("2026-11-01 09:30Z"))
    bench.rules.setPlace(CalendarPlace(timeZone: "America/New_York"), in: &bench.state)
    #expect(try activity(bench) == before)
  }

  @Test(arguments: ["Pacific/Kiritimati", "Nowhere/Nowhere"])
  func `an activity that has no interval in the new zone is over and is removed`(_ zone: String) throws {
    var bench = try bench(
      at: day(13, "08:30"),
      Schedule(start: .date("2026-08-13 09:00"), end: .date("2026-08-13 10:00"), repeats: false))
    bench.rules.setPlace(CalendarPlace(timeZone: zone), in: &bench.state)
    #expect(try activity(bench).next == nil && activity(bench).isFinished)
    bench.use(UseSpan(start: bench.state.now, end: bench.state.now.advanced(by: 1_000), isPresent: true))
    #expect(bench.state.families[Bench.family]?.activityNames == [])
    #expect(bench.deliveries.isEmpty)
  }

  @Test func `a repeating activity that was over in an unknown zone goes on when the clock is set back elsewhere`()
    throws
  {
    var bench = try bench(at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, "12:00"))
    bench.rules.setPlace(CalendarPlace(timeZone: "Nowhere/Nowhere"), in: &bench.state)
    #expect(try activity(bench).next == nil && activity(bench).isFinished)
    bench.rules.setPlace(Bench.losAngeles, in: &bench.state)
    bench.rules.jump(to: Bench.time(day(13, "11:00")), in: &bench.state)
    #expect(try activity(bench).next?.span.start == Bench.time(day(14, "09:00")))
    #expect(try !activity(bench).isFinished)
  }
}

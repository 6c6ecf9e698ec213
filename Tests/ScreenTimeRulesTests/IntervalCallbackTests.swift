// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Vectors F1–F8 and Z1–Z3, and the rules of D8–D17 around them.
@Suite struct IntervalCallbackTests {
  static let a = Item.application("A")

  private func bench(
    _ mode: DeliveryMode = .faithful, at now: String = "2026-08-12 23:59:30", _ schedule: Schedule = .wholeDay
  ) throws -> Bench {
    var bench = Bench(mode: mode, at: now)
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: [])])
    return bench
  }

  private func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  @Test func `delivers at the first use, the old end before the new start (F1, F2, §6)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "07:12"), day(13, "08:00"))
    #expect(bench.transcript() == ["intervalDidStart 13 07:12"])
    #expect(bench.deliveries.first?.dueAt == Bench.time(day(13, "00:00")))
    bench.use(Self.a, day(14, "07:12"), day(14, "08:00"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 07:12", "intervalDidEnd 14 07:12", "intervalDidStart 14 07:12"])
  }

  @Test func `delivers nothing for a day without use (F3, D10)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "07:12"), day(13, "08:00"))
    bench.use(Self.a, day(15, "09:00"), day(15, "09:30"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 07:12", "intervalDidEnd 15 09:00", "intervalDidStart 15 09:00"])
    #expect(bench.deliveries.map(\.interval.start) == [13, 13, 15].map { Bench.time(day($0, "00:00")) })
  }

  @Test func `delivers both at their instants during use (F4, §6)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "23:50"), day(14, "00:10"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 23:50", "intervalDidEnd 13 23:59", "intervalDidStart 14 00:00"])
  }

  @Test(arguments: [(true, ["intervalDidStart 13 10:00", "intervalDidEnd 13 12:00"]), (false, [])])
  func `ends a stopped interval only if it was started (F5, D12)`(_ isUsed: Bool, _ expected: [String]) throws {
    var bench = try bench()
    if isUsed { bench.use(Self.a, day(13, "10:00"), day(13, "11:00")) }
    bench.idle(until: day(13, "12:00"))
    try bench.apply([.stopMonitoring([])])
    #expect(bench.transcript() == expected)
    #expect(bench.state.families[Bench.family]?.activities.isEmpty == true)
    if isUsed { #expect(bench.deliveries.last?.cause == .stop) }
  }

  @Test(arguments: [DeliveryMode.faithful, .exact])
  func `starts at once when registered inside the interval (F6, D9)`(_ mode: DeliveryMode) throws {
    let bench = try bench(mode, at: day(13, "10:00"))
    #expect(bench.transcript() == ["intervalDidStart 13 10:00"])
    #expect(bench.deliveries.first?.cause == .registration)
  }

  @Test func `drops a warning whose time has passed (F7, D15)`() throws {
    var bench = try bench(.faithful, .daily(.at(0), .at(23, 59), warning: 10))
    bench.use(Self.a, day(13, "10:00"), day(13, "23:30"))
    bench.use(Self.a, day(14, "00:30"), day(14, "00:40"))
    #expect(
      bench.transcript { $0.decidedAt > $0.interval.start } == [
        "intervalDidStart 13 10:00", "intervalDidEnd 14 00:30", "intervalDidStart 14 00:30",
      ])
    #expect(!bench.deliveries.contains { $0.callback == .intervalWillEndWarning })
  }

  @Test func `delivers start and end warning at once when registered late (F8, D14)`() throws {
    let bench = try bench(.faithful, at: day(13, "16:55"), .daily(.at(9), .at(17), warning: 10))
    #expect(bench.transcript() == ["intervalDidStart 13 16:55", "intervalWillEndWarning 13 16:55"])
  }

  @Test func `delivers a start warning only while the start is ahead (D14)`() throws {
    let bench = try bench(.faithful, at: day(13, "08:55"), .daily(.at(9), .at(17), warning: 10))
    #expect(bench.transcript() == ["intervalWillStartWarning 13 08:55"])
  }

  @Test func `delivers everything at its due time in exact mode (§6)`() throws {
    var bench = try bench(.exact, .daily(.at(9), .at(17), warning: 10))
    bench.idle(until: day(13, "20:00"))
    #expect(
      bench.transcript() == [
        "intervalWillStartWarning 13 08:50", "intervalDidStart 13 09:00", "intervalWillEndWarning 13 16:50",
        "intervalDidEnd 13 17:00",
      ])
  }

  @Test func `moves the end warning to the start when it is longer than the interval (D14)`() throws {
    var bench = try bench(.exact, .daily(.at(9), .at(10), warning: 90))
    bench.idle(until: day(13, "12:00"))
    #expect(
      bench.transcript() == [
        "intervalWillStartWarning 13 07:30", "intervalDidStart 13 09:00", "intervalWillEndWarning 13 09:00",
        "intervalDidEnd 13 10:00",
      ])
  }

  @Test func `keeps the running interval when registered again with an equal schedule (D8)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "10:00"), day(13, "11:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    bench.use(Self.a, day(13, "11:00"), day(14, "00:10"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 10:00", "intervalDidEnd 13 23:59", "intervalDidStart 14 00:00"])
  }

  @Test func `ends the old interval before a replacement starts (D8)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "10:00"), day(13, "11:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [])])
    #expect(
      bench.transcript() == ["intervalDidStart 13 10:00", "intervalDidEnd 13 11:00", "intervalDidStart 13 11:00"])
    #expect(bench.deliveries.map(\.cause) == [.natural, .replaced, .registration])
  }

  @Test func `lists a one-shot in its last callback and not afterwards (D13)`() throws {
    var bench = Bench(at: day(13, "08:00"))
    try bench.apply([
      .startMonitoring(activity: "once", schedule: .daily(.at(9), .at(10), repeats: false), events: [])
    ])
    bench.use(Self.a, day(13, "09:30"), day(13, "10:00"))
    let step = bench.rules.advance(
      &bench.state,
      through: UseSpan(start: bench.state.now, end: Bench.time(day(13, "10:30")), app: Self.a, isPresent: true))
    let end = try #require(step.deliveries.first)
    #expect(end.callback == .intervalDidEnd)
    #expect(bench.state.families[Bench.family]?.activityNames == ["once"])
    bench.rules.settle(end.sequence, of: Bench.family, in: &bench.state)
    #expect(bench.state.families[Bench.family]?.activityNames == [])
  }

  @Test func `keeps a one-shot that its last callback registers again (D13)`() throws {
    var bench = Bench(at: day(13, "08:00"))
    let schedule = Schedule.daily(.at(9), .at(10), repeats: false)
    bench.handler = { delivery in
      delivery.callback == .intervalDidEnd
        ? [.startMonitoring(activity: "once", schedule: schedule, events: [])] : []
    }
    try bench.apply([.startMonitoring(activity: "once", schedule: schedule, events: [])])
    bench.use(Self.a, day(13, "09:30"), day(13, "10:30"))
    #expect(bench.transcript() == ["intervalDidStart 13 09:30", "intervalDidEnd 13 10:00"])
    #expect(bench.state.families[Bench.family]?.activityNames == ["once"])
    #expect(bench.state.families[Bench.family]?.outstanding == [])
  }

  @Test func `removes a one-shot whose interval had no use (D10, D13)`() throws {
    var bench = try bench(.faithful, at: day(13, "08:00"), .daily(.at(9), .at(10), repeats: false))
    bench.use(Self.a, day(13, "12:00"), day(13, "13:00"))
    #expect(bench.transcript() == [])
    #expect(bench.state.families[Bench.family]?.activityNames == [])
  }

  @Test func `drops the pending callbacks of a stopped activity (D12)`() throws {
    var bench = Bench(at: "2026-08-12 23:59:30")
    bench.handler = { $0.activity == "a" ? [.stopMonitoring(["b"])] : [] }
    for name in ["a", "b"] {
      try bench.apply([.startMonitoring(activity: name, schedule: .wholeDay, events: [])])
    }
    bench.use(Self.a, day(13, "07:00"), day(13, "08:00"))
    #expect(bench.deliveries.map(\.activity) == ["a"])
    #expect(bench.dropped == [2])
  }

  struct Move: Sendable, CustomTestStringConvertible {
    var id: String
    var at: String
    var zone: String
    var end: String
    var testDescription: String { id }
  }

  @Test(arguments: [
    Move(id: "Z1", at: "12:00", zone: "America/New_York", end: "2026-08-13 21:00Z"),
    Move(id: "Z2", at: "15:00", zone: "America/New_York", end: "2026-08-13 22:00Z"),
    Move(id: "Z3", at: "12:00", zone: "Pacific/Honolulu", end: "2026-08-14 03:00Z"),
  ])
  func `moves the running end with the zone (Z1–Z3, D16)`(_ move: Move) throws {
    var bench = try bench(.exact, at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, move.at))
    bench.rules.setPlace(CalendarPlace(timeZone: move.zone), in: &bench.state)
    bench.use(UseSpan(start: bench.state.now, end: Bench.time("2026-08-14 04:00Z"), isPresent: false))
    #expect(bench.deliveries.map(\.callback) == [.intervalDidStart, .intervalDidEnd])
    #expect(bench.deliveries.last?.decidedAt == Bench.time(move.end))
  }

  @Test func `leaves a schedule with its own zone unchanged when the person travels (D16)`() throws {
    let zone = "America/Los_Angeles"
    let schedule = Schedule(
      start: ScheduleComponents(timeZone: zone, hour: 9), end: ScheduleComponents(timeZone: zone, hour: 17),
      repeats: true)
    var bench = try bench(.exact, at: day(13, "08:00"), schedule)
    bench.idle(until: day(13, "12:00"))
    bench.rules.setPlace(CalendarPlace(timeZone: "America/New_York"), in: &bench.state)
    bench.use(UseSpan(start: bench.state.now, end: Bench.time("2026-08-14 04:00Z"), isPresent: false))
    #expect(bench.deliveries.last?.decidedAt == Bench.time("2026-08-14 00:00Z"))
  }

  @Test func `delivers one end and one start after downtime in exact mode (D17)`() throws {
    var bench = try bench(.exact, at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, "12:00"))
    bench.rules.jump(to: Bench.time(day(16, "10:00")), in: &bench.state)
    bench.idle(until: day(16, "11:00"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 09:00", "intervalDidEnd 16 10:00", "intervalDidStart 16 10:00"])
  }

  @Test func `delivers nothing twice when the clock is set back (D17)`() throws {
    var bench = try bench(.exact, at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, "18:00"))
    bench.rules.jump(to: Bench.time(day(13, "08:30")), in: &bench.state)
    bench.idle(until: day(14, "09:30"))
    #expect(
      bench.transcript() == ["intervalDidStart 13 09:00", "intervalDidEnd 13 17:00", "intervalDidStart 14 09:00"])
  }

  @Test func `ends an open interval when the clock is set back before its start (D10, D17)`() throws {
    var bench = try bench(.exact, at: day(13, "08:00"), .daily(.at(9), .at(17)))
    bench.idle(until: day(13, "12:00"))
    bench.rules.jump(to: Bench.time(day(12, "12:00")), in: &bench.state)
    bench.idle(until: day(14, "09:30"))
    let callbacks = bench.deliveries.map(\.callback)
    #expect(callbacks.dropLast(3) == [.intervalDidStart, .intervalDidEnd])
    #expect(callbacks.suffix(3) == [.intervalDidStart, .intervalDidEnd, .intervalDidStart])
    #expect(bench.state.families[Bench.family]?.activities["day"]?.settledStarts.count == 3)
  }

  @Test func `ends monitoring without an end callback when authorization is revoked (A9)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "10:00"), day(13, "11:00"))
    try bench.apply([.revokeAuthorization])
    bench.use(Self.a, day(13, "11:00"), day(14, "11:00"))
    #expect(bench.transcript() == ["intervalDidStart 13 10:00"])
    #expect(bench.state.families[Bench.family]?.authorization == .denied)
  }

  @Test func `delivers the start at once when registered again in an interval that waits for use (D8, D9)`() throws {
    var bench = try bench()
    bench.idle(until: day(13, "10:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    #expect(bench.transcript() == ["intervalDidStart 13 10:00"])
    bench.use(Self.a, day(13, "11:00"), day(13, "12:00"))
    #expect(bench.deliveries.count == 1)
  }

  @Test func `ends yesterday's interval before the start that a registration delivers (C7, D9)`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "10:00"), day(13, "11:00"))
    bench.idle(until: day(14, "09:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    #expect(
      bench.transcript() == ["intervalDidStart 13 10:00", "intervalDidEnd 14 09:00", "intervalDidStart 14 09:00"])
  }

  @Test func `a one-shot registered again at the instant of its end is a new activity (D8, D13)`() throws {
    let schedule = Schedule.daily(.at(9), .at(10), repeats: false)
    var bench = try bench(.exact, at: day(13, "08:00"), schedule)
    bench.idle(until: day(13, "10:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: [])])
    bench.idle(until: day(14, "11:00"))
    #expect(
      bench.transcript() == [
        "intervalDidStart 13 09:00", "intervalDidEnd 13 10:00", "intervalDidStart 14 09:00", "intervalDidEnd 14 10:00",
      ])
  }

  @Test func `a schedule with a year runs once even if it repeats (D13)`() throws {
    let once = Schedule(start: .date("2026-08-13 09:00"), end: .date("2026-08-13 10:00"), repeats: true)
    var bench = try bench(.exact, at: day(13, "08:00"), once)
    bench.idle(until: day(20, "08:00"))
    #expect(bench.transcript() == ["intervalDidStart 13 09:00", "intervalDidEnd 13 10:00"])
    #expect(bench.state.families[Bench.family]?.activityNames == [])
  }

  @Test(arguments: [10, 90])
  func `a start warning comes once despite changes of clock and zone (D14, D17)`(_ minutes: Int) throws {
    var bench = try bench(.exact, at: day(13, "06:00"), .daily(.at(9), .at(17), warning: minutes))
    bench.idle(until: day(13, "08:55"))
    bench.rules.setPlace(CalendarPlace(timeZone: "America/Vancouver"), in: &bench.state)
    bench.rules.jump(to: Bench.time(day(13, "06:00")), in: &bench.state)
    bench.idle(until: day(13, "12:00"))
    let callbacks = bench.deliveries.map(\.callback)
    #expect(callbacks == [.intervalWillStartWarning, .intervalDidStart])
  }

  @Test func `a one-shot that waits for use survives a clock set back (D13, D17)`() throws {
    var bench = try bench(.faithful, at: day(13, "08:00"), .daily(.at(9), .at(10), repeats: false))
    bench.idle(until: day(13, "09:30"))
    bench.rules.jump(to: Bench.time(day(13, "08:30")), in: &bench.state)
    bench.use(Self.a, day(13, "09:15"), day(13, "10:30"))
    #expect(bench.transcript() == ["intervalDidStart 13 09:15", "intervalDidEnd 13 10:00"])
  }

  @Test func `a clock set back repeats no start and still delivers new ones (D17)`() throws {
    let hourly = Schedule(start: .minutes(0), end: .minutes(30), repeats: true)
    var bench = try bench(.exact, at: day(13, "00:10"), hourly)
    bench.idle(until: day(18, "00:10"))
    bench.rules.jump(to: Bench.time(day(13, "06:10")), in: &bench.state)
    bench.idle(until: day(18, "02:10"))
    let starts = bench.deliveries.filter { $0.callback == .intervalDidStart }.map(\.interval.start)
    #expect(starts.count == 5 * 24 + 3)
    #expect(Set(starts).count == starts.count)
    #expect((bench.state.families[Bench.family]?.activities["day"]?.settledStarts.count ?? 0) <= 32)
  }

  @Test func `a clock 55 years ahead gives one end and one start without a long search (D17)`() throws {
    let hourly = Schedule(start: .minutes(0), end: .minutes(30), repeats: true)
    var bench = try bench(.exact, at: day(13, "00:10"), hourly)
    bench.rules.jump(to: Bench.time("2081-08-13 00:10"), in: &bench.state)
    bench.use(UseSpan(start: bench.state.now, end: bench.state.now.advanced(by: 1_000), isPresent: false))
    #expect(bench.deliveries.map(\.callback) == [.intervalDidStart, .intervalDidEnd, .intervalDidStart])
    #expect(bench.deliveries.last?.interval.start == Bench.time("2081-08-13 00:00"))
  }

  @Test func `after downtime exact mode delivers only the callbacks still current (§6, D17)`() throws {
    var bench = try bench(.exact, at: day(13, "08:00"), .daily(.at(9), .at(17), warning: 10))
    bench.idle(until: day(13, "12:00"))
    bench.rules.jump(to: Bench.time(day(15, "08:55")), in: &bench.state)
    let use = UseSpan(start: bench.state.now, end: Bench.time(day(15, "09:30")), isPresent: false)
    let step = bench.rules.advance(&bench.state, through: use, cause: .catchUp)
    #expect(step.deliveries.map(\.callback) == [.intervalDidEnd, .intervalWillStartWarning])
    #expect(step.deliveries.map(\.cause) == [.catchUp, .catchUp])
    #expect(step.deliveries.map(\.dueAt) == [Bench.time(day(13, "17:00")), Bench.time(day(15, "08:50"))])
  }

  @Test func `keeps counts across a change of zone (D16)`() throws {
    var bench = Bench(at: day(13, "08:00"))
    let event = ActivityEvent(name: "e", selection: ItemSelection(applications: [Self.a]), threshold: .minutes(30))
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [event])])
    bench.use(Self.a, day(13, "10:00"), day(13, "10:20"))
    bench.rules.setPlace(CalendarPlace(timeZone: "America/Denver"), in: &bench.state)
    bench.use(Self.a, day(13, "12:00"), day(13, "12:30"))
    #expect(bench.deliveries.map { $0.event ?? $0.callback.rawValue } == ["intervalDidStart", "e"])
    #expect(bench.deliveries.last?.decidedAt == Bench.time(day(13, "11:10")))
  }

  @Test func `waits for use over a night in which the machine is suspended (§6, D15)`() throws {
    var bench = try bench(.faithful, .daily(.at(0), .at(23, 59), warning: 10))
    bench.use(Self.a, day(13, "22:00"), day(13, "23:00"))
    // Suspended from 23:00: that time has no use.
    bench.idle(until: day(14, "07:00"))
    bench.use(Self.a, day(14, "07:00"), day(14, "07:30"))
    #expect(
      bench.transcript { $0.decidedAt > Bench.time(day(13, "00:30")) }
        == ["intervalDidStart 13 22:00", "intervalDidEnd 14 07:00", "intervalDidStart 14 07:00"])
  }
}

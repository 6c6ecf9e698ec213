// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The numbers of an activity, as the person at the host sees them at each moment of a day.
@Suite struct ActivityExplanationTests {
  private static let a = Item.application("A")
  private static let b = Item.application("B")

  private static func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }
  private static func time(_ day: Int, _ time: String) -> Timestamp { Bench.time(Self.day(day, time)) }
  private static func span(_ day: Int, _ start: String, _ end: String) -> TimeSpan {
    TimeSpan(start: time(day, start), end: time(day, end))
  }

  private static func event(_ name: String, _ item: Item, _ minutes: Int, past: Bool = false) -> ActivityEvent {
    ActivityEvent(
      name: name, selection: ItemSelection(applications: [item]), threshold: .minutes(minutes),
      includesPastActivity: past)
  }

  private func bench(_ schedule: Schedule, _ events: [ActivityEvent] = []) throws -> Bench {
    var bench = Bench(at: Self.day(13, "06:00"))
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: events)])
    return bench
  }

  private func explained(_ bench: Bench) throws -> ActivityExplanation {
    try #require(bench.rules.explain("day", of: Bench.family, in: bench.state))
  }

  @Test func `names the phase, the interval, the next one and the next moment at which the clock acts (§6)`() throws {
    var bench = try bench(.daily(.at(9), .at(17), warning: 10))
    let (today, tomorrow) = (Self.span(13, "09:00", "17:00"), Self.span(14, "09:00", "17:00"))
    func check(
      _ phase: ActivityExplanation.Phase, _ interval: TimeSpan?, next: TimeSpan?, due: Timestamp?,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let expected = ActivityExplanation(
        activity: "day", phase: phase, interval: interval, next: next, nextDue: due, events: [])
      #expect(try explained(bench) == expected, sourceLocation: location)
    }
    try check(.ahead, nil, next: today, due: Self.time(13, "08:50"))
    bench.idle(until: Self.day(13, "09:30"))
    try check(.waitingForUse, today, next: tomorrow, due: Self.time(13, "16:50"))
    bench.use(Self.a, Self.day(13, "09:30"), Self.day(13, "10:00"))
    try check(.running, today, next: tomorrow, due: Self.time(13, "16:50"))
    bench.use(Self.a, Self.day(13, "16:00"), Self.day(13, "16:55"))
    try check(.running, today, next: tomorrow, due: Self.time(13, "17:00"))
    bench.idle(until: Self.day(13, "18:00"))
    try check(.endingWaitsForUse, today, next: tomorrow, due: Self.time(14, "08:50"))
    bench.use(Self.a, Self.day(13, "18:00"), Self.day(13, "18:10"))
    try check(.ahead, nil, next: tomorrow, due: Self.time(14, "08:50"))
  }

  @Test func `an activity that ran out of intervals is over, and one that is not monitored has no numbers (D13)`()
    throws
  {
    var bench = try bench(.daily(.at(9), .at(10), repeats: false))
    bench.use(Self.a, Self.day(13, "09:30"), Self.day(13, "09:50"))
    #expect(try explained(bench).next == nil)
    // The end is decided and not yet settled, so the activity is still there.
    let step = bench.rules.advance(
      &bench.state, through: UseSpan(start: bench.state.now, end: Self.time(13, "10:30"), app: Self.a, isPresent: true))
    #expect(step.deliveries.map(\.callback) == [.intervalDidEnd])
    #expect(
      try explained(bench)
        == ActivityExplanation(activity: "day", phase: .over, interval: nil, next: nil, nextDue: nil, events: []))
    #expect(bench.rules.explain("night", of: Bench.family, in: bench.state) == nil)
    #expect(bench.rules.explain("day", of: FamilyID("worklog"), in: bench.state) == nil)
  }

  @Test func `an event has the use of its own items since its own start, and says what it told of (E3, E5, E7)`() throws
  {
    var bench = try bench(
      .daily(.at(9), .at(17), warning: 10),
      [
        Self.event("a", Self.a, 30), Self.event("b", Self.b, 15), Self.event("long", Self.a, 45),
        Self.event("past", Self.a, 31, past: true),
      ])
    func event(
      _ name: String, _ threshold: Int64, _ counted: Int64, isReached: Bool = false, isWarned: Bool = false,
      from: Timestamp, _ pieces: [TimeSpan]
    ) -> ActivityExplanation.Event {
      ActivityExplanation.Event(
        name: name, threshold: threshold * 60_000, items: [name == "b" ? Self.b : Self.a], counted: counted * 60_000,
        countsFrom: from, isReached: isReached, isWarned: isWarned, pieces: pieces)
    }
    let early = bench.state.now
    #expect(
      try explained(bench).events == [
        event("a", 30, 0, from: early, []), event("b", 15, 0, from: early, []), event("long", 45, 0, from: early, []),
        event("past", 31, 0, from: early, []),
      ])
    bench.use(Self.a, Self.day(13, "08:50"), Self.day(13, "09:20"))
    bench.use(Self.b, Self.day(13, "09:20"), Self.day(13, "09:27"))
    bench.use(Self.a, Self.day(13, "09:40"), Self.day(13, "09:52"))
    let nine = Self.time(13, "09:00")
    let pieces = [Self.span(13, "09:00", "09:20"), Self.span(13, "09:40", "09:52")]
    #expect(
      try explained(bench).events == [
        event("a", 30, 32, isReached: true, isWarned: true, from: nine, pieces),
        event("b", 15, 7, isWarned: true, from: nine, [Self.span(13, "09:20", "09:27")]),
        event("long", 45, 32, from: nine, pieces),
        event("past", 31, 32, isReached: true, isWarned: true, from: nine, pieces),
      ])
    // After the interval the numbers of the next one begin at zero.
    bench.idle(until: Self.day(13, "18:00"))
    #expect(try explained(bench).events.map(\.counted) == [0, 0, 0, 0])
    #expect(try explained(bench).events.allSatisfy { !$0.isReached && !$0.isWarned && $0.pieces.isEmpty })
  }

  @Test func `events of one selection differ by whether past use counts (E5)`() throws {
    var bench = Bench(at: Self.day(13, "09:00"))
    bench.use(Self.a, Self.day(13, "09:30"), Self.day(13, "09:40"))
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: .daily(.at(9), .at(17)),
        events: [Self.event("new", Self.a, 30), Self.event("old", Self.a, 30, past: true)])
    ])
    bench.use(Self.a, Self.day(13, "09:40"), Self.day(13, "09:45"))
    let events = try explained(bench).events
    let counted: [Int64] = [5 * 60_000, 15 * 60_000]
    #expect(events.map(\.counted) == counted)
    #expect(events.map(\.countsFrom) == [Self.time(13, "09:40"), Self.time(13, "09:00")])
    let sums: [Int64] = events.map { $0.pieces.map(\.milliseconds).reduce(0, +) }
    #expect(sums == counted)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Everything that is said of an activity with two events, and of intervals that touch, were missed or come again.
@Suite struct ExplainedPairTests {
  private static let a = Item.application("A")
  private static let b = Item.application("B")

  private func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  private static func event(_ name: String, _ item: Item, _ minutes: Int, past: Bool = false) -> ActivityEvent {
    ActivityEvent(
      name: name, selection: ItemSelection(applications: [item]), threshold: .minutes(minutes),
      includesPastActivity: past)
  }

  private static func pair(_ minutes: Int) -> [ActivityEvent] { [event("e", a, minutes), event("f", b, minutes)] }

  private func bench(
    mode: DeliveryMode = .faithful, at now: String = "2026-08-13 08:00", _ schedule: Schedule,
    _ events: [ActivityEvent] = []
  ) throws -> Bench {
    var bench = Bench(mode: mode, at: now)
    try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: events)])
    return bench
  }

  private func explained(
    _ bench: Bench, _ choice: CallbackChoice = .all, from: String = "2026-08-01 00:00"
  ) -> [CallbackExplanation] {
    bench.rules.explainCallbacks(
      of: "day", family: Bench.family, choice: choice, in: bench.state,
      record: CallbackRecord(
        deliveries: bench.deliveries, use: bench.state.history,
        window: TimeSpan(start: Bench.time(from), end: bench.state.now)))
  }

  private static let short: [MonitorCallback: String] = [
    .intervalWillStartWarning: "start warning", .intervalDidStart: "start", .eventWillReachThresholdWarning: "warning",
    .eventDidReachThreshold: "reached", .intervalWillEndWarning: "end warning", .intervalDidEnd: "end",
  ]

  /// The day of the interval, the event, the callback, and the verdict with its reason.
  private func lines(_ bench: Bench, _ choice: CallbackChoice = .all) -> [String] {
    explained(bench, choice).map { line in
      let day = line.interval.map { "\(bench.local($0.start).prefix(2)) " } ?? ""
      let event = line.event.map { "\($0) " } ?? ""
      return "\(day)\(event)\(Self.short[line.callback] ?? ""): \(line.verdict.rawValue) \(line.reason.code)"
    }
  }

  // MARK: Two events

  @Test func `each of two events has its own lines while the interval runs and after it`() throws {
    var bench = try bench(.daily(.at(9), .at(17), warning: 10), Self.pair(30))
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    bench.use(Self.b, day(13, "10:00"), day(13, "10:05"))
    #expect(
      lines(bench) == [
        "13 start: fired clockTime", "13 e warning: fired warningLevelReached", "13 e warning: notYet reachedAlready",
        "13 f warning: notYet warningUseMissing", "13 e reached: fired thresholdReached",
        "13 e reached: notYet reachedAlready", "13 f reached: notYet useMissing",
        "13 end warning: notYet waitsForWarning", "13 end: notYet waitsForEnd",
        "14 start warning: notYet waitsForWarning", "14 start: notYet waitsForInterval",
      ])
    bench.idle(until: day(14, "08:00"))
    bench.use(Self.a, day(14, "08:00"), day(14, "08:01"))
    #expect(
      lines(bench) == [
        "13 start warning: notFired warningTooLate", "13 start: fired clockTime",
        "13 e warning: fired warningLevelReached", "13 f warning: notFired useFellShort",
        "13 e reached: fired thresholdReached", "13 f reached: notFired useFellShort",
        "13 end warning: notFired warningTooLate", "13 end: fired intervalEnded",
        "14 start warning: notYet waitsForWarning", "14 start: notYet waitsForInterval",
        "14 e reached: notYet waitsForInterval", "14 f reached: notYet waitsForInterval",
      ])
    let short = explained(bench, .event("f")).filter { $0.verdict == .notFired }
    #expect(
      short.map(\.reason) == [
        .useFellShort(counted: 300_000, threshold: 1_200_000), .useFellShort(counted: 300_000, threshold: 1_800_000),
      ])
  }

  @Test func `a callback that waits for its slot hides only its own line`() throws {
    var bench = Bench(at: day(13, "06:00"))
    bench.rules.grids[Bench.family] = DeliveryGrid(stepMilliseconds: 900_000, phaseMilliseconds: 236_000)
    try bench.apply([.startMonitoring(activity: "day", schedule: .daily(.at(8), .at(20)), events: Self.pair(2))])
    bench.use(Self.a, day(13, "09:04"), day(13, "09:10"))
    #expect(
      lines(bench) == [
        "13 start: notYet waitsForSlot", "13 e reached: notYet waitsForSlot", "13 f reached: notYet useMissing",
        "13 end: notYet waitsForEnd", "14 start: notYet waitsForInterval",
      ])
  }

  @Test func `a start warning that came is not expected again`() throws {
    var bench = try bench(.daily(.at(9), .at(17), warning: 10), Self.pair(30))
    bench.use(Self.a, day(13, "08:50"), day(13, "08:55"))
    #expect(
      lines(bench) == [
        "13 start warning: fired warningDue", "13 start: notYet waitsForInterval",
        "13 e reached: notYet waitsForInterval", "13 f reached: notYet waitsForInterval",
      ])
  }

  @Test func `an event without a warning was reached and never warned of`() throws {
    var bench = try bench(.daily(.at(9), .at(17)), [Self.event("e", Self.a, 30)])
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    let event = try #require(bench.rules.explain("day", of: Bench.family, in: bench.state)?.events.first)
    #expect(event.isReached && !event.isWarned)
  }

  @Test func `an event with a single token that is not known matches nothing`() {
    let event = ActivityEvent(name: "e", selection: ItemSelection(unresolvedTokens: 1), threshold: .minutes(5))
    #expect(event.matchesNothing)
  }

  // MARK: Counts

  @Test func `use before an interval counts only for an event with past activity, which waits for the start`() throws {
    var bench = try bench(
      .daily(.at(9, 30), .at(17)), [Self.event("new", Self.a, 10), Self.event("old", Self.a, 10, past: true)])
    bench.use(Self.a, day(13, "09:10"), day(13, "09:20"))
    bench.idle(until: day(13, "09:40"))
    let start = Bench.time(day(13, "09:30"))
    #expect(explained(bench, .event("old")).map(\.reason) == [.waitsForFirstUse(since: start)])
    #expect(explained(bench, .event("new")).map(\.reason) == [.useMissing(counted: 0, threshold: 600_000)])
    #expect(explained(bench, .event("old")).map(\.count?.from) == [Bench.time(day(13, "09:00"))])
    #expect(explained(bench, .event("new")).map(\.count?.from) == [start])
  }

  @Test func `use of two applications in a row is one span of an event that counts all use`() throws {
    let all = ActivityEvent(name: "e", selection: ItemSelection(), threshold: .minutes(60))
    var bench = try bench(.daily(.at(9), .at(17)), [all])
    bench.use(Self.a, day(13, "09:30"), day(13, "09:40"))
    bench.use(Self.b, day(13, "09:40"), day(13, "09:50"))
    bench.use(Self.a, day(13, "10:00"), day(13, "10:05"))
    let spans = [("09:30", "09:50"), ("10:00", "10:05")].map { from, to in
      TimeSpan(start: Bench.time(day(13, from)), end: Bench.time(day(13, to)))
    }
    #expect(explained(bench, .event("e")).map(\.count?.pieces) == [spans])
  }

  @Test func `an event of a started interval does not wait for its start when its level is lowered`() throws {
    var bench = Bench(at: day(13, "08:00"))
    bench.rules.limits.thresholdStepMilliseconds = 3_600_000
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17)), events: [Self.event("e", Self.a, 30)])
    ])
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    bench.rules.limits.thresholdStepMilliseconds = 1
    let codes = explained(bench, .event("e")).map(\.reason.code)
    #expect(codes.count == 1 && !codes.contains("waitsForFirstUse"))
  }

  // MARK: Intervals

  @Test func `an interval without use between two others that touch it has lines of its own`() throws {
    var bench = try bench(at: day(12, "23:30"), .daily(.at(0), .at(0)))
    bench.use(Self.a, day(12, "23:30"), day(12, "23:40"))
    bench.use(Self.a, day(13, "10:00"), day(13, "10:10"))
    bench.idle(until: day(15, "10:00"))
    bench.use(Self.a, day(15, "10:00"), day(15, "10:10"))
    #expect(
      lines(bench, .interval) == [
        "12 start: fired registeredInside", "12 end: fired intervalEnded", "13 start: fired firstUse",
        "13 end: fired intervalEnded", "14 start: notFired nobodyUsedTheDevice", "14 end: notFired startNotDelivered",
        "15 start: fired firstUse", "15 end: notYet waitsForEnd", "16 start: notYet waitsForInterval",
      ])
  }

  @Test func `a millisecond of use is use of the device in an interval`() throws {
    var bench = try bench(at: day(12, "23:59"), .wholeDay)
    bench.rules.jump(to: Bench.time(day(15, "12:00")), in: &bench.state)
    let start = Bench.time(day(14, "10:00"))
    for (length, reason) in [(0, .nobodyUsedTheDevice), (1, .missed), (2, .missed)] as [(Int64, CallbackReason)] {
      let use = UseLedger([UseSpan(start: start, end: start.advanced(by: length), isPresent: true)])
      let lines = bench.rules.explainCallbacks(
        of: "day", family: Bench.family, in: bench.state,
        record: CallbackRecord(
          deliveries: [], use: use, window: TimeSpan(start: Bench.time(day(12, "00:00")), end: bench.state.now)))
      let told = lines.first { $0.callback == .intervalDidStart && $0.dueAt == Bench.time(day(14, "00:00")) }
      #expect(told?.reason == reason, "\(length) ms")
    }
  }

  @Test func `an interval is over at the instant of its end`() throws {
    var bench = try bench(.daily(.at(9), .at(17)))
    bench.rules.jump(to: Bench.time(day(13, "17:00")), in: &bench.state)
    #expect(
      lines(bench) == [
        "13 start: notFired nobodyUsedTheDevice", "13 end: notFired startNotDelivered",
        "14 start: notYet waitsForInterval",
      ])
  }

  @Test func `nothing was missed in an interval that was over before the clock was set back into it`() throws {
    var bench = try bench(mode: .exact, .daily(.at(9), .at(17)), [Self.event("e", Self.a, 30)])
    bench.idle(until: day(13, "18:00"))
    bench.rules.jump(to: Bench.time(day(13, "12:00")), in: &bench.state)
    #expect(
      lines(bench) == [
        "13 start: fired clockTime", "14 start: notYet waitsForInterval", "14 e reached: notYet waitsForInterval",
      ])
  }

  @Test func `an occurrence that was skipped is listed once`() throws {
    var bench = try bench(mode: .exact, at: "2026-10-31 20:00", .daily(.at(1), .at(1, 30)))
    bench.idle(until: "2026-11-01 12:00")
    let skipped = explained(bench, from: "2026-10-31 00:00").filter { $0.reason == .skipped(.repeatedHour) }
    #expect(skipped.map(\.dueAt) == [Bench.time("2026-11-01 09:00Z")])
  }

  @Test(arguments: ["08:49", "08:50"])
  func `a start warning that waited when the activity was registered again is too late after the start`(
    _ again: String
  ) throws {
    let effect = RuleEffect.startMonitoring(
      activity: "day", schedule: .daily(.at(9), .at(17), warning: 10), events: [])
    var bench = Bench(at: day(13, "08:00"))
    try bench.apply([effect])
    bench.idle(until: day(13, again))
    try bench.apply([effect])
    bench.idle(until: day(13, "09:30"))
    bench.use(Self.a, day(13, "09:30"), day(13, "09:40"))
    bench.idle(until: day(14, "08:00"))
    bench.use(Self.a, day(14, "08:00"), day(14, "08:01"))
    #expect(lines(bench).first == "13 start warning: notFired warningTooLate")
  }
}

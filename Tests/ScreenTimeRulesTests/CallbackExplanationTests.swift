// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Explanations of why a callback came, did not come or still waits, derived from the values that decided it.
@Suite struct CallbackExplanationTests {
  private static let a = Item.application("A")

  /// Explains the callbacks of a bench from its deliveries and its use.
  private func explain(
    _ bench: Bench, _ choice: CallbackChoice = .all, from: String = "2026-08-01 00:00"
  ) -> [CallbackExplanation] {
    bench.rules.explainCallbacks(
      of: "day", family: Bench.family, choice: choice, in: bench.state,
      record: CallbackRecord(
        deliveries: bench.deliveries, use: bench.state.history,
        window: TimeSpan(start: Bench.time(from), end: bench.state.now)))
  }

  private func line(
    _ lines: [CallbackExplanation], _ callback: MonitorCallback, on day: String? = nil, event: String? = nil
  ) -> CallbackExplanation? {
    lines.first {
      $0.callback == callback && $0.event == event
        && (day == nil || $0.interval?.start == Bench.time("\(day ?? "") 00:00"))
    }
  }

  private func day(_ time: String) -> String { "2026-08-13 \(time)" }

  @Test func `explains a reached threshold by the spans of use that sum to it exactly (E11)`() throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:20"))
    bench.idle(until: day("11:00"))
    bench.use(Self.a, day("11:00"), day("11:30"))
    let fired = try #require(line(explain(bench, .event("e")), .eventDidReachThreshold, on: "2026-08-13", event: "e"))
    #expect(fired.verdict == .fired && fired.reason == .thresholdReached(threshold: 1_800_000))
    #expect(fired.reason.rule == "E3")
    #expect(fired.dueAt == Bench.time(day("11:10")))
    #expect(fired.count?.counted == 1_800_000)
    #expect(
      fired.count?.pieces == [
        TimeSpan(start: Bench.time(day("10:00")), end: Bench.time(day("10:20"))),
        TimeSpan(start: Bench.time(day("11:00")), end: Bench.time(day("11:10"))),
      ])
  }

  @Test(arguments: [(DeliveryEnding.applied, "fired"), (.unapplied, "failed"), (.pending, "notYet")])
  func `says fired only of a callback whose answer was applied`(_ ending: DeliveryEnding, _ verdict: String) throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:40"))
    let told = try #require(bench.deliveries.first { $0.callback == .eventDidReachThreshold })
    let lines = bench.rules.explainCallbacks(
      of: "day", family: Bench.family, choice: .event("e"), in: bench.state,
      record: CallbackRecord(
        deliveries: bench.deliveries, use: bench.state.history,
        window: TimeSpan(start: Bench.time("2026-08-01 00:00"), end: bench.state.now),
        endings: [told.sequence: ending]))
    let line = try #require(lines.first { $0.delivery?.sequence == told.sequence })
    #expect(line.verdict.rawValue == verdict && line.reason == .thresholdReached(threshold: 1_800_000))
  }

  @Test func `explains how much use a threshold still lacks, and that it fires once per interval`() throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:20"))
    let waiting = try #require(explain(bench, .event("e")).last)
    #expect(waiting.verdict == .notYet)
    #expect(waiting.reason == .useMissing(counted: 1_200_000, threshold: 1_800_000))
    bench.use(Self.a, day("10:20"), day("10:40"))
    #expect(explain(bench, .event("e")).contains { $0.reason == .reachedAlready })
  }

  @Test func `explains that a pending callback waits for its delivery slot (E9)`() throws {
    var bench = try EventTests.bench(at: day("06:00"), .daily(.at(8), .at(20)))
    bench.rules.grids = [
      Bench.family: try #require(DeliveryGrid(stepMilliseconds: 15 * 60_000, phaseMilliseconds: 236_000))
    ]
    bench.use(Self.a, day("09:04"), day("09:40"))
    let slot = Bench.time(day("09:48:56"))
    let held = explain(bench, .event("e"))
    #expect(held.map(\.reason) == [.waitsForSlot(at: slot)])
    #expect(held.first?.verdict == .notYet && held.first?.dueAt == slot && held.first?.reason.rule == "PRIV-MT2")
    bench.idle(until: day("10:00"))
    let told = explain(bench, .event("e"))
    #expect(told.first?.verdict == .fired && told.first?.dueAt == slot)
    #expect(!told.contains { if case .waitsForSlot = $0.reason { true } else { false } })
  }

  @Test func `explains that use before the registration reached a threshold`() throws {
    var bench = try EventTests.bench(at: day("09:00"), .daily(.at(9), .at(17)), past: true) {
      $0.use(Self.a, "2026-08-13 09:30", "2026-08-13 10:10")
    }
    bench.use(Self.a, day("10:10"), day("10:20"))
    let fired = try #require(explain(bench, .event("e")).first { $0.verdict == .fired })
    #expect(fired.reason == .pastThresholdReached(threshold: 1_800_000) && fired.reason.rule == "E5")
    #expect(fired.count?.from == Bench.time(day("09:00")))
    #expect(fired.count?.counted == 2_400_000)
  }

  @Test func `explains how far use fell short in a past interval`() throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:20"))
    bench.idle(until: "2026-08-14 09:00")
    bench.use(Self.a, "2026-08-14 09:00", "2026-08-14 09:01")
    let missed = try #require(line(explain(bench), .eventDidReachThreshold, on: "2026-08-13", event: "e"))
    #expect(missed.verdict == .notFired)
    #expect(missed.reason == .useFellShort(counted: 1_200_000, threshold: 1_800_000))
    #expect(missed.count?.counted == 1_200_000)
  }

  @Test func `explains that the first use delivered a start, and that an end waits for the next use`() throws {
    var bench = try EventTests.bench()
    bench.idle(until: day("07:12"))
    bench.use(Self.a, day("07:12"), day("07:20"))
    bench.idle(until: "2026-08-14 00:30")
    let lines = explain(bench, .interval)
    let start = try #require(line(lines, .intervalDidStart, on: "2026-08-13"))
    #expect(start.reason == .firstUse && start.dueAt == Bench.time(day("00:00")))
    #expect(start.delivery?.decidedAt == Bench.time(day("07:12")))
    let end = try #require(line(lines, .intervalDidEnd, on: "2026-08-13"))
    #expect(end.verdict == .notYet && end.reason == .waitsForFirstUse(since: Bench.time(day("23:59"))))
    let next = try #require(line(lines, .intervalDidStart, on: "2026-08-14"))
    #expect(next.reason == .waitsForFirstUse(since: Bench.time("2026-08-14 00:00")))
  }

  @Test func `explains that an interval without use has neither start nor end`() throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:01"))
    bench.idle(until: "2026-08-15 09:00")
    bench.use(Self.a, "2026-08-15 09:00", "2026-08-15 09:01")
    let lines = explain(bench)
    let start = try #require(line(lines, .intervalDidStart, on: "2026-08-14"))
    #expect(start.verdict == .notFired && start.reason == .nobodyUsedTheDevice && start.reason.rule == "D10")
    #expect(line(lines, .intervalDidEnd, on: "2026-08-14")?.reason == .startNotDelivered)
    #expect(line(lines, .eventDidReachThreshold, on: "2026-08-14", event: "e")?.reason == .startNotDelivered)
  }

  @Test func `explains that the clock passed over an interval`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-12 23:59")
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    bench.rules.jump(to: Bench.time("2026-08-15 12:00"), in: &bench.state)
    bench.idle(until: "2026-08-15 12:01")
    #expect(line(explain(bench), .intervalDidStart, on: "2026-08-14")?.reason == .missed)
    #expect(CallbackReason.missed.rule == "D17")
  }

  @Test(arguments: [DeliveryMode.faithful, .exact], [false, true])
  func `a start that was not delivered was missed if there was use or the clock alone delivers (D10, D17)`(
    _ mode: DeliveryMode, _ isUsed: Bool
  ) throws {
    var bench = Bench(mode: mode, at: "2026-08-12 23:59")
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    bench.rules.jump(to: Bench.time("2026-08-15 12:00"), in: &bench.state)
    // Only use within the interval counts, up to its last millisecond.
    for time in ["00:00:00", "23:58:59"] {
      var use = UseLedger()
      use.append(UseSpan(start: Bench.time("2026-08-13 23:58"), end: Bench.time("2026-08-13 23:59"), isPresent: true))
      let start = Bench.time("2026-08-14 \(time)")
      if isUsed { use.append(UseSpan(start: start, end: start.advanced(by: 1_000), isPresent: true)) }
      use.append(UseSpan(start: Bench.time("2026-08-14 23:59"), end: bench.state.now, isPresent: true))
      let lines = bench.rules.explainCallbacks(
        of: "day", family: Bench.family, in: bench.state,
        record: CallbackRecord(
          deliveries: [], use: use, window: TimeSpan(start: Bench.time("2026-08-12 00:00"), end: bench.state.now)))
      let told = try #require(line(lines, .intervalDidStart, on: "2026-08-14"))
      #expect(told.verdict == .notFired && told.dueAt == Bench.time("2026-08-14 00:00"))
      #expect(told.reason == (isUsed || mode == .exact ? .missed : .nobodyUsedTheDevice))
      #expect(line(lines, .intervalDidStart, on: "2026-08-13")?.reason == .missed)
    }
  }

  @Test func `explains that the occurrence in a repeated hour is skipped (D11)`() throws {
    var bench = Bench(mode: .exact, at: "2026-10-31 20:00")
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(1), .at(1, 30)), events: [])
    ])
    bench.idle(until: "2026-11-01 12:00")
    let lines = explain(bench, .interval, from: "2026-10-31 00:00")
    let skipped = try #require(lines.first { $0.reason == .skipped(.repeatedHour) })
    #expect(skipped.verdict == .notFired && skipped.reason.rule == "D11")
    #expect(skipped.interval == TimeSpan(start: Bench.time("2026-11-01 09:00Z"), end: Bench.time("2026-11-01 09:30Z")))
    #expect(lines.filter { $0.verdict == .fired }.count == 2)
  }

  @Test func `explains ahead of time which occurrence will be skipped (D11)`() throws {
    var bench = Bench(mode: .exact, at: "2026-10-31 20:00")
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(1), .at(1, 30)), events: [])
    ])
    bench.idle(until: "2026-11-01 08:40Z")
    let lines = bench.rules.explainCallbacks(
      of: "day", family: Bench.family, in: bench.state,
      record: CallbackRecord(
        deliveries: [], use: UseLedger(), window: TimeSpan(start: bench.state.now, end: bench.state.now)))
    #expect(lines.map(\.reason).contains(.skipped(.repeatedHour)))
    #expect(lines.last?.reason == .waitsForInterval(start: Bench.time("2026-11-02 01:00")))
  }

  @Test(arguments: [
    (DeliveryCause.stop, "D12"), (.replaced, "D8"), (.registration, "D9"), (.catchUp, "D17"), (.repeated, "C5"),
  ])
  func `names the rule of each cause`(_ cause: DeliveryCause, _ rule: String) {
    let callback: MonitorCallback = cause == .registration ? .intervalDidStart : .intervalDidEnd
    let delivery = Delivery(
      family: Bench.family, sequence: 1, callback: callback, activity: "day", event: nil, cause: cause,
      dueAt: Timestamp(milliseconds: 0), decidedAt: Timestamp(milliseconds: 5),
      interval: DeliveryInterval(id: "day@0", start: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: 9)),
      registration: 1)
    #expect(CallbackReason(of: delivery, warning: nil, threshold: 0).rule == rule)
  }

  @Test func `explains a warning that moved to the start, one that waits, and one that came too late`() throws {
    var bench = try EventTests.bench(.daily(.at(9), .at(10), warning: 90), thresholds: [:])
    bench.use(Self.a, day("09:05"), day("09:10"))
    let moved = try #require(explain(bench).first { $0.callback == .intervalWillEndWarning && $0.verdict == .fired })
    #expect(moved.reason == .warningMovedToStart && moved.reason.rule == "D14")
    #expect(explain(bench).last { $0.callback == .intervalWillStartWarning }?.verdict == .notYet)
    bench.idle(until: "2026-08-14 09:30")
    bench.use(Self.a, "2026-08-14 09:30", "2026-08-14 10:30")
    let late = explain(bench).filter { $0.reason == .warningTooLate }
    // The first day counts too: it was first used at 09:05.
    #expect(late.map(\.callback) == [.intervalWillStartWarning, .intervalWillStartWarning])
    #expect(late.first?.reason.rule == "D15")
  }

  @Test func `explains that an activity is stopped or its family not approved`() throws {
    var bench = try EventTests.bench()
    bench.use(Self.a, day("10:00"), day("10:01"))
    try bench.apply([.stopMonitoring(["day"])])
    #expect(explain(bench).last?.reason == .notMonitored)
    #expect(explain(bench).contains { $0.callback == .intervalDidEnd && $0.reason == .stopped })
    _ = try bench.rules.revoke(Bench.family, by: .person, in: &bench.state)
    #expect(explain(bench).last?.reason == .notApproved)
  }

  @Test func `explains that an event without a known token matches nothing`() throws {
    var bench = Bench(at: day("09:00"))
    bench.state.families[Bench.family]?.mode = .appleCompatible
    let event = ActivityEvent(name: "e", selection: ItemSelection(unresolvedTokens: 2), threshold: .minutes(5))
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [event])])
    bench.use(Self.a, day("09:00"), day("10:00"))
    #expect(explain(bench, .event("e")).map(\.reason) == [.nothingChosen])
    // The next day this is still the reason for the day before, not that use fell short.
    bench.use(Self.a, "2026-08-14 09:00", "2026-08-14 10:00")
    #expect(explain(bench, .event("e")).map(\.reason) == [.nothingChosen, .nothingChosen])
  }

  @Test func `agrees with the deliveries of generated days`() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      var days = GeneratedDays(seed: seed)
      try days.run(cuts: 0)
      let bench = days.bench
      for (id, family) in bench.state.families {
        for activity in family.activities.values {
          let told = bench.deliveries.filter { $0.family == id && $0.activity == activity.name }
          let lines = bench.rules.explainCallbacks(
            of: activity.name, family: id, in: bench.state,
            record: CallbackRecord(
              deliveries: told, use: bench.state.history,
              window: TimeSpan(start: Bench.time("2026-10-30 00:00"), end: bench.state.now)))
          #expect(lines.filter { $0.verdict == .fired }.count == told.count)
          for line in lines where line.verdict == .fired {
            guard let count = line.count, line.delivery?.cause == .natural else { continue }
            #expect(count.counted == count.level, "seed \(seed), \(activity.name) \(line.event ?? "")")
          }
          // A callback of an interval is either delivered or explained, never both.
          for line in lines where line.verdict == .notFired {
            #expect(
              !told.contains {
                $0.callback == line.callback && $0.event == line.event && $0.interval.start == line.interval?.start
              })
          }
        }
      }
    }
  }
}

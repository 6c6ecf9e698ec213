// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Everything that is said of an activity's callbacks, at each stage of two days.
@Suite struct CallbackStatesTests {
  private static let a = Item.application("A")

  private func day(_ day: Int, _ time: String) -> String { "2026-08-\(day) \(time)" }

  private func event(_ minutes: Int) -> ActivityEvent {
    ActivityEvent(name: "e", selection: ItemSelection(applications: [Self.a]), threshold: .minutes(minutes))
  }

  private func bench(_ now: String = "2026-08-13 08:00", _ schedule: Schedule? = nil) throws -> Bench {
    var bench = Bench(at: now)
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: schedule ?? .daily(.at(9), .at(17), warning: 10), events: [event(30)])
    ])
    return bench
  }

  private func explained(
    _ bench: Bench, _ choice: CallbackChoice = .all, from: String = "2026-08-01 00:00", to: String? = nil
  ) -> [CallbackExplanation] {
    bench.rules.explainCallbacks(
      of: "day", family: Bench.family, choice: choice, in: bench.state,
      record: CallbackRecord(
        deliveries: bench.deliveries, use: bench.state.history,
        window: TimeSpan(start: Bench.time(from), end: to.map { Bench.time($0) } ?? bench.state.now)))
  }

  private static let short: [MonitorCallback: String] = [
    .intervalWillStartWarning: "start warning", .intervalDidStart: "start",
    .eventWillReachThresholdWarning: "e warning",
    .eventDidReachThreshold: "e", .intervalWillEndWarning: "end warning", .intervalDidEnd: "end",
  ]

  /// The day of the interval, the callback, the verdict with its reason, when it is due, and the use that is counted.
  private func lines(_ bench: Bench, _ lines: [CallbackExplanation]) -> [String] {
    lines.map { line in
      let day = line.interval.map { "\(bench.local($0.start).prefix(2)) " } ?? ""
      let due = line.dueAt.map { " due \(bench.local($0))" } ?? ""
      let count = line.count.map { " (\($0.counted / 60_000) of \($0.level / 60_000) min)" } ?? ""
      let callback = Self.short[line.callback] ?? ""
      return "\(day)\(callback): \(line.verdict.rawValue) \(line.reason.code)\(due)\(count)"
    }
  }

  private func check(
    _ bench: Bench, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = lines(bench, explained(bench))
    #expect(found == expected, "\(found.joined(separator: "\n"))", sourceLocation: location)
  }

  @Test func `explains for each callback the event it waits for, and later its outcome`() throws {
    var bench = try bench()
    check(
      bench,
      [
        "13 start warning: notYet waitsForWarning due 13 08:50",
        "13 start: notYet waitsForInterval due 13 09:00",
        "13 e: notYet waitsForInterval",
      ])
    bench.idle(until: day(13, "08:50"))
    check(
      bench,
      [
        "13 start warning: notYet waitsForFirstUse due 13 08:50",
        "13 start: notYet waitsForInterval due 13 09:00",
        "13 e: notYet waitsForInterval",
      ])
    bench.idle(until: day(13, "09:30"))
    check(
      bench,
      [
        "13 start: notYet waitsForFirstUse due 13 09:00",
        "13 e warning: notYet warningUseMissing (0 of 20 min)",
        "13 e: notYet useMissing (0 of 30 min)",
        "13 end warning: notYet waitsForWarning due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
    bench.use(Self.a, day(13, "09:30"), day(13, "09:55"))
    check(
      bench,
      [
        "13 start: fired firstUse due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:50 (20 of 20 min)",
        "13 e warning: notYet reachedAlready",
        "13 e: notYet useMissing (25 of 30 min)",
        "13 end warning: notYet waitsForWarning due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
    bench.idle(until: day(13, "16:50"))
    check(
      bench,
      [
        "13 start: fired firstUse due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:50 (20 of 20 min)",
        "13 e warning: notYet reachedAlready",
        "13 e: notYet useMissing (25 of 30 min)",
        "13 end warning: notYet waitsForFirstUse due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
    bench.use(Self.a, day(13, "16:54"), day(13, "17:00"))
    check(
      bench,
      [
        "13 start: fired firstUse due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:50 (20 of 20 min)",
        "13 e warning: notYet reachedAlready",
        "13 e: fired thresholdReached due 13 16:59 (30 of 30 min)",
        "13 e: notYet reachedAlready",
        "13 end warning: fired warningDue due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
    bench.idle(until: day(14, "18:00"))
    check(
      bench,
      [
        "13 start: fired firstUse due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:50 (20 of 20 min)",
        "13 e: fired thresholdReached due 13 16:59 (30 of 30 min)",
        "13 end warning: fired warningDue due 13 16:50",
        "13 end: notYet waitsForFirstUse due 13 17:00",
        "14 start warning: notFired warningTooLate due 14 08:50",
        "14 start: notFired nobodyUsedTheDevice due 14 09:00",
        "14 e warning: notFired startNotDelivered (0 of 20 min)",
        "14 e: notFired startNotDelivered (0 of 30 min)",
        "14 end warning: notFired startNotDelivered due 14 16:50",
        "14 end: notFired startNotDelivered due 14 17:00",
        "15 start warning: notYet waitsForWarning due 15 08:50",
        "15 start: notYet waitsForInterval due 15 09:00",
        "15 e: notYet waitsForInterval",
      ])
    bench.use(Self.a, day(14, "18:00"), day(14, "18:05"))
    check(
      bench,
      [
        "13 start warning: notFired warningTooLate due 13 08:50",
        "13 start: fired firstUse due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:50 (20 of 20 min)",
        "13 e: fired thresholdReached due 13 16:59 (30 of 30 min)",
        "13 end warning: fired warningDue due 13 16:50",
        "13 end: fired intervalEnded due 13 17:00",
        "14 start warning: notFired warningTooLate due 14 08:50",
        "14 start: notFired nobodyUsedTheDevice due 14 09:00",
        "14 e warning: notFired startNotDelivered (0 of 20 min)",
        "14 e: notFired startNotDelivered (0 of 30 min)",
        "14 end warning: notFired startNotDelivered due 14 16:50",
        "14 end: notFired startNotDelivered due 14 17:00",
        "15 start warning: notYet waitsForWarning due 15 08:50",
        "15 start: notYet waitsForInterval due 15 09:00",
        "15 e: notYet waitsForInterval",
      ])
  }

  @Test func `an interval registered inside has no start warning, and its use counts from then`() throws {
    var bench = try bench(day(13, "12:00"))
    bench.use(Self.a, day(13, "12:00"), day(13, "12:10"))
    check(
      bench,
      [
        "13 start: fired registeredInside due 13 12:00",
        "13 e warning: notYet warningUseMissing (10 of 20 min)",
        "13 e: notYet useMissing (10 of 30 min)",
        "13 end warning: notYet waitsForWarning due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
    bench.idle(until: day(14, "08:00"))
    bench.use(Self.a, day(14, "08:00"), day(14, "08:01"))
    check(
      bench,
      [
        "13 start: fired registeredInside due 13 12:00",
        "13 e warning: notFired useFellShort (10 of 20 min)",
        "13 e: notFired useFellShort (10 of 30 min)",
        "13 end warning: notFired warningTooLate due 13 16:50",
        "13 end: fired intervalEnded due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
        "14 e: notYet waitsForInterval",
      ])
  }

  @Test func `deliveries of an earlier registration are listed separately from the new one's events`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .daily(.at(9), .at(17), warning: 10), events: [event(60)])
    ])
    bench.use(Self.a, day(13, "09:40"), day(13, "09:50"))
    check(
      bench,
      [
        "13 start: fired clockTime due 13 09:00",
        "13 e warning: fired warningLevelReached due 13 09:20",
        "13 e warning: notYet warningUseMissing (10 of 50 min)",
        "13 e: fired thresholdReached due 13 09:30",
        "13 e: notYet useMissing (10 of 60 min)",
        "13 end warning: notYet waitsForWarning due 13 16:50",
        "13 end: notYet waitsForEnd due 13 17:00",
        "14 start warning: notYet waitsForWarning due 14 08:50",
        "14 start: notYet waitsForInterval due 14 09:00",
      ])
  }

  @Test func `lists only deliveries decided in the window, which includes both of its ends`() throws {
    var bench = try bench()
    bench.use(Self.a, day(13, "09:00"), day(13, "09:40"))
    for (from, to, expected) in [
      ("09:00", "09:30", 3), ("09:00", "09:29", 2), ("09:01", "09:30", 2), ("09:21", "09:29", 0), ("09:20", "09:20", 1),
    ] {
      let told = explained(bench, from: day(13, from), to: day(13, to)).filter { $0.verdict == .fired }
      #expect(told.count == expected, "\(from)–\(to)")
    }
  }

  @Test func `a choice leaves out every other callback at every stage`() throws {
    var bench = try bench()
    for (time, end) in [
      ("13 08:50", "13 08:51"), ("13 09:30", "13 09:55"), ("13 18:00", "13 18:00"), ("15 08:00", "15 08:01"),
    ] {
      bench.idle(until: "2026-08-" + time)
      for choice in [CallbackChoice.interval, .event("e"), .event("f")] {
        let all = explained(bench).filter { choice.includes($0.callback, event: $0.event) }
        #expect(explained(bench, choice) == all, "\(choice) at \(time)")
      }
      bench.use(Self.a, "2026-08-" + time, "2026-08-" + end)
    }
  }

  @Test(arguments: [CallbackChoice.all, .interval, .event("e")])
  func `gives one reason for an activity that is not monitored or whose schedule has ended`(_ choice: CallbackChoice)
    throws
  {
    var bench = try bench("2026-08-13 08:00", .daily(.at(9), .at(10), repeats: false))
    bench.use(Self.a, day(13, "09:35"), day(13, "09:50"))
    _ = bench.rules.advance(
      &bench.state,
      through: UseSpan(start: bench.state.now, end: Bench.time(day(13, "10:30")), app: Self.a, isPresent: true))
    bench.deliveries = []
    let over = explained(bench, choice, from: day(13, "10:00")).filter { $0.verdict == .notYet }
    #expect(over.map(\.reason) == (choice == .event("e") ? [] : [.scheduleOver]))
    try bench.apply([.stopMonitoring([])])
    let gone = explained(bench, choice, from: day(13, "10:00"))
    #expect(gone.map(\.reason) == [.notMonitored] && gone.map(\.verdict) == [.notYet])
    #expect(gone.map(\.callback) == [choice == .event("e") ? .eventDidReachThreshold : .intervalDidStart])
    #expect(gone.map(\.event) == [choice == .event("e") ? "e" : nil])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Explanations of callbacks for part of the time, compared with those for all of it.
@Suite struct ExplainedWindowTests {
  private static let start = Bench.time("2026-10-30 00:00")

  private func explain(_ bench: Bench, _ id: FamilyID, _ activity: String, _ window: TimeSpan) -> [CallbackExplanation]
  {
    bench.rules.explainCallbacks(
      of: activity, family: id, in: bench.state,
      record: CallbackRecord(
        deliveries: bench.deliveries.filter { $0.family == id && $0.activity == activity },
        use: bench.state.history, window: window))
  }

  /// Windows that begin and end anywhere in the days, and after them.
  private func windows(_ seed: UInt64, before now: Timestamp) -> [TimeSpan] {
    var random = SeededGenerator(seed: seed)
    return (0..<12).map { _ in
      let latest = now.milliseconds(since: Self.start) + 86_400_000
      let ends = (0..<2).map { _ in Self.start.advanced(by: Int64.random(in: 0...latest, using: &random)) }.sorted()
      return TimeSpan(start: ends[0], end: ends[1])
    }
  }

  @Test(arguments: Array(UInt64(1)...6))
  func `a window shows the past intervals that touch it, and what was delivered in it, like the whole time does`(
    _ seed: UInt64
  ) throws {
    var days = GeneratedDays(seed: seed, mode: seed.isMultiple(of: 2) ? .exact : .faithful)
    try days.run(cuts: 0)
    let bench = days.bench
    let now = bench.state.now
    for (id, family) in bench.state.families {
      for activity in family.activities.keys {
        let whole = explain(bench, id, activity, TimeSpan(start: Self.start, end: now))
        for window in windows(seed, before: now) {
          let part = explain(bench, id, activity, window)
          func touches(_ line: CallbackExplanation) -> Bool {
            line.interval.map { $0.start < min(window.end, now) && window.start < $0.end } == true
          }
          #expect(
            part.filter { $0.verdict == .notFired } == whole.filter { $0.verdict == .notFired && touches($0) },
            "\(activity), \(window)")
          func isInside(_ line: CallbackExplanation) -> Bool {
            line.delivery.map { window.start <= $0.decidedAt && $0.decidedAt <= window.end } == true
          }
          #expect(
            part.filter { $0.verdict == .fired } == whole.filter { $0.verdict == .fired && isInside($0) },
            "\(activity), \(window)")
          // What waits does not depend on the window.
          #expect(part.filter { $0.verdict == .notYet } == whole.filter { $0.verdict == .notYet }, "\(activity)")
        }
      }
    }
  }

  @Test func `occurrences that are still ahead are not among those that were missed`() throws {
    var bench = Bench(mode: .exact, at: "2026-10-28 20:00")
    try bench.apply([.startMonitoring(activity: "night", schedule: .daily(.at(1), .at(1, 30)), events: [])])
    bench.idle(until: "2026-10-30 12:00")
    // The hour from 1 to 2 repeats on 1 November, so one occurrence of that day will be skipped.
    let lines = explain(
      bench, Bench.family, "night", TimeSpan(start: Self.start, end: Bench.time("2026-11-03 00:00")))
    #expect(lines.filter { $0.verdict == .notFired }.isEmpty)
    #expect(lines.contains { $0.verdict == .fired })
  }
}

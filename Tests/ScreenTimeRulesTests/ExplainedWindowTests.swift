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
    return (0..<6).map { _ in
      let latest = now.milliseconds(since: Self.start) + 86_400_000
      let ends = (0..<2).map { _ in Self.start.advanced(by: Int64.random(in: 0...latest, using: &random)) }.sorted()
      return TimeSpan(start: ends[0], end: ends[1])
    }
  }

  @Test(arguments: Array(UInt64(1)...4))
  func `an explanation of a window has the intervals that overlap it and the deliveries within it`(
    _ seed: UInt64
  ) throws {
    var days = GeneratedDays(seed: seed, mode: seed.isMultiple(of: 2) ? .exact : .faithful)
    try days.run(cuts: 0)
    let bench = days.bench
    let now = bench.state.now
    for (id, family) in bench.state.families {
      for activity in family.activities.keys {
        let whole = explain(bench, id, activity, TimeSpan(start: Self.start, end: now))
        // The last windows begin and end exactly where intervals do.
        let edges = whole.compactMap(\.interval).flatMap { [$0.start, $0.end] }.sorted()
        let exact = zip(edges, edges.dropFirst(5)).map { TimeSpan(start: $0, end: $1) }
        for window in windows(seed, before: now) + exact.suffix(8) {
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
          // Pending callbacks do not depend on the window.
          #expect(part.filter { $0.verdict == .notYet } == whole.filter { $0.verdict == .notYet }, "\(activity)")
        }
      }
    }
  }

  @Test func `each callback that waits for its slot shows the use that its own event counts`() throws {
    let items = (1...3).map { Item.application("app \($0)") }
    var bench = Bench(mode: .exact, at: "2026-08-13 06:00")
    bench.rules.grids[Bench.family] = DeliveryGrid(stepMilliseconds: 3_600_000, phaseMilliseconds: 0)
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: .daily(.at(8), .at(20)),
        events: items.enumerated().map { index, item in
          ActivityEvent(
            name: "e\(index + 1)", selection: ItemSelection(applications: [item]), threshold: .minutes(index + 1))
        })
    ])
    bench.idle(until: "2026-08-13 09:00")
    for (index, item) in items.enumerated() {
      let end = bench.state.now.advanced(by: Int64(index + 2) * 60_000)
      bench.use(UseSpan(start: bench.state.now, end: end, app: item, isPresent: true))
    }
    let now = bench.state.now
    let lines = explain(bench, Bench.family, "day", TimeSpan(start: now, end: now)).filter { $0.event != nil }
    #expect(lines.map(\.event) == ["e1", "e2", "e3"])
    for (index, line) in lines.enumerated() {
      #expect(line.reason == .waitsForSlot(at: Bench.time("2026-08-13 10:00")))
      #expect(line.count?.level == Int64(index + 1) * 60_000 && line.count?.counted == Int64(index + 2) * 60_000)
      #expect(line.count?.items == [items[index]])
    }
    for choice in [CallbackChoice.interval, .event("e2"), .event("e9")] {
      let chosen = bench.rules.explainCallbacks(
        of: "day", family: Bench.family, choice: choice, in: bench.state,
        record: CallbackRecord(
          deliveries: [], use: bench.state.history, window: TimeSpan(start: bench.state.now, end: bench.state.now)))
      #expect(chosen.allSatisfy { choice.includes($0.callback, event: $0.event) }, "\(choice)")
      #expect(chosen.contains { $0.event != nil } == (choice == .event("e2")))
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

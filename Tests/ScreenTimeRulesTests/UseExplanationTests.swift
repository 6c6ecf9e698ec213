// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct UseExplanationTests {
  private static let a = EventTests.a
  private static let b = Item.application("B")
  private static let registry = ItemRegistry(categories: [a: .category("2"), EventTests.page: .category("2")])

  private func day(_ time: String) -> String { "2026-08-13 \(time)" }
  private func time(_ text: String) -> Timestamp { Bench.time(day(text)) }
  private var wholeDay: TimeSpan { TimeSpan(start: time("00:00"), end: Bench.time("2026-08-14 00:00")) }

  private func explain(
    _ bench: Bench, _ number: UseNumber, within span: TimeSpan? = nil, shields: [(item: Item, span: TimeSpan)] = []
  ) -> UseExplanation {
    bench.rules.explainUse(
      of: number, within: span ?? wholeDay, ledger: bench.state.history, shields: shields)
  }

  @Test func `sums the spans of an item, a category and the device (E11)`() {
    var bench = Bench(at: day("09:00"), registry: Self.registry)
    bench.use(Self.a, day("10:00"), day("10:20"))
    bench.use(Self.b, web: EventTests.page, day("10:20"), day("10:30"))
    bench.use(nil, day("10:30"), day("10:35"))
    #expect(explain(bench, .item(Self.a)).total == 20 * 60_000)
    #expect(explain(bench, .category(.category("2"))).total == 30 * 60_000)
    #expect(explain(bench, .device).total == 35 * 60_000)
    #expect(
      explain(bench, .item(EventTests.page)).pieces.map(\.span) == [TimeSpan(start: time("10:20"), end: time("10:30"))])
  }

  @Test func `cuts spans at the edges of the requested range`() {
    var bench = Bench(at: day("09:00"))
    bench.use(Self.a, day("10:00"), day("11:00"))
    let hour = TimeSpan(start: time("10:15"), end: time("10:45"))
    #expect(explain(bench, .item(Self.a), within: hour).total == 30 * 60_000)
  }

  @Test func `shows idle time between two spans of an item, and no other gap`() {
    var bench = Bench(at: day("09:00"))
    bench.use(Self.a, day("10:00"), day("10:10"))
    bench.idle(until: day("10:20"))
    bench.use(Self.a, day("10:20"), day("10:45"))
    bench.use(Self.b, day("10:45"), day("10:50"))
    bench.idle(until: day("11:00"))
    bench.use(Self.a, day("11:00"), day("11:10"))
    let explained = explain(bench, .item(Self.a))
    #expect(explained.total == 45 * 60_000)
    #expect(explained.removed == [.init(span: TimeSpan(start: time("10:10"), end: time("10:20")), reason: .notInUse)])
  }

  @Test func `shows the time under a shield, which counts only for the device (S14)`() throws {
    var bench = Bench(at: day("10:00"))
    bench.use(Self.a, day("10:00"), day("10:10"))
    try bench.apply([.setSetting(store: "Default", key: .shieldApplications, value: .items([Self.a]))])
    bench.use(Self.a, day("10:10"), day("10:25"))
    try bench.apply([.clearStore("Default")])
    bench.use(Self.a, day("10:25"), day("10:50"))
    let shields = [(item: Self.a, span: TimeSpan(start: time("10:10"), end: time("10:25")))]
    let explained = explain(bench, .item(Self.a), shields: shields)
    #expect(explained.total == 35 * 60_000)
    #expect(
      explained.removed == [.init(span: TimeSpan(start: time("10:10"), end: time("10:25")), reason: .underShield)])
    #expect(explain(bench, .device, shields: shields).total == 50 * 60_000)
    #expect(explain(bench, .device, shields: shields).removed.isEmpty)
  }

  @Test func `shows unseen time once when a source missed it around other use`() {
    var bench = Bench(at: day("09:00"), registry: Self.registry)
    bench.use(Self.b, day("10:10"), day("10:20"))
    let missed = TimeSpan(start: time("10:00"), end: time("10:30"))
    // The second span begins in the first and ends after it; the use lies within both.
    let explained = bench.rules.explainUse(
      of: .item(EventTests.page), within: wholeDay, ledger: bench.state.history,
      unseen: [
        UnseenTime(missed, .blind(.web)),
        UnseenTime(TimeSpan(start: time("10:05"), end: time("10:40")), .blind(.presence)),
      ])
    let unseen = explained.removed.filter { $0.reason == .unseen }.map(\.span)
    #expect(unseen == [missed, TimeSpan(start: time("10:30"), end: time("10:40"))])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import Testing

/// Stacks of placed widgets on a device.
@Suite struct WidgetStackHostTests {
  private let host = WidgetHostTests()

  /// Places a widget whose entries have scores.
  private func place(_ bench: NotificationBench, _ entries: [(offset: Int64, score: Int64?)]) throws -> String {
    try bench.take(
      .person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))))
    if bench.sent.contains(where: { $0.callback == "widget.placeholder" }) {
      try bench.end("widget.placeholder", .replied(["views": host.views("···")]))
    }
    try bench.end(
      "widget.snapshot",
      .replied(["entry": ["date": .integer(bench.device.now.milliseconds), "views": host.views("snapshot")]]))
    let timeline: WireValue = [
      "entries": .array(
        entries.map { entry in
          [
            "date": .integer(bench.device.now.advanced(by: entry.offset).milliseconds),
            "relevance": entry.score.map { ["durationS": 0, "score": .integer($0)] },
            "views": host.views("at \(entry.offset)"),
          ]
        }), "policy": ["kind": "never"],
    ]
    try bench.end("widget.timeline", .replied(timeline))
    return try #require(bench.driver.facts.widgets.last?.id)
  }

  private func front(_ bench: NotificationBench) -> [String] {
    bench.driver.facts.widgets.filter { bench.driver.facts.isInFront($0) }.map(\.id)
  }

  private func stack(_ bench: NotificationBench, _ id: String, onto other: String) throws {
    try bench.take(.person(PersonAct(.stacksWidget(id, onto: other))))
  }

  private let hour: Int64 = 3_600_000

  @Test func `a stack rotates by relevance, asks its families for nothing, and survives a kill (WIDGET-W37)`() throws {
    let bench = try host.bench()
    let calm = try place(bench, [(0, nil)])
    let keen = try place(bench, [(0, nil), (3 * hour, 4_000), (5 * hour, 0)])
    try stack(bench, keen, onto: calm)
    #expect(front(bench) == [keen])
    try bench.take(.person(PersonAct(.choosesWidget(calm))))
    let asked = bench.sent.count
    try bench.pass(seconds: 3 * 3_600 - 1)
    #expect(front(bench) == [calm])
    try bench.pass(seconds: 1)
    #expect(front(bench) == [keen])
    #expect(bench.sent.count == asked)
    let again = try bench.killed()
    #expect(front(again) == [keen])
    let explanation = try bench.driver.facts.explain(bench.driver.facts.widget(keen))
    #expect(explanation.stack == "2 of 2 in its stack, in front; score 4 of at most 4 in a week")
    #expect(explanation.rows.map(\.reason).contains("stack.rotated"))
  }

  @Test func `checking a stack that does not rotate writes nothing (WIDGET-W37)`() throws {
    let bench = try host.bench()
    let first = try place(bench, [(0, 1_000), (2 * hour, 1_000), (4 * hour, 1_000)])
    let second = try place(bench, [(0, nil)])
    try stack(bench, second, onto: first)
    try bench.take(.person(PersonAct(.choosesWidget(first))))
    try bench.pass(seconds: 1)
    let count = try bench.transactions { try bench.pass(seconds: 5 * 3_600) }
    #expect(count == 0 && front(bench) == [first])
  }

  @Test func `of a stack the home page shows the front one, and moves all (WIDGET-W37)`() throws {
    let bench = try host.bench()
    let (one, two) = (try place(bench, [(0, nil)]), try place(bench, [(0, nil)]))
    let three = try place(bench, [(0, nil)])
    try stack(bench, three, onto: one)
    #expect(bench.driver.facts.widgets.map(\.id) == [one, three, two])
    let shown = try bench.driver.facts.widgets.map { try bench.driver.facts.presented($0).spot }
    #expect(shown.map(\.isHidden) == [true, false, false] && shown.map(\.number) == [1, 2, 1])
    try bench.take(.person(PersonAct(.movesWidget(one, to: 1))))
    #expect(bench.driver.facts.widgets.map(\.id) == [two, one, three])
    try bench.take(.person(PersonAct(.unstacksWidget(one))))
    #expect(front(bench) == [two, one, three])
    #expect(throws: HostError.self) { try bench.take(.person(PersonAct(.unstacksWidget(one)))) }
  }

  @Test func `a stack holds ten widgets of one size (WIDGET-W37)`() throws {
    let bench = try host.bench()
    let first = try place(bench, [(0, nil)])
    for _ in 1..<10 { try stack(bench, try place(bench, [(0, nil)]), onto: first) }
    let last = try place(bench, [(0, nil)])
    #expect(throws: HostError.self) { try stack(bench, last, onto: first) }
    try bench.take(
      .person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemMedium", []))))
    let medium = try #require(bench.driver.facts.widgets.last?.id)
    #expect(throws: HostError.self) { try stack(bench, medium, onto: last) }
    #expect(throws: HostError.self) { try stack(bench, last, onto: last) }
  }

  @Test func `a removed widget leaves its stack, and a stack of one is none (WIDGET-W1, WIDGET-W37)`() throws {
    let bench = try host.bench()
    let (one, two) = (try place(bench, [(0, nil)]), try place(bench, [(0, nil)]))
    try stack(bench, two, onto: one)
    try bench.take(.person(PersonAct(.removesWidget(two))))
    #expect(front(bench) == [one])
    #expect(bench.driver.facts.stack(of: try bench.driver.facts.widget(one)) == nil)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// What a device presents, says and notes when stacks, places, the lock or the clock change.
@Suite struct WidgetTurnTests {
  private let host = WidgetHostTests()
  private static let hour: Int64 = 3_600_000

  private struct Entry {
    var offset: Int64 = 0
    var text: String
    var score: Int64?
    var durationS: Int64 = 0
  }

  private func timeline(_ bench: NotificationBench, _ entries: [Entry]) -> WireValue {
    [
      "entries": .array(
        entries.map { entry in
          [
            "date": .integer(bench.device.now.advanced(by: entry.offset).milliseconds),
            "relevance": entry.score.map { ["durationS": .integer(entry.durationS), "score": .integer($0)] },
            "views": host.views(entry.text),
          ]
        }), "policy": ["kind": "never"],
    ]
  }

  /// Places a widget without scores that shows its name, or one with the given entries.
  private func place(
    _ bench: NotificationBench, _ name: String, _ entries: [Entry]? = nil, of family: String = "homework"
  ) throws -> String {
    try bench.take(
      .person(PersonAct(.placesWidget(FamilyID(family), kind: "Countdown", size: "systemSmall", []))))
    if bench.sent.contains(where: { $0.callback == "widget.placeholder" }) {
      try bench.end("widget.placeholder", of: family, .replied(["views": host.views("···")]))
    }
    try bench.end(
      "widget.snapshot", of: family,
      .replied(["entry": ["date": .integer(bench.device.now.milliseconds), "views": host.views("snapshot")]]))
    try bench.end("widget.timeline", of: family, .replied(timeline(bench, entries ?? [Entry(text: name)])))
    return try #require(bench.driver.facts.widgets.last?.id)
  }

  private func front(_ bench: NotificationBench, _ names: [String: String]) -> [String] {
    bench.driver.facts.widgets.filter { bench.driver.facts.isInFront($0) }.compactMap { names[$0.id] }
  }

  // MARK: - The clock

  @Test func `the front of a stack stays for an hour of its own, whatever the clock is set to`() throws {
    let bench = try host.bench()
    let start = bench.device.now
    let calm = try place(bench, "calm")
    let keen = try place(
      bench, "keen",
      [Entry(text: "keen"), Entry(offset: 9_000_000, text: "soon", score: 4_000, durationS: 9_000)])
    let names = [calm: "calm", keen: "keen"]
    _ = try bench.act(.stacksWidget(keen, onto: calm))
    _ = try bench.act(.choosesWidget(calm))
    let jump = try bench.take(.source(.clockJumped(to: start.advanced(by: 2 * Self.hour))))
    #expect(bench.words(jump, names) == ["present calm: calm", "present keen: keen, hidden"])
    #expect(
      try bench.words(until: start.advanced(by: 3 * Self.hour - 1), names) == [
        "tell: Countdown shows an entry; of Mon 19 Oct 2026 02:30, systemSmall", "present keen: soon, hidden",
      ])
    #expect(
      try bench.words(until: start.advanced(by: 3 * Self.hour), names) == [
        "tell: Countdown comes to the front of its stack", "present calm: calm, hidden", "present keen: soon",
      ])
    #expect(
      try bench.widgetRows(names).last
        == "keen: stack.rotated score 4 of at most 4 in a week, until Mon 19 Oct 2026 05:00")
    #expect(try bench.words(until: start.advanced(by: 6 * Self.hour), names).isEmpty)
  }

  @Test func `a clock that is set back asks for what lies in the future now, and moves the waits of all`() throws {
    let bench = try host.bench()
    try bench.pass(seconds: 43_200)
    let one = try place(bench, "one")
    let two = try place(bench, "two", [Entry(offset: -2 * Self.hour, text: "two")])
    let names = [one: "one", two: "two"]
    try bench.pass(seconds: 2)
    let back = try bench.take(.source(.clockJumped(to: bench.device.now.advanced(by: -Self.hour))))
    #expect(bench.words(back, names) == ["present one: one", "present two: two", "perform widget.timeline"])
    #expect(try bench.widgetRows(names).last == "one: widget.granted clockChanged, credit 660 min")
    #expect(
      try bench.finish("widget.timeline", .replied(timeline(bench, [Entry(text: "again")])), names) == [
        "tell: Countdown shows an entry; of Mon 19 Oct 2026 11:00, systemSmall", "present one: again", "accept",
        "tell: widget.timeline Countdown; 1 entry, no next",
      ])
    // The gap after this request is still a second when the clock is set forward.
    let forth = try bench.take(.source(.clockJumped(to: bench.device.now.advanced(by: Self.hour))))
    #expect(bench.words(forth, names) == ["present one: again", "present two: two"])
    #expect(try bench.act(.refreshesWidget(one), names).isEmpty)
    #expect(
      try bench.widgetRows(names).last
        == "one: widget.deferred person, until Mon 19 Oct 2026 12:00, credit 660 min")
    let now = bench.device.now
    #expect(try bench.words(until: now.advanced(by: 999), names).isEmpty)
    #expect(try bench.words(until: now.advanced(by: 1_000), names) == ["perform widget.timeline"])
  }

  // MARK: - Stacks and places

  @Test func `each act on places and stacks presents the widgets that it changes`() throws {
    let bench = try host.bench()
    var ids: [String: String] = [:]
    for name in ["a", "b", "c", "d"] { ids[name] = try place(bench, name) }
    let (a, b) = (try #require(ids["a"]), try #require(ids["b"]))
    let (c, d) = (try #require(ids["c"]), try #require(ids["d"]))
    let names = [a: "a", b: "b", c: "c", d: "d"]
    for (id, other) in [(b, a), (d, c)] {
      let words = try bench.act(.stacksWidget(id, onto: other), names)
      let below = names[other] ?? ""
      #expect(words.prefix(2) == ["tell: Countdown stacked", "present \(below): \(below), hidden"])
    }
    #expect(front(bench, names) == ["b", "d"])
    // A widget that leaves one stack for another changes both, and the places behind.
    let words = try bench.act(.stacksWidget(b, onto: d), names)
    #expect(
      Set(words) == [
        "tell: Countdown stacked", "present a: a", "present b: b", "present c: c, hidden", "present d: d, hidden",
      ])
    #expect(bench.driver.facts.owners.widgets.stacks.all.map(\.members) == [[c, d, b]])
    #expect(
      try bench.act(.unstacksWidget(d), names) == [
        "present b: b", "present d: d", "present c: c, hidden", "present d: d", "present b: b",
      ])
    #expect(try bench.act(.choosesWidget(c), names) == ["present b: b, hidden", "present c: c"])
    #expect(try bench.widgetRows(names).last == "c: stack.chosen ")
    #expect(
      try bench.act(.removesWidget(c), names) == [
        "tell: Countdown removed", "withdraw c", "present b: b", "present d: d", "present b: b",
      ])
    #expect(bench.driver.facts.owners.widgets.stacks.all.isEmpty)
    #expect(try bench.act(.movesWidget(a, to: 99), names) == ["present b: b", "present d: d", "present a: a"])
    #expect(try bench.act(.movesWidget(a, to: 2), names).isEmpty)
    #expect(try bench.act(.movesWidget(a, to: -5), names) == ["present a: a", "present b: b", "present d: d"])
    #expect(try bench.act(.movesWidget(d, to: 1), names) == ["present d: d", "present b: b"])
    #expect(bench.driver.facts.widgets.map(\.place) == [0, 1, 2])
    #expect(try bench.act(.configuresWidget(a, []), names).isEmpty)
  }

  @Test func `a removed family's widgets are withdrawn, and its neighbours in a stack come to the front`() throws {
    let bench = try host.bench()
    let alone = try place(bench, "alone")
    let below = try place(bench, "below", of: "worklog")
    let middle = try place(bench, "middle")
    let last = try place(bench, "last", of: "worklog")
    let names = [alone: "alone", below: "below", middle: "middle", last: "last"]
    for id in [middle, last] { _ = try bench.act(.stacksWidget(id, onto: below)) }
    _ = try bench.act(.choosesWidget(middle))
    let words = try bench.act(.removes(WidgetHostTests.family, by: .person), names)
    #expect(
      words.filter { $0.hasPrefix("present") || $0.hasPrefix("withdraw") } == [
        "withdraw alone", "withdraw middle", "present below: below, hidden", "present last: last",
        "present below: below, hidden", "present last: last",
      ])
    let facts = bench.driver.facts
    #expect(facts.offeredWidgets(of: WidgetHostTests.family).description == nil)
    #expect(facts.offeredWidgets(of: FamilyID("worklog")).description != nil)
    #expect(facts.widgets.map(\.place) == [0, 1] && front(bench, names) == ["last"])
  }

  @Test func `a timeline that comes when its stack was just looked at is looked at too`() throws {
    let bench = try host.bench()
    let start = bench.device.now
    let calm = try place(
      bench, "calm",
      [Entry(text: "calm", score: 2_000), Entry(offset: 2 * Self.hour, text: "calmer", score: 1_000)])
    let keen = try place(bench, "keen")
    let names = [calm: "calm", keen: "keen"]
    _ = try bench.act(.stacksWidget(keen, onto: calm))
    _ = try bench.act(.choosesWidget(calm))
    #expect(
      try bench.words(until: start.advanced(by: 2 * Self.hour), names) == [
        "tell: Countdown shows an entry; of Mon 19 Oct 2026 02:00, systemSmall", "present calm: calmer",
      ])
    // Nothing more is due, so the device isn't woken for this stack.
    #expect(bench.driver.facts.owners.widgets.nextDue == nil)
    _ = try bench.act(.refreshesWidget(keen))
    _ = try bench.finish("widget.timeline", .replied(timeline(bench, [Entry(text: "keener", score: 3_000)])))
    #expect(
      try bench.words(until: start.advanced(by: 2 * Self.hour), names) == [
        "tell: Countdown comes to the front of its stack", "present calm: calmer, hidden", "present keen: keener",
      ])
    #expect(bench.driver.facts.owners.widgets.nextDue == nil)
  }

  // MARK: - The lock

  @Test func `a lock is told once, and hides what has no variant for it, but no placeholder`() throws {
    let bench = try host.bench()
    let one = try place(bench, "one")
    _ = try bench.act(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))
    let two = try #require(bench.driver.facts.widgets.last?.id)
    let names = [one: "one", two: "two"]
    let hidden = ["tell: screen locked", "present one: nothing", "present two: ···"]
    #expect(try bench.act(.locksScreen(.locked), names) == hidden)
    #expect(try bench.act(.locksScreen(.locked), names).isEmpty)
    #expect(try bench.act(.locksScreen(.beforeFirstUnlock), names) == hidden)
    #expect(
      try bench.act(.locksScreen(.unlocked), names) == [
        "tell: screen unlocked", "present one: one", "present two: ···",
      ])
  }

  // MARK: - Relevance

  @Test(
    arguments: [
      (0, "0", "0"), (1, "0.001", "0.001"), (10, "0.01", "0.01"), (100, "0.1", "0.1"), (999, "0.999", "0.999"),
      (1_000, "1", "1"), (1_001, "1.001", "1.001"), (1_050, "1.05", "1.05"), (10_000, "10", "10"), (-1, "-0.001", "0"),
      (-1_000, "-1", "0"), (-1_050, "-1.05", "0"),
    ] as [(Int64, String, String)])
  func `a relevance is said in decimals without needless zeros`(
    _ score: Int64, _ spoken: String, _ largest: String
  ) throws {
    let bench = try NotificationBench(points: ["widget"])
    let (widgets, now) = (bench.driver.facts.parts.home.widgets, bench.device.now)
    func relevance(_ entries: [WidgetArchive.Entry]) -> String? {
      var instance = WidgetInstance(
        id: "w", family: WidgetHostTests.family, kind: "Countdown", size: "systemSmall", parameters: [], place: 0,
        at: now)
      _ = instance.content.accept(entries, .never, digest: "d", at: now)
      return widgets.relevance(of: instance)
    }
    #expect(
      relevance([WidgetArchive.Entry(date: now, score: score, number: 0)])
        == "score \(spoken) of at most \(largest) in a week")
    let earlier = WidgetArchive.Entry(date: now.advanced(by: -1), score: 20_000, number: 0)
    #expect(
      relevance([earlier, WidgetArchive.Entry(date: now, score: score, durationS: 5_400, number: 1)])
        == "score \(spoken) of at most 20 in a week, until Mon 19 Oct 2026 01:30")
    #expect(relevance([WidgetArchive.Entry(date: now, number: 0)]) == nil)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// What is said about a placed widget that has not changed, and how a person names a widget.
@Suite struct WidgetExplanationTests {
  private let host = WidgetHostTests()

  @Test func `a widget waits for the first of the things that hold it`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let (facts, now) = (bench.driver.facts, bench.device.now)
    let placed = try facts.widget(id)
    func says(_ change: (inout WidgetInstance) -> Void) throws -> String {
      var one = placed
      one.reloads = WidgetReloads(at: now)
      change(&one)
      return try facts.explain(one).waitsFor
    }
    func begin(_ reason: ReloadReason, _ one: inout WidgetInstance) {
      _ = one.reloads.ask(reason, at: now)
      _ = one.reloads.begin(at: now)
    }
    #expect(try says { _ in } == "Its timeline asks for the next one at its time.")
    #expect(try says { $0.content.wasLost() } == "Its timeline asks for no other; its family, its app or you can.")
    #expect(
      try says { _ = $0.reloads.ask(.person, at: now) }
        == "A new timeline (person) is asked for as soon as its program is free.")
    #expect(try says { begin(.person, &$0) } == "A new timeline is being asked for.")
    #expect(
      try says {
        begin(.push, &$0)
        $0.reloads.end(isSuccess: true, at: now)
        _ = $0.reloads.ask(.push, at: now)
      } == "A new timeline (push) waits for the gap between reloads or for credit.")
    func fail(_ one: inout WidgetInstance, _ failure: String?) {
      begin(.person, &one)
      one.reloads.end(isSuccess: false, at: now)
      one.failure = failure
    }
    #expect(try says { fail(&$0, nil) } == "The last request failed; the next attempt has its time.")
    #expect(
      try says { fail(&$0, "deadline") } == "The last request failed (deadline); the next attempt has its time.")
    // A request that waits comes before the attempt after a failure, and one that runs before both.
    #expect(
      try says {
        fail(&$0, "deadline")
        _ = $0.reloads.ask(.updated, at: now.advanced(by: 1_000))
      } == "A new timeline (updated) waits for the gap between reloads or for credit.")
    #expect(
      try says {
        begin(.person, &$0)
        _ = $0.reloads.ask(.updated, at: now)
      } == "A new timeline is being asked for.")
    #expect(
      try says {
        begin(.person, &$0)
        $0.isOrphan = true
      } == "Its family no longer provides “Countdown”, so it is not asked.")
  }

  @Test func `an explanation lists the requests of its own widget`() throws {
    let bench = try host.bench()
    let one = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let before = try bench.driver.facts.explain(bench.driver.facts.widget(one)).rows.map(\.at)
    let two = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let facts = bench.driver.facts
    #expect(before.count == 2)
    for id in [one, two] {
      let rows = try facts.explain(facts.widget(id)).rows
      #expect(rows.map(\.reason) == ["widget.granted", "widget.accepted"])
      #expect(
        rows.map(\.sentence) == ["A new timeline was asked for at once.", "A new timeline was accepted."])
    }
  }

  @Test func `a widget is named by the beginning of its id, in either case, if no other begins so`() throws {
    let bench = try host.bench()
    let one = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let facts = bench.driver.facts
    func refusal(_ id: String) -> String? {
      let error = #expect(throws: HostError.self) { try facts.widget(id) }
      return error?.description
    }
    let two = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    #expect(refusal("") == "There is no widget “”; `sallyport widgets list` lists them.")
    #expect(refusal("nothing") == "There is no widget “nothing”; `sallyport widgets list` lists them.")
    for (id, other) in [(one, two), (two, one)] {
      let common = zip(id.lowercased(), other.lowercased()).prefix { $0 == $1 }.count
      let beginning = String(id.prefix(common + 1))
      for name in [id, beginning, beginning.lowercased(), beginning.uppercased()] {
        #expect(try facts.widget(name).id == id, "\(name)")
      }
      if common > 0 { #expect(refusal(String(id.prefix(common))) != nil) }
    }
  }

  @Test func `a widget in a stack says its place, and whether another one is in front of it`() throws {
    let bench = try host.bench()
    let one = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let two = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    let alone = try host.place(bench, [(0, "one"), (3_600_000, "two")])
    try bench.take(.person(PersonAct(.stacksWidget(two, onto: one))))
    let facts = bench.driver.facts
    let stacks = try [one, two, alone].map { try facts.explain(facts.widget($0)).stack }
    #expect(
      stacks == [
        "1 of 2 in its stack, behind another; no relevance now", "2 of 2 in its stack, in front; no relevance now", nil,
      ])
    #expect(try [one, two, alone].map { facts.isInFront(try facts.widget($0)) } == [false, true, true])
  }
}

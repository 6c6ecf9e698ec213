// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// Whose turn it is after a revocation, and which callbacks of a family wait for another one or are replaced by it.
@Suite struct TurnKeepingTests {
  private static let homework = FamilyID("homework")
  private static let revocation = PersonAct.Kind.revokes(homework, by: .person, keepsShields: false)
  private let flights = InFlightTests()

  private func members(of value: WireValue?) -> WireObject? {
    guard case .object(let members)? = value else { return nil }
    return members
  }

  /// The callbacks that were sent to a program and not ended yet.
  private func sent(to program: String, _ bench: NotificationBench) -> [String] {
    bench.sent.filter { $0.program == program }.map(\.callback)
  }

  @Test func `a revocation cancels what a widget draws, and leaves the turn to the app's callback`() throws {
    let life = try flights.life()
    let drawing = try flights.send(.timeline, on: life)
    let call = try life.open("homework")
    let outbox = life.facts.owners.outbox
    try #require(outbox.turns == [Self.homework: .call(call)])
    let commands = life.take(.person(PersonAct(Self.revocation)))
    let cancelled = commands.compactMap { command -> CallID? in
      if case .cancel(let id, _) = command { id } else { nil }
    }
    #expect(cancelled == [drawing.call])
    #expect(outbox.turns == [Self.homework: .call(call)])
    try life.end(call, .replied(["effects": []]))
    #expect(outbox.turns.isEmpty)
  }

  @Test(arguments: [false, true])
  func `an idle app is told of its revocation at once, unless another family has the only turn`(
    _ isOtherOpen: Bool
  ) throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
    if isOtherOpen {
      let call = try life.open("worklog")
      try life.end(call, .replied(["effects": []]))
    }
    try #require(sent(to: "homework.app", life.bench).isEmpty)
    life.take(.person(PersonAct(Self.revocation)))
    #expect(sent(to: "homework.app", life.bench) == (isOtherOpen ? [] : ["stateChanged"]))
    let changes: WireValue = ["changes": ["activities", "authorization", "stores", "tokens"]]
    for push in life.bench.sent.filter({ $0.callback == "stateChanged" }) {
      #expect(members(of: push.request)?["arguments"] == changes)
    }
  }

  @Test func `a filter is asked nothing while a report of its family is drawn`() throws {
    let life = try flights.life()
    // Another build of the filter is asked what it offers.
    try life.restart(build: "2")
    let question = try #require(
      life.bench.sent.first { $0.callback == "focus.describe" && $0.program == "homework.focusfilter" })
    let request = ReportRequest(
      family: Self.homework, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    let report = try #require(life.bench.sent.last { $0.callback == "makeReport" })
    life.bench.forget(question.call)
    life.take(.ended(question.call, try life.usualEnd(of: question)))
    #expect(sent(to: "homework.focusfilter", life.bench) == [])
    life.bench.forget(report.call)
    life.take(.ended(report.call, try life.usualEnd(of: report)))
    #expect(sent(to: "homework.focusfilter", life.bench) == ["focus.suggest"])
  }

  // MARK: - Filters

  private func change(_ bench: NotificationBench, _ change: FocusChange) throws {
    try bench.take(.person(PersonAct(.changesFocus(change))))
  }

  @Test func `an edge replaces those of its own filter, and none of the family's other filter`() throws {
    let bench = try NotificationBench(requests: ["authorization", "focus"], points: ["focusFilter"])
    let intents = ["Mute", "Sort"].map { name -> WireValue in
      ["intent": .string(name), "opensApp": false, "roles": ["focusFilter"], "title": .string(name)]
    }
    for family in NotificationBench.families {
      try bench.end("focus.describe", of: family, .replied(["intents": .array(intents)]))
      try bench.end("focus.suggest", of: family, .replied([:]))
    }
    try change(bench, .define(FocusMode(id: "work", name: "Work")))
    let (mute, sort) = (FocusFilterKey(Self.homework, "Mute"), FocusFilterKey(Self.homework, "Sort"))
    for key in [mute, sort] { try change(bench, .set(FocusFilter(key, parameters: []), in: "work")) }
    try change(bench, .activate("work"))
    func rows() throws -> [String] {
      let rows = try bench.driver.facts.store.read { try $0.deliveryHistory() }.filter(\.isFilter)
      return try rows.map { row in
        let delivery = try row.filterDelivery()
        let outcome = row.settlement.map { "\($0.outcome)" } ?? "pending"
        return "\(delivery.key.intent) \(delivery.edge.rawValue) \(outcome)"
      }
    }
    #expect(try rows() == ["Mute on pending", "Sort on pending"])
    // The first edge is in flight, so it is not replaced.
    try change(bench, .unset(mute, in: "work"))
    #expect(try rows() == ["Mute on pending", "Sort on pending", "Mute off pending"])
    try change(bench, .set(FocusFilter(mute, parameters: []), in: "work"))
    #expect(try rows() == ["Mute on pending", "Sort on pending", "Mute off dropped", "Mute on pending"])
    // A filter that has not been told anything doesn't have to go off.
    try change(bench, .unset(sort, in: "work"))
    #expect(try rows() == ["Mute on pending", "Sort on dropped", "Mute off dropped", "Mute on pending"])
  }

  @Test func `a clock that is set back over an edge changes no mode, also if the host starts again then`() throws {
    let first = try NotificationBench()
    let hours = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    try change(first, .define(FocusMode(id: "work", name: "Work", schedule: hours)))
    func at(_ minute: Int64) -> Timestamp { NotificationBench.start.advanced(by: minute * 60_000) }
    try first.pass(until: at(570))
    try #require(first.driver.facts.focus.activeID == "work")
    try first.take(.source(.clockJumped(to: at(480))))
    for bench in [first, try first.killed()] {
      for (minute, mode) in [(481, "work"), (540, "work"), (599, "work"), (600, nil)] as [(Int64, String?)] {
        try bench.pass(until: at(minute))
        #expect(bench.driver.facts.focus.activeID == mode, "\(minute)")
      }
    }
  }
}

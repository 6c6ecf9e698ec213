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

/// Instants at which something is due, and those at which nothing is.
@Suite struct DueInstantTests {
  private static let worklog = FamilyID("worklog")
  private static let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]

  /// A device with a family that can present reports.
  private func life() throws -> PlayedLife {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    life.reply = { one in one.program.hasSuffix(".report") ? .replied(Self.view) : nil }
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    try rest(life)
    return life
  }

  private func rest(_ life: PlayedLife) throws {
    life.take(.time(life.instant))
    try life.settle()
  }

  /// Opens the family's app, which presents a report that is drawn, and stays open.
  private func present(_ life: PlayedLife) throws {
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    let start = NotificationBench.start.milliseconds
    let filter = ReportFilter(segment: .hourly, start: start, end: start + 86_400_000)
    let frame = ViewFrame(width: 390_000, height: 480_000)
    let params = PresentReportParams(context: "pie", filter: filter, frame: frame, surface: nil, dismiss: nil)
    try life.ask(call, 1, .presentReport(params))
    try life.end(call, .replied(["effects": []]))
    try rest(life)
    try #require(life.facts.owners.surfaces.drawnReports == [Self.worklog: ["s1": Self.view]])
  }

  /// How many transactions the device makes if no time passes.
  private func writes(_ life: PlayedLife) throws -> Int {
    try life.bench.transactions { _ = try life.bench.take(.time(life.instant)) }
  }

  @Test func `an instant at which nothing is due writes nothing, also while an app shows a report`() throws {
    let life = try life()
    #expect(try writes(life) == 0)
    try present(life)
    #expect(try writes(life) == 0)
    // Without its app, the report has to go.
    life.move("worklog.app", .idle(since: life.now), .exiting(.clean), "stop.idle")
    #expect(try writes(life) == 1)
    #expect(try writes(life) == 0)
  }

  @Test func `use is taken in parts that end when a report on screen may be drawn again, and idle time is not`() throws
  {
    for isPresent in [true, false] {
      let life = try life()
      try present(life)
      let start = life.instant
      let end = start.advanced(by: 600_000)
      life.take(.use(UseSpan(start: start, end: end, app: isPresent ? PlayedLife.editor : nil, isPresent: isPresent)))
      #expect(life.instant == (isPresent ? start.advanced(by: 60_000) : end))
      life.take(.time(life.instant))
      #expect(life.bench.sent.map(\.program) == (isPresent ? ["worklog.report"] : []))
    }
  }

  @Test func `a prompt waits five minutes for its answer, to the millisecond`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    let limit = life.instant.advanced(by: 300_000)
    try life.bench.pass(until: limit.advanced(by: -1))
    #expect(life.facts.openPrompts.map(\.until) == [limit] && life.facts.unansweredPrompts.isEmpty)
    try life.bench.pass(until: limit)
    #expect(life.facts.openPrompts.isEmpty && life.facts.unansweredPrompts.map(\.number) == [1])
  }

  @Test func `the tokens of a merged item are given up sixty days later, to the millisecond`() throws {
    let bench = try NotificationBench()
    // At noon, since every midnight has a step of its own.
    try bench.pass(seconds: 43_200)
    let merge = ItemChange.merges(PlayedLife.chess, into: PlayedLife.editor)
    try bench.take(.person(PersonAct(.changesItem(merge))))
    let due = bench.device.now.advanced(by: 60 * 86_400_000)
    let facts = bench.driver.facts
    func isSettled() -> Bool? { facts.owners.items.book.merges[PlayedLife.chess]?.isSettled }
    try bench.pass(until: due.advanced(by: -1))
    #expect(isSettled() == false && facts.parts.intake.identifiers.items.endedMerges.isEmpty)
    try bench.pass(until: due)
    #expect(isSettled() == true && facts.parts.intake.identifiers.items.endedMerges.isEmpty)
  }

  // MARK: - Answers

  @Test func `an answer is kept if its prompt is open or closed unanswered, and one to nothing leaves no trace`() throws
  {
    let life = try PlayedLife(points: [])
    func answer(_ number: Int64, _ answer: PromptAnswer) {
      life.take(.person(PersonAct(.answers(PromptID(number: number), .said(answer)))))
    }
    func kept() -> [SettledPrompt] { life.facts.owners.persons.book.settled }
    answer(99, .approved)
    #expect(try kept().isEmpty && life.facts.store.read { try $0.meta(HostMeta.settledPrompts) } == nil)
    for family in NotificationBench.families {
      let call = try life.open(family)
      try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
      // The second one is answered late.
      answer(family == "homework" ? 1 : 2, family == "homework" ? .approved : .unanswered)
      try life.end(call, .replied(["effects": []]))
      life.leave(family)
    }
    let first = SettledPrompt(number: 1, isYes: true, authority: .person, at: life.instant)
    #expect(kept() == [first] && life.facts.unansweredPrompts.map(\.number) == [2])
    answer(2, .denied)
    #expect(kept() == [first, SettledPrompt(number: 2, isYes: false, authority: .person, at: life.instant)])
    #expect(life.facts.state.families[Self.worklog]?.authorization == .denied)
  }

  /// A device with families that have no app, so that the device asks about them of its own accord.
  private func withoutApps() throws -> PlayedLife {
    try PlayedLife(points: []) { configuration in
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
  }

  @Test func `an unanswered question about a family without an app is not a refusal`() throws {
    for (answer, refusals) in [(.unanswered, 0), (.denied, 1)] as [(PromptAnswer, Int)] {
      let life = try withoutApps()
      life.take(.person(PersonAct(.meets(Self.worklog))))
      life.take(.person(PersonAct(.answers(PromptID(number: 1), .said(answer)))))
      #expect(life.facts.openPrompts.isEmpty)
      #expect(try life.bench.ledger(.refused, "worklog") == refusals)
      #expect(life.facts.state.families[Self.worklog]?.isApproved == false)
    }
  }

  @Test func `a second yes for a family can narrow the profile that the first one allowed`() throws {
    let life = try withoutApps()
    for _ in 0..<2 { life.take(.person(PersonAct(.meets(Self.worklog)))) }
    #expect(life.facts.openPrompts.map(\.number) == [1, 2])
    life.take(.person(PersonAct(.answers(PromptID(number: 1), .said(.approved)))))
    #expect(life.facts.state.families[Self.worklog]?.isApproved == true && life.facts.profile == .open)
    life.take(.person(PersonAct(.answers(PromptID(number: 2), .said(.approved), profile: .tight))))
    #expect(life.facts.profile == .tight)
  }

  // MARK: - Reports

  @Test func `a report is of a child while a family is approved for one, and managed for that family alone`() throws {
    let life = try PlayedLife(points: [])
    func scopes() -> [String] {
      (NotificationBench.families + ["nobody"]).map { family in
        let scope = life.facts.parts.numbers.scope(of: FamilyID(family))
        return scope.role + (scope.isManagedByFamily ? ", managed" : "")
      }
    }
    #expect(scopes() == ["individual", "individual", "individual"])
    for (family, member) in [("worklog", .individual), ("homework", .child)] as [(String, FamilyMember)] {
      let call = try life.open(family)
      try life.ask(call, 1, .authorize(AuthorizeParams(member: member == .child ? .child : .individual)))
      let prompt = try #require(life.facts.openPrompts.last).number
      let yes = PersonAct.Kind.answers(PromptID(number: prompt), .said(.approved), by: .guardian)
      life.take(.person(PersonAct(yes)))
      try life.end(call, .replied(["effects": []]))
      life.leave(family)
      #expect(life.facts.state.families[FamilyID(family)]?.member == member)
      #expect(
        scopes()
          == (member == .child
            ? ["child, managed", "child", "child"] : ["individual", "individual", "individual"]))
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// The steps of one report: what is asked for, what is held still while it is drawn, and what is shown.
@Suite struct ReportStepTests {
  private static let worklog = FamilyID("worklog")
  private static let program = ProgramID("worklog.report")
  private static let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]

  private func life(_ profile: PrivacyProfile = .open) throws -> PlayedLife {
    let life = try PlayedLife(requests: ["reports"], points: ["report"]) { $0.profile = profile }
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    return life
  }

  private func presented(_ commands: [DeviceCommand]) -> [PresentedReport] {
    commands.compactMap { command -> PresentedReport? in
      if case .present(.report(let report)) = command { report } else { nil }
    }
  }

  /// The call of the report that is drawn now.
  private func drawing(_ life: PlayedLife) throws -> CallID {
    try #require(life.bench.sent.last { $0.program == Self.program.rawValue }).call
  }

  @Test func `a report in a window is drawn for the items of its tokens, and those of nothing are counted`() throws {
    let life = try life()
    let own = try #require(life.selections["worklog"])
    let other = try #require(WireToken("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W"))
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    let (start, end) = (NotificationBench.start, NotificationBench.start.advanced(by: 86_400_000))
    let filter = ReportFilter(
      segment: .weekly, start: start.milliseconds, end: end.milliseconds, users: .all, devices: [],
      applications: own.applications + [other], categories: own.categories, webDomains: own.webDomains)
    let frame = ViewFrame(width: 390_000, height: 480_000)
    let params = PresentReportParams(context: "pie", filter: filter, frame: frame, surface: nil, dismiss: nil)
    try life.ask(call, 1, .presentReport(params))
    try life.end(call, .replied(["effects": []]))
    life.take(.time(life.instant))

    var request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .weekly, start: start, end: end, frame: frame)
    (request.users, request.devices, request.surface) = (.all, [], "s1")
    request.selection = ItemSelection(
      applications: [PlayedLife.editor], categories: [.category("8")], webDomains: [PlayedLife.site],
      unresolvedTokens: 1)
    let shown = try presented(life.take(.ended(drawing(life), .replied(Self.view))))
    #expect(shown.map(\.request) == [request])
    #expect(shown.map(\.isAsked) == [false] && shown.map(\.at) == [life.instant])
    #expect(shown.map(\.view) == [Self.view] && shown.allSatisfy { $0.grade != nil })
    #expect(life.facts.owners.surfaces.drawnReports == [Self.worklog: ["s1": Self.view]])
    #expect(try life.bench.ledger(.reportShown, "worklog") == 1)
  }

  @Test func `a report that a person asked for is shown, and is no part of a window`() throws {
    let life = try life()
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    for end in [CallEnd.replied(Self.view), .fallback(reason: .process(.deadline))] {
      life.take(.person(PersonAct(.opensReport(request))))
      let call = try drawing(life)
      life.bench.forget(call)
      let commands = life.take(.ended(call, end))
      let shown = presented(commands)
      let view: WireValue? = if case .replied(let value) = end { value } else { nil }
      #expect(shown.map(\.request) == [request] && shown.map(\.isAsked) == [true] && shown.map(\.view) == [view])
      #expect(shown.map { $0.grade != nil } == [view != nil])
      // Its process asked for nothing to be held.
      #expect(!commands.contains { if case .release = $0 { true } else { false } })
    }
    #expect(life.facts.owners.surfaces.drawnReports.isEmpty)
  }

  @Test(arguments: [(.open, true), (.standard, true), (.tight, false)] as [(PrivacyProfile, Bool)])
  func `a family is held while its report is drawn, and let go when it ends`(
    _ profile: PrivacyProfile, _ isApart: Bool
  ) throws {
    for failure in [nil, "no cores"] as [String?] {
      let life = try life(profile)
      let request = ReportRequest(
        family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
      life.take(.person(PersonAct(.opensReport(request))))
      let call = try drawing(life)
      let question = QuestionID(call, 1)
      func answers(_ commands: [DeviceCommand]) -> [String] {
        commands.compactMap { command -> String? in
          switch command {
          case .hold(let family, around: let program, isApart: let isApart):
            "hold \(family.rawValue) around \(program.rawValue), apart: \(isApart)"
          case .answer(question, .result(.null)): "held"
          case .answer(question, .refusal(let error)): "\(error.message) \(error.code == .denied)"
          case .release(let family): "release \(family.rawValue)"
          default: nil
          }
        }
      }
      let holds = answers(life.take(.asked(question, .stillness)))
      #expect(holds == ["hold worklog around worklog.report, apart: \(isApart)"])
      #expect(answers(life.take(.held(FamilyID("homework"), failure: failure))).isEmpty)
      let held = answers(life.take(.held(Self.worklog, failure: failure)))
      #expect(held == [failure.map { "\($0) true" } ?? "held"])
      life.bench.forget(call)
      #expect(answers(life.take(.ended(call, .replied(Self.view)))) == ["release worklog"])
    }
  }
}

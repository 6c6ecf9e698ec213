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

/// Turns while a report is drawn, waits that are over, and requests that the policy refuses.
@Suite struct OvertakenTurnTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private func programs(_ life: PlayedLife) -> [String] { life.bench.sent.map(\.program) }

  @Test func `on a virtual clock no family overtakes another one whose report is drawn`() throws {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    let report = try #require(life.bench.sent.first { $0.program == "worklog.report" }).call
    for family in [Self.worklog, Self.homework] {
      life.take(.person(PersonAct(.opens(family, stays: false))))
    }
    #expect(programs(life) == ["worklog.report"])
    life.bench.forget(report)
    life.take(.ended(report, .fallback(reason: .process(.deadline))))
    #expect(programs(life) == ["worklog.app"])
    try life.end(try #require(life.bench.sent.first).call, .replied(["effects": []]))
    #expect(programs(life) == ["homework.app"])
  }

  @Test func `a start that failed is told with its reason, then with what the process printed`() throws {
    let life = try PlayedLife(points: [])
    life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let call = try #require(life.bench.sent.first).call
    life.bench.forget(call)
    let reason: ReasonCode = "crash.SIGSEGV"
    life.move("homework.app", .greeting, .backingOff(until: life.now + 60_000), reason)
    life.take(.wrote(ProgramID("homework.app"), isSealed: false, lines: ["Traceback"]))
    let commands = life.take(.ended(call, .unavailable(reason: "backingOff", retryAt: life.now + 60_000)))
    let told = commands.compactMap { command -> HostEvent? in
      if case .tell(let event) = command { event } else { nil }
    }
    func event(_ what: String, _ detail: String) -> HostEvent {
      HostEvent(
        at: life.instant, .process, family: "homework", extension: "homework.app", what, detail: detail)
    }
    let sentence = try #require(reason.sentence)
    #expect(told == [event("did not start", "crash.SIGSEGV; \(sentence)"), event("printed", "Traceback")])
  }

  @Test func `a program whose wait is over is not held up any more`() throws {
    let bench = try WidgetHostTests().bench()
    let outbox = bench.driver.facts.owners.outbox
    let retryAt = bench.device.now.advanced(by: 60_000)
    let unavailable = CallEnd.unavailable(reason: "backingOff", retryAt: retryAt.milliseconds)
    try bench.take(
      .person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))))
    try bench.end("widget.placeholder", unavailable)
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    try bench.end("activate", unavailable)
    #expect(
      outbox.blockedUntil == [ProgramID("homework.widget"): retryAt, ProgramID("homework.app"): retryAt])
    try bench.pass(seconds: 60)
    #expect(bench.sent.map(\.callback).sorted() == ["activate", "widget.placeholder"])
    #expect(outbox.blockedUntil.isEmpty)
  }

  @Test func `a press that would open an app which its family no longer has only warns`() throws {
    var hasApp = true
    let life = try PlayedLife { configuration in
      guard !hasApp else { return }
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 21)
    life.take(.operator(.saves))
    hasApp = false
    try life.restart()
    let shield = try #require(life.facts.state.shield)
    life.take(.person(PersonAct(.presses(.primaryButtonPressed, shield))))
    let press = try #require(life.bench.sent.first { $0.program == "homework.shieldaction" }).call
    life.bench.forget(press)
    let answer: WireValue = ["effects": [], "response": "openParentalControlsApp"]
    let warnings = life.take(.ended(press, .replied(answer))).compactMap { command -> HostEvent? in
      if case .tell(let event) = command, event.kind == .warning { event } else { nil }
    }
    #expect(
      warnings == [
        HostEvent(
          at: life.instant, .warning, family: "homework", "no app in the manifest", detail: "nothing opened")
      ])
    #expect(life.facts.owners.outbox.owed.isEmpty)
  }

  // MARK: - Refused by the policy

  @Test func `a press whose request needs a new consent by now is refused, and holds nothing up`() throws {
    var policy: FlowPolicy?
    let life = try PlayedLife { $0.policy = policy }
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 21)
    try #require(life.facts.state.shield?.item == PlayedLife.chess)
    _ = try life.open("homework")
    try life.press(.primaryButtonPressed)
    try #require(life.facts.owners.outbox.owed.contains { $0.point == "shieldAction" })
    policy = try FlowPolicy.widened(fields: "perform/arguments/target")
    try life.restart()
    let again = try #require(life.bench.sent.first { $0.program == "homework.app" }).call
    try life.end(again, .replied(["effects": []]))
    life.leave("homework")
    let rows = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
    let press = try #require(rows.last { $0.point == "shieldAction" })
    #expect(press.settlement?.outcome == .refused)
    #expect(life.facts.callsInFlight.isEmpty && life.facts.owners.outbox.turns.isEmpty)
  }

  @Test func `a widget's request that needs a new consent fails, and another one can follow`() throws {
    var policy: FlowPolicy?
    let life = try PlayedLife(requests: ["timelines"], points: ["widget"]) { $0.policy = policy }
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now) }
    try life.settle()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.take(.person(PersonAct(.placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []))))
    try life.settle()
    policy = try FlowPolicy.widened(fields: "perform/arguments/size")
    try life.restart()
    try life.pass(until: life.instant.advanced(by: 2_000))
    let widget = try #require(life.facts.widgets.first)
    try #require(widget.failure == nil && widget.reloads.failures == 0)
    life.take(.person(PersonAct(.refreshesWidget(widget.id))))
    let failed = try #require(life.facts.widgets.first)
    #expect(failed.failure != nil && failed.reloads.failures == 1 && failed.reloads.running == nil)
    #expect(life.facts.callsInFlight.isEmpty)
  }
}

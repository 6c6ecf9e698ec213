// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The findings of a run, which decide its exit status and fill its summary.
@Suite struct RunRecordTests {
  @Test func `findings with different subjects or details are counted separately`() {
    var record = RunRecord()
    for (program, setting) in [("a.monitor", "denySiri"), ("b.monitor", "denySiri"), ("a.monitor", "denyMusic")] {
      for _ in 0..<2 {
        let event = HostEvent(
          at: Timestamp(milliseconds: 0), .effect, family: "a", extension: program, setting,
          detail: EnforcementTable.notEnforced)
        record.took(.operator(.saves), [.tell(event)])
      }
    }
    #expect(record.findings.map(\.count) == [2, 2, 2])
    #expect(
      record.findings.map { "\($0.subject) \($0.detail)" } == [
        "a.monitor denySiri", "b.monitor denySiri", "a.monitor denyMusic",
      ])
  }

  @Test func `opening a family that has no app only warns`() throws {
    let life = try PlayedLife(points: []) { $0.families[0].manifest.app = nil }
    try life.settle()
    let family = try #require(life.bench.driver.configuration.families.first?.manifest.family)
    let before = life.facts.owners.outbox.owed.count
    let commands = life.take(.person(PersonAct(.opens(FamilyID(family), stays: true))))
    let told = commands.compactMap { if case .tell(let event) = $0 { event.what } else { nil } }
    #expect(told == ["no app in the manifest"] && life.facts.owners.outbox.owed.count == before)
  }

  @Test func `a question that is closed before it was answered is a finding`() throws {
    let life = try PlayedLife(points: [])
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    #expect(!life.bench.record.findings.contains { $0.kind == .unanswered })
    try life.end(call, .fallback(reason: .process(.deadline)))
    let found = life.bench.record.findings.filter { $0.kind == .unanswered }
    #expect(found.map(\.subject) == ["homework"])
  }

  @Test func `a callback is a finding by the way in which it ended, and a monitor's is counted`() {
    var record = RunRecord()
    func settle(_ outcome: String, _ point: ExtensionPoint, family: String = "a") {
      let event = HostEvent(
        at: Timestamp(milliseconds: 0), .callback, family: family, extension: "\(family).\(point.rawValue)", "one",
        settlement: HostEvent.Settlement(
          outcome: outcome, reason: .process(.deadline), sequence: nil, point: point.rawValue))
      record.took(.operator(.saves), [.tell(event)])
    }
    for outcome in ["fallback", "failed", "refused", "expired", "applied", "dropped", "answered"] {
      settle(outcome, .monitor)
    }
    settle("applied", .app)
    settle("applied", .monitor, family: "b")
    #expect(
      record.findings.map { "\($0.kind) \($0.subject) \($0.detail) \($0.count)" } == [
        "fallback a.monitor one 1", "unapplied a.monitor failed deadline 1", "unapplied a.monitor refused deadline 1",
        "unapplied a.monitor expired deadline 1",
      ])
    #expect(record.monitorCallbacks == [FamilyID("a"): 7, FamilyID("b"): 1])
  }

  @Test func `an event without a program is about its family or the host, and only an effect is not enforced`() {
    var record = RunRecord()
    for (kind, family, detail) in [
      (.effect, "a", EnforcementTable.notEnforced), (.effect, nil, EnforcementTable.notEnforced),
      (.shield, "a", EnforcementTable.notEnforced), (.effect, "a", ""),
    ] as [(HostEvent.Kind, String?, String)] {
      let event = HostEvent(at: Timestamp(milliseconds: 0), kind, family: family, "denySiri", detail: detail)
      record.took(.operator(.saves), [.tell(event)])
    }
    #expect(record.findings.map { "\($0.kind) \($0.subject)" } == ["notEnforced a", "notEnforced host"])
    #expect(record.findings.map(\.count) == [1, 1] && record.monitorCallbacks.isEmpty)
  }

  @Test func `a prompt that closes is a finding once, with an answer that a file can give`() {
    let family = FamilyID("a")
    let prompts: [(Prompt, String)] = [
      (.authorization(family, as: .individual, by: .owner), #"{"a": {"authorize": "approved"}}"#),
      (.revocation(family), #"{"a": {"revoke": "approved"}}"#),
      (.profile(family, profile: "open"), #"{"a": {"authorize": "approved"}}"#),
      (.pick(family, title: "Games"), #"{"a": {"picks": [{"categories": ["2"]}]}}"#),
    ]
    var record = RunRecord()
    func answer(_ id: PromptID, _ answer: PromptAnswer) {
      record.took(.person(PersonAct(.answers(id, .said(answer)))), [])
    }
    for (number, (prompt, example)) in prompts.enumerated() {
      let id = PromptID(number: Int64(number))
      record.took(.operator(.saves), [.prompt(id, prompt)])
      // Closed by the device or without an answer, it is found the first time only.
      if number.isMultiple(of: 2) {
        record.took(.operator(.saves), [.closePrompt(id)])
      } else {
        answer(id, .unanswered)
      }
      record.took(.operator(.saves), [.closePrompt(id)])
      answer(id, .unanswered)
      #expect(record.findings.count == number + 1)
      let found = record.findings.last
      #expect(found?.kind == .unanswered && found?.subject == "a" && found?.detail == prompt.question)
      #expect(found?.example == example && found?.count == 1)
    }
    let answered = PromptID(number: 9)
    record.took(.operator(.saves), [.prompt(answered, .pick(family, title: "Others"))])
    answer(answered, .denied)
    record.took(.operator(.saves), [.closePrompt(answered)])
    #expect(record.findings.count == prompts.count)
  }

  @Test func `the last refusal of a request is kept for a family's app, and none of its other programs`() throws {
    let life = try PlayedLife(points: [])
    life.reply = { $0.program == "homework.monitor" ? .replied(["effects": [NotificationBench.badge(1)]]) : nil }
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 1)
    #expect(life.bench.record.findings.contains { $0.subject == "homework.monitor" && $0.kind == .unapplied })
    #expect(life.bench.record.refusals.isEmpty)
    let call = try life.open("homework")
    var said: [String] = []
    for length in [1, 2] as [Int64] {
      let schedule = MonitoringSchedule(
        start: DateComponentsValue([.hour: 8, .minute: 0]), end: DateComponentsValue([.hour: 8, .minute: length]),
        repeats: true)
      let effect = Effect.startMonitoring(activity: "short \(length)", schedule: schedule, events: [])
      for case .answer(_, .refusal(let error)) in try life.ask(
        call, Int(length), .commit(CommitParams(effects: [effect])))
      { said.append(error.message) }
    }
    #expect(said.count == 2)
    #expect(life.bench.record.refusals[FamilyID("homework")] == said.last && life.bench.record.refusals.count == 1)
  }
}

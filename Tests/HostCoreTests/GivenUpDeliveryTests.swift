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

/// Deliveries that are refused, dropped or given up, and what stays of the attempts.
@Suite struct GivenUpDeliveryTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private func open(_ family: FamilyID, on bench: NotificationBench) throws {
    try bench.take(.person(PersonAct(.opens(family, stays: false))))
  }

  // MARK: - Attempts

  @Test func `an error is final if it names a broken rule or says never, and otherwise counts as an attempt`() throws {
    let errors: [(ErrorObject, Bool)] = [
      (ErrorObject(.effectViolation, "no", retry: .same), true),
      (ErrorObject(.effectViolation, "no", retry: .never), true),
      (ErrorObject(.extensionError, "no", retry: .never), true),
      (ErrorObject(.extensionError, "no", retry: .same), false),
    ]
    for (error, isFinal) in errors {
      let bench = try NotificationBench()
      try open(Self.homework, on: bench)
      try bench.end("activate", .fallback(reason: .process(.deadline)))
      try bench.end("activate", .failed(error))
      let reason = ReasonCode(error.code)
      let store = bench.driver.facts.store
      let row = try #require(try store.read { try $0.deliveryHistory(family: "homework") }.last)
      let refused = PendingDelivery.Settlement(.refused, reason: reason, at: bench.device.now)
      #expect(row.settlement == (isFinal ? refused : nil), "\(error)")
      let attempts = try store.read { try $0.attempts(family: "homework") }[row.id] ?? []
      #expect(attempts.map(\.number) == [1, 2], "\(error)")
      #expect(attempts.map(\.reason) == [.process(.deadline), reason], "\(error)")
    }
  }

  @Test func `what a process prints before a failed start is kept, and reported only if it is new`() throws {
    let life = try PlayedLife(points: [])
    let program = ProgramID("homework.app")
    life.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let row = try #require(life.facts.owners.outbox.owed.first)
    /// A start that fails, and the time until the next one.
    func fail(printing lines: [String]) throws -> [String] {
      if !lines.isEmpty { life.take(.wrote(program, isSealed: false, lines: lines)) }
      life.move(program.rawValue, .greeting, .backingOff(until: life.now + 60_000), "crash.SIGSEGV")
      let call = try #require(life.bench.sent.first { $0.program == program.rawValue }).call
      life.bench.forget(call)
      let commands = life.take(.ended(call, .unavailable(reason: "crash.SIGSEGV", retryAt: life.now + 60_000)))
      try life.bench.pass(seconds: 60)
      return commands.compactMap { command -> String? in
        guard case .tell(let event) = command, event.what == "printed" else { return nil }
        return event.detail
      }
    }
    func kept() throws -> [String]? {
      let output = try life.facts.store.read { try $0.value(FailedOutput.self, HostMeta.output(program)) }
      #expect(output.map { $0.delivery == row.id && $0.attempt == 1 } ?? true)
      return output?.lines
    }
    #expect(try fail(printing: []).isEmpty && kept() == nil)
    #expect(try fail(printing: ["a", "b"]) == ["a", "b"] && kept() == ["a", "b"])
    #expect(try fail(printing: ["a", "b"]).isEmpty && kept() == ["a", "b"])
    #expect(try fail(printing: []).isEmpty && kept() == ["a", "b"])
    #expect(try fail(printing: ["c"]) == ["c"] && kept() == ["c"])
    // No request was sent, so none has failed.
    #expect(life.facts.owners.outbox.owed.map(\.attempts) == [0])
  }

  // MARK: - Filters

  private static let description: WireValue = [
    "intents": [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]
  ]

  private func key(_ family: FamilyID) -> FocusFilterKey { FocusFilterKey(family, "Mute") }

  private func change(_ change: FocusChange, _ bench: NotificationBench) throws {
    try bench.take(.person(PersonAct(.changesFocus(change))))
  }

  /// A device on which the mode “Work” was just turned on, with a filter of each family.
  private func filtering() throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["focus"], points: ["focusFilter"])
    for family in NotificationBench.families {
      try bench.end("focus.describe", of: family, .replied(Self.description))
      try bench.end("focus.suggest", of: family, .replied([:]))
    }
    try change(.define(FocusMode(id: "work", name: "Work")), bench)
    for family in [Self.homework, Self.worklog] {
      try change(.set(FocusFilter(key(family), parameters: []), in: "work"), bench)
    }
    try change(.activate("work"), bench)
    return bench
  }

  private func owed(_ family: FamilyID, _ bench: NotificationBench) -> FilterEdge? {
    bench.driver.facts.owners.focus.state.progress(of: key(family)).owed
  }

  @Test func `a filter that is given up holds nothing up, whatever else is pending`() throws {
    let bench = try filtering()
    #expect(owed(Self.homework, bench) == .on && owed(Self.worklog, bench) == .on)
    // A newer delivery of the family that is for its app.
    try open(Self.homework, on: bench)
    let pending = bench.driver.facts.owners.outbox.owed
    #expect(pending.map(\.family) == ["homework", "worklog", "homework"])
    #expect(pending.map(\.isFilter) == [true, true, false])
    try bench.end("focus.perform", .failed(ErrorObject(.extensionError, "no", retry: .never)))
    #expect(owed(Self.homework, bench) == nil && owed(Self.worklog, bench) == .on)
  }

  @Test func `giving up a filter's older edge leaves the newer one owed, but not the reverse`() throws {
    for isNewerGivenUp in [false, true] {
      let bench = try filtering()
      try change(.activate(nil), bench)
      let owners = bench.driver.facts.owners
      let rows = owners.outbox.owed.filter { $0.isFilter && $0.family == "homework" }
      try #require(rows.count == 2)
      #expect(owed(Self.homework, bench) == .off)
      let settling = bench.driver.facts.parts.turns.settling
      try owners.memory.transact { transaction in
        try settling.settle(
          rows[isNewerGivenUp ? 1 : 0], .failed, reason: .process(.deadline), "", Turn(transaction))
      }
      #expect(owed(Self.homework, bench) == (isNewerGivenUp ? nil : .off))
    }
  }

  // MARK: - Presses

  @Test func `a press is sent if its button is known and the family can name its item, and else dropped`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let presses: [(String, Item)] = [
      ("primaryButtonPressed", PlayedLife.chess), ("shout", PlayedLife.chess),
      ("primaryButtonPressed", PlayedLife.editor), ("shout", PlayedLife.editor),
    ]
    let rows = try presses.enumerated().map { number, press in
      PendingDelivery(
        family: "homework", sequence: Int64(201 + number), point: "shieldAction", callback: "handle",
        dueAt: life.instant, owedAt: life.instant,
        body: try CanonicalJSON.bytes(of: PressDelivery(button: press.0, item: press.1, target: press.1)))
    }
    let owners = life.facts.owners
    try owners.memory.transact { try owners.outbox.owe(rows, in: $0) }
    // The device looks at them in its next transaction.
    life.order(.ledger(isOn: false))
    let history = try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
    let ends = history.filter { $0.sequence > 200 }.map { row in
      row.settlement.map { "\($0.outcome) \($0.reason)" } ?? "pending"
    }
    let dropped = "dropped \(ReasonCode.delivery(.unknownToken))"
    #expect(ends == ["applied \(ReasonCode.delivery(.accepted))", dropped, dropped, dropped])
  }

  // MARK: - Turns

  @Test func `on a real clock a callback in flight does not hold up those of another family`() throws {
    let bench = try NotificationBench { ($0.clock, $0.turns) = (.real, .perFamily) }
    for family in [Self.homework, Self.worklog] { try open(family, on: bench) }
    #expect(bench.sent.map(\.program) == ["homework.app", "worklog.app"])
    #expect(bench.driver.facts.owners.outbox.owed.map(\.family) == ["homework", "worklog"])
  }

  @Test func `a callback waits until its family's report is drawn`() throws {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    let report = try #require(life.bench.sent.first { $0.program == "worklog.report" }).call
    try open(Self.worklog, on: life.bench)
    #expect(life.bench.sent.map(\.program) == ["worklog.report"])
    life.bench.forget(report)
    life.take(.ended(report, .fallback(reason: .process(.deadline))))
    #expect(life.bench.sent.map(\.program) == ["worklog.app"])
  }
}

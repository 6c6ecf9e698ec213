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

/// Facts that the device's owners give about one callback, agreement, entry or process.
@Suite struct OwnerFactTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  @Test func `a callback in flight counts only as what it was sent for`() throws {
    let bench = try NotificationBench()
    let registry = bench.driver.facts.owners.registry
    let app = try #require(registry[Self.homework, .app])
    let other = try #require(registry[Self.worklog, .app])
    let start = NotificationBench.start
    let report = ReportRequest(
      family: Self.homework, context: "pie", segment: .daily, start: start, end: start.advanced(by: 86_400_000))
    let opening = PendingDelivery(
      family: "homework", sequence: 1, point: "app", callback: "activate", dueAt: start, owedAt: start, body: [])
    let mark = IntentArguments(intent: "Mark", instance: "one")
    for (kind, expected) in [
      (.push, []), (.report(report, isAsked: true), ["reports"]), (.widget(.timeline("one")), ["draws"]),
      (.widget(.intent("one", mark)), ["draws", "performs"]), (.visit(opening), ["visits"]),
    ] as [(OpenCall.Kind, [String])] {
      let desk = CallbackDesk()
      let call = desk.begin(kind, at: app)
      let facts = [
        (desk.isReporting(of: Self.homework), "reports"), (desk.isDrawing(app.id), "draws"),
        (desk.isPerforming(for: "one"), "performs"), (desk[call]?.isVisit == true, "visits"),
      ]
      #expect(facts.filter { $0.0 }.map { $0.1 } == expected, "\(kind)")
      #expect(!desk.isReporting(of: Self.worklog) && !desk.isDrawing(other.id) && !desk.isPerforming(for: "two"))
    }
  }

  @Test func `an agreement to an earlier policy counts while the family is approved`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    let policy = try FlowPolicy.builtIn()
    let desk = ConsentDesk(policy: policy, tokens: bench.driver.facts.owners.consent.tokens, wanted: .open)
    for family in [Self.homework, Self.worklog] { desk.noteAgreement(to: policy.version - 1, for: family) }
    func agreed(_ family: FamilyID) -> Int { desk.agreedPolicy(of: family, in: bench.driver.facts.state) }
    #expect(agreed(Self.homework) == policy.version && agreed(Self.worklog) == policy.version)
    try bench.approve()
    #expect(agreed(Self.homework) == policy.version - 1 && agreed(Self.worklog) == policy.version)
    #expect(agreed(FamilyID("absent")) == policy.version)
  }

  @Test func `an entry names who acted if a person's act is behind it`() throws {
    let bench = try NotificationBench()
    let owners = bench.driver.facts.owners
    let export = LedgerEvent(family: nil, kind: .export, values: ["what": .word("the ledger")])
    let switched = LedgerEvent(family: nil, kind: .ledgerSwitched, values: ["how": .word("on")])
    try owners.memory.transact { transaction in
      func enter(_ event: LedgerEvent) throws {
        try owners.chronicle.enter(event, at: bench.device.now, in: transaction)
      }
      try owners.chronicle.acting(as: "the owner") {
        try enter(export)
        try enter(switched)
      }
      try enter(switched)
    }
    let rows = try bench.driver.facts.store.read { try $0.ledger() }.suffix(3)
    let entries = try rows.map { try LedgerEntry(text: try #require($0.entry)) }
    #expect(entries.map(\.by) == [nil, "the owner", nil])
  }

  @Test func `a launch failed only if the process was being launched and was refused`() {
    func trouble(_ from: ProcessState, _ to: ProcessState, _ reason: ReasonCode) -> String? {
      var move = ProcessMove(process: 1, from: from, to: to, reason: reason, record: RestartRecord())
      move.launchFailure = "No mounts."
      return move.trouble(at: 1_000)
    }
    #expect(trouble(.launching, .backingOff(until: 1_250), "launch.mounts") == "No mounts.")
    #expect(trouble(.launching, .greeting, "exec.ok") == nil)
    #expect(trouble(.launching, .backingOff(until: 1_250), "exit.1") == "it waits 250 ms")
    #expect(trouble(.greeting, .backingOff(until: 1_250), "launch.mounts") == "it waits 250 ms")
  }

  @Test func `time in which nothing is due writes nothing`() throws {
    let bench = try NotificationBench()
    // The first step of a day does the daily job.
    try bench.pass(seconds: 60)
    #expect(try bench.transactions { try bench.pass(seconds: 60) } == 0)
    let now = bench.device.now
    #expect(try bench.transactions { _ = try bench.take(.time(now)) } == 0)
  }
}

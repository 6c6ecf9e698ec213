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

/// Deliveries that an operator has sent again or takes off the list.
@Suite struct ResentDeliveryTests {
  private static let homework = FamilyID("homework")

  private func open(_ bench: NotificationBench) throws {
    try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
  }

  private func history(_ bench: NotificationBench) throws -> [PendingDelivery] {
    try bench.driver.facts.store.read { try $0.deliveryHistory(family: "homework") }
  }

  /// Opens the app, which fails in all its attempts.
  private func fail(_ bench: NotificationBench) throws -> PendingDelivery {
    try open(bench)
    for _ in 1...3 {
      try bench.end("activate", .failed(ErrorObject(.extensionError, "no", retry: .same)))
    }
    let row = try #require(try history(bench).last)
    try #require(row.settlement?.outcome == .failed)
    return row
  }

  /// Adds a failed delivery, as an earlier run may have left it.
  private func add(_ point: String, on bench: NotificationBench) throws -> PendingDelivery {
    let (owners, now) = (bench.driver.facts.owners, bench.device.now)
    let row = PendingDelivery(
      family: "homework", sequence: 70, point: point, callback: "shout", dueAt: now, owedAt: now, body: [])
    try owners.memory.transact { transaction in
      try owners.outbox.owe([row], in: transaction)
      for owed in owners.outbox.owed {
        try owners.outbox.settle(
          owed, as: PendingDelivery.Settlement(.failed, reason: .delivery(.failed), at: now), in: transaction)
      }
    }
    return try #require(try history(bench).last)
  }

  private func refusal(_ act: OperatorAct, _ bench: NotificationBench) -> HostError? {
    return #expect(throws: HostError.self) { try bench.take(.operator(act)) }
  }

  private func cause(of sent: NotificationBench.Sent) -> WireValue? {
    guard case .object(let members) = sent.request, case .object(let delivery)? = members["delivery"] else {
      return nil
    }
    return delivery["cause"]
  }

  @Test func `a delivery that neither failed nor expired is not sent again and not dismissed`() throws {
    let bench = try NotificationBench()
    func refuses(_ sequence: Int64, _ error: HostError) throws {
      let before = try history(bench)
      #expect(refusal(.resend(Self.homework, sequence: sequence), bench) == error)
      #expect(refusal(.dismiss(Self.homework, sequence: sequence), bench) == error)
      #expect(try history(bench) == before)
    }
    try refuses(
      99,
      HostError(
        .usage,
        "Delivery 99 of “homework” does not exist; `sallyport undelivered homework` lists those that failed."))
    try open(bench)
    let number = try #require(try history(bench).last).sequence
    try refuses(number, HostError(.failed, "Delivery \(number) of “homework” is pending."))
    try bench.end("activate", .replied(["effects": []]))
    try refuses(number, HostError(.failed, "Delivery \(number) of “homework” was applied."))
    try open(bench)
    try bench.end("activate", .denied(ErrorObject(.denied, "too large")))
    let refused = try #require(try history(bench).last).sequence
    try refuses(
      refused,
      HostError(
        .failed, "Delivery \(refused) of “homework” was refused, and the same input would be refused again."))
    let failed = try fail(bench).sequence
    try bench.take(.operator(.dismiss(Self.homework, sequence: failed)))
    try refuses(
      failed, HostError(.failed, "Delivery \(failed) of “homework” was dropped, sent again or dismissed."))
  }

  @Test func `an opening is sent again under its number, as repeated and with all its attempts`() throws {
    let bench = try NotificationBench()
    let failed = try fail(bench)
    try bench.pass(seconds: 60)
    let uses = try bench.ledger(.widget)
    try bench.take(.operator(.resend(Self.homework, sequence: failed.sequence)))
    let rows = try history(bench)
    let (old, new) = (try #require(rows.first), try #require(rows.last))
    #expect(rows.count == 2 && old.id == failed.id)
    let now = bench.device.now
    #expect(old.settlement == PendingDelivery.Settlement(.dropped, reason: .delivery(.resent), at: now))
    #expect(new.settlement == nil && new.attempts == 0)
    #expect(new.sequence == failed.sequence && new.point == failed.point && new.callback == failed.callback)
    #expect(new.dueAt == failed.dueAt && new.owedAt == now)
    var opening = try CanonicalJSON.value(AppDelivery.self, from: failed.body, named: "failed")
    opening.isRepeated = true
    #expect(try CanonicalJSON.value(AppDelivery.self, from: new.body, named: "new") == opening)
    #expect(try bench.ledger(.widget) == uses + 1)
    let sent = try #require(bench.sent.last)
    #expect(bench.sent.count == 1 && cause(of: sent) == "repeated")
    let journal = try bench.driver.facts.store.read { try $0.journal(family: "homework") }
    let name = bench.driver.facts.owners.registry.name(of: failed)
    #expect(
      journal.filter { $0.reason == .delivery(.resent) } == [
        JournalEntry(
          at: now, family: "homework", extension: name, reason: .delivery(.resent),
          detail: "activate, delivery \(failed.sequence)")
      ])
    try bench.end("activate", .replied(["effects": []]))
    #expect(try history(bench).last?.settlement?.outcome == .applied)
    #expect(try bench.driver.facts.undelivered(of: Self.homework).isEmpty)
  }

  @Test func `sending again lets the program start, and forgets which input ended its last process`() throws {
    let bench = try NotificationBench()
    let failed = try fail(bench)
    try open(bench)
    try bench.end("activate", .fallback(reason: "crash.SIGSEGV"))
    try bench.end("activate", .unavailable(reason: "quarantined", retryAt: nil))
    #expect(bench.sent.isEmpty)
    try bench.take(.operator(.resend(Self.homework, sequence: failed.sequence)))
    // The older one of the two is sent first, and only it.
    #expect(bench.sent.compactMap(cause) == ["natural"])
    try bench.end("activate", .fallback(reason: "crash.SIGSEGV"))
    let row = try #require(try history(bench).first { $0.id == failed.id + 1 })
    #expect(row.settlement == nil && row.attempts == 2)
  }

  @Test(arguments: [
    ("monitor", "“homework” is not approved, so nothing is sent to its monitor."),
    ("shieldAction", "A press on a shield is not sent again; the person presses once more."),
    (
      "shieldConfiguration",
      "shout of “homework” is not sent again; only callbacks of its monitor and its app are."
    ),
    ("report", "The family “homework” has no program for shout in this run."),
    ("surprise", "The family “homework” has no program for shout in this run."),
  ])
  func `what can't be sent again stays on the list, and can be dismissed`(_ point: String, _ says: String) throws {
    let bench = try PlayedLife(points: ["shieldAction", "shieldConfiguration"]).bench
    let row = try add(point, on: bench)
    #expect(refusal(.resend(Self.homework, sequence: row.sequence), bench) == HostError(.failed, says))
    #expect(try history(bench) == [row])
    #expect(row.isSentAgain == (point == "monitor"))
    try bench.take(.operator(.dismiss(Self.homework, sequence: row.sequence)))
    #expect(
      try history(bench).map(\.settlement) == [
        PendingDelivery.Settlement(.dropped, reason: .delivery(.dismissed), at: bench.device.now)
      ])
  }

  @Test func `a dismissed delivery takes its own kept request with it, and no other`() throws {
    let bench = try NotificationBench()
    let store = bench.driver.facts.store
    let (first, second) = (try fail(bench), try fail(bench))
    let kept = [first, second].map {
      PoisonRequest(sequence: $0.sequence, program: "homework.app", callback: "activate", params: "{}")
    }
    let key = HostMeta.poison(Self.homework)
    try store.transaction { try $0.setValue(kept, key) }
    try bench.take(.operator(.dismiss(Self.homework, sequence: first.sequence)))
    #expect(try store.read { try $0.value([PoisonRequest].self, key) } == [kept[1]])
    #expect(try bench.driver.facts.undelivered(of: Self.homework).map(\.sequence) == [second.sequence])
    try bench.take(.operator(.dismiss(Self.homework, sequence: second.sequence)))
    #expect(try store.read { try $0.meta(key) } == nil)
    #expect(bench.sent.isEmpty)
  }

  @Test func `a monitor's callback is sent again as repeated, decided now, and enters what it tells`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    life.failure = .fallback(reason: .process(.deadline))
    try life.use(PlayedLife.chess, minutes: 21)
    let failed = try #require(
      try life.facts.undelivered(of: Self.homework).last { $0.callback == "eventDidReachThreshold" })
    try life.pass(hours: 1)
    let told = try life.bench.ledger(.thresholdReached)
    life.take(.operator(.resend(Self.homework, sequence: failed.sequence)))
    let rows = try history(life.bench).filter { $0.sequence == failed.sequence }
    let new = try #require(rows.last)
    var delivery = try failed.monitorDelivery()
    (delivery.cause, delivery.decidedAt) = (.repeated, life.instant)
    #expect(try rows.count == 2 && new.monitorDelivery() == delivery)
    #expect(new.owedAt == life.instant && new.dueAt == failed.dueAt && new.settlement == nil)
    #expect(try life.bench.ledger(.thresholdReached) == told + 1)
    #expect(life.bench.sent.compactMap(cause) == ["repeated"])
  }
}

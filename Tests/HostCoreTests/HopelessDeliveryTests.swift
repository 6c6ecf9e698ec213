// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// Pending deliveries that can never be sent, and those that wait although a program of their family could run.
@Suite struct HopelessDeliveryTests {
  private static let homework = FamilyID("homework")

  private func row(
    _ sequence: Int64, _ family: String, _ point: String, _ callback: String, _ body: [UInt8] = []
  ) -> PendingDelivery {
    let at = NotificationBench.start
    return PendingDelivery(
      family: family, sequence: sequence, point: point, callback: callback, dueAt: at, owedAt: at, body: body)
  }

  /// Makes deliveries pending, as an older build may have left them, and has the device look at them.
  ///
  /// - Returns: the settlement of each, by its number.
  private func settle(_ rows: [PendingDelivery], on life: PlayedLife) throws
    -> [Int64: PendingDelivery.Settlement]
  {
    let owners = life.facts.owners
    try owners.memory.transact { try owners.outbox.owe(rows, in: $0) }
    // The device looks at them in its next transaction.
    life.order(.ledger(isOn: false))
    let numbers = Set(rows.map(\.sequence))
    let history = try life.facts.store.read { try $0.deliveryHistory() }
    let settled = history.filter { numbers.contains($0.sequence) }.compactMap { row in
      row.settlement.map { (row.sequence, $0) }
    }
    return Dictionary(uniqueKeysWithValues: settled)
  }

  @Test func `a delivery without an extension, or with an unknown callback, is dropped`() throws {
    let life = try PlayedLife(points: ["shieldConfiguration"])
    let opening = try CanonicalJSON.bytes(of: AppDelivery(reason: "launch"))
    let rows = [
      row(101, "homework", "surprise", "shout"), row(102, "homework", "shieldAction", "handle"),
      row(103, "homework", "focusFilter", "focus.shout"),
      row(104, "homework", "monitor", "intervalDidPause"), row(105, "homework", "shieldConfiguration", "configuration"),
      row(106, "stranger", "monitor", "intervalDidPause"), row(107, "worklog", "app", "activate", opening),
    ]
    let settled = try settle(rows, on: life)
    let reasons: [Int64: ReasonCode.Delivery] = [
      101: .noExtension, 102: .noExtension, 103: .noExtension, 104: .unknownCallback, 105: .noPoint,
    ]
    #expect(
      settled
        == reasons.mapValues { PendingDelivery.Settlement(.dropped, reason: .delivery($0), at: life.instant) })
    // A family without a manifest in this run may have one in the next.
    #expect(life.facts.owners.outbox.owed.map(\.sequence) == [106, 107])
    let journal = try life.facts.store.read { try $0.journal() }.filter { $0.reason == .delivery(.dropped) }
    #expect(
      journal.compactMap(\.detail)
        == rows.prefix(5).map { row in
          "\(row.callback): \(ReasonCode.delivery(reasons[row.sequence] ?? .failed)) "
        })
    #expect(journal.map(\.at) == Array(repeating: life.instant, count: 5))
  }

  @Test func `while a family's oldest delivery waits for its program, its later ones wait for it too`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    var programs: [String] = []
    life.reply = { one in
      programs.append(one.program)
      return nil
    }
    let call = try life.open("homework")
    try life.end(call, .unavailable(reason: "quarantined", retryAt: nil))
    try life.use(PlayedLife.chess, minutes: 21)
    try life.use(PlayedLife.editor, minutes: 21)
    #expect(!programs.isEmpty && programs.allSatisfy { $0 == "worklog.monitor" }, "\(programs)")
    let waiting = life.facts.owners.outbox.owed.map(\.point)
    #expect(waiting.first == "app" && waiting.dropFirst().allSatisfy { $0 == "monitor" } && waiting.count > 1)
    programs = []
    life.take(.operator(.reset(ProgramID("homework.app"))))
    #expect(life.bench.sent.map(\.program) == ["homework.app"])
    let again = try #require(life.bench.sent.first).call
    try life.end(again, .replied(["effects": []]))
    life.leave("homework")
    try life.settle()
    #expect(programs == Array(repeating: "homework.monitor", count: waiting.count - 1))
    #expect(life.facts.owners.outbox.owed.isEmpty)
  }

  @Test func `nothing is sent to a program whose greeting waits for consent, and all of it after`() throws {
    final class Terms { var policy: FlowPolicy? }
    let terms = Terms()
    let first = try NotificationBench(requests: ["authorization"]) { $0.policy = terms.policy }
    try first.approve()
    terms.policy = try FlowPolicy.widened(fields: "hello/extension")
    let bench = try first.killed()
    let facts = bench.driver.facts
    try #require(facts.suspension(of: Self.homework) != nil)
    for _ in 1...2 { try bench.take(.person(PersonAct(.opens(Self.homework, stays: false)))) }
    #expect(bench.sent.isEmpty && facts.owners.outbox.owed.count == 2)
    // A family that was never approved is asked about the present policy.
    let other = try bench.take(.person(PersonAct(.opens(FamilyID("worklog"), stays: false))))
    #expect(bench.sent.map(\.program) == ["worklog.app"])
    try bench.answer(other)
    bench.forget(try #require(bench.sent.first).call)
    try bench.take(.person(PersonAct(.agrees(Self.homework, by: .person))))
    #expect(bench.sent.map(\.program) == ["homework.app"])
    try bench.end("activate", .replied(["effects": []]))
    try bench.end("activate", .replied(["effects": []]))
    #expect(facts.owners.outbox.owed.isEmpty)
  }
}

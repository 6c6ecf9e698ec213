// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// The tables that grow, and when their rows are deleted.
@Suite struct RetentionTests {
  private let directory = StateDirectory()
  private let day: Int64 = 86_400_000

  private func instant(_ days: Int64) -> Timestamp { Timestamp(milliseconds: days * day) }

  /// Adds one row of each kind at noon of each day from 0 to 430.
  private func fill(_ store: DeviceStore) throws {
    try store.transaction { transaction in
      for number in 0...430 as ClosedRange<Int64> {
        let start = Timestamp(milliseconds: number * day + day / 2)
        let end = start.advanced(by: 60_000)
        try transaction.recordUse(
          [
            UseSpan(start: start, end: end, app: .application("app"), web: nil, isPresent: true)
          ], in: "GMT")
        _ = try transaction.importSamples([
          SampleRow(stream: "aw", track: "focus", start: start, end: end, identity: "app", body: [])
        ])
        try transaction.note(JournalEntry(at: start, reason: "clock_jump"))
        try transaction.appendLedger(
          family: "homework", kind: "thresholdReached", day: name(number), salt: [1], chaining: PlainChain()
        ) { "entry \($0)" }
        let outcomes = PendingDelivery.Outcome.allCases
        let owed = try transaction.owe(([nil] + outcomes).map { _ in .sample(number, at: start.milliseconds) })
        for (delivery, outcome) in zip(owed, outcomes) {
          try transaction.note(DeliveryAttempt(delivery: delivery.id, number: 1, at: start, reason: "why"))
          try transaction.settle(delivery.id, as: .init(outcome, reason: "why", at: start))
        }
      }
    }
  }

  /// A day name that sorts like the days themselves.
  private func name(_ number: Int64) -> String { "2026-\(1_000 + number)" }

  private func forget(_ store: DeviceStore, _ retention: Retention, today: Int64) throws -> PurgeCounts {
    try store.transaction { transaction in
      try transaction.forget(by: retention, today: instant(today), day: { name(today - Int64($0)) })
    }
  }

  @Test func `keeps 30 days of history, 14 of ledger text and a year of its counts (R11)`() throws {
    let store = try directory.open()
    try fill(store)
    _ = try forget(store, .standard, today: 431)
    try store.read { reader in
      #expect(try reader.use(from: .distantPast, to: .distantFuture).count == 30)
      #expect(try reader.samples(from: .distantPast, to: .distantFuture).count == 30)
      #expect(try reader.journal().count == 30)
      let ledger = try reader.ledger()
      #expect(ledger.map(\.seq) == Array(1...431))
      #expect(ledger.filter { $0.entry != nil && $0.salt != nil }.count == 14)
      #expect(ledger.filter { $0.family == "homework" && $0.kind == "thresholdReached" }.count == 365)
      #expect(ledger.allSatisfy { !$0.inner.isEmpty && !$0.hash.isEmpty })
    }
  }

  @Test func `pending, failed and expired deliveries stay regardless of age`() throws {
    let store = try directory.open()
    try fill(store)
    let forgotten = try forget(store, .standard, today: 431)
    #expect(forgotten.ledgerTexts == 417)
    #expect(forgotten.journalLines == 401)
    #expect(forgotten.deliveries == 3 * 401)
    let history = try store.read { try $0.deliveryHistory() }
    for outcome in PendingDelivery.Outcome.allCases {
      let stays = outcome == .failed || outcome == .expired
      #expect(history.filter { $0.settlement?.outcome == outcome }.count == (stays ? 431 : 30), "\(outcome)")
    }
    #expect(try store.read { try $0.owedDeliveries().count } == 431)
    #expect(
      try execute("SELECT count(*) FROM attempt", on: directory.database)
        == "\(history.count { $0.settlement != nil })",
      "attempts are deleted with their delivery")
    let again = try forget(store, .standard, today: 431)
    #expect(again.ledgerTexts + again.journalLines + again.deliveries == 0)
  }

  @Test(arguments: [(1, 8), (8, 8), (90, 90), (400, 400)])
  func `the operator may keep 1 to 400 days, and use that thresholds count always stays (R11)`(
    days: Int, kept: Int
  ) throws {
    let store = try directory.open()
    try fill(store)
    _ = try forget(store, try #require(Retention(useDays: days)), today: 431)
    #expect(try store.read { try $0.use(from: .distantPast, to: .distantFuture).count } == kept)
    #expect(try store.read { try $0.journal().count } == max(kept, 30))
  }

  @Test(arguments: [0, -1, 401]) func `refuses other numbers of days (R11)`(days: Int) {
    #expect(Retention(useDays: days) == nil)
  }
}

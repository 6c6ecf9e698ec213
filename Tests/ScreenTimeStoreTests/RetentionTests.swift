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
      #expect(try reader.journal().count == 30)
      let ledger = try reader.ledger()
      #expect(ledger.map(\.seq) == Array(1...431))
      #expect(ledger.filter { $0.entry != nil && $0.salt != nil }.count == 14)
      #expect(ledger.filter { $0.family == "homework" && $0.kind == "thresholdReached" }.count == 365)
      #expect(ledger.allSatisfy { !$0.inner.isEmpty && !$0.hash.isEmpty })
    }
  }

  @Test(arguments: [
    ("usage", "finish"), ("useByQuarter", "quarter"), ("useByDay", "day"), ("useByDayAndCategory", "day"),
  ])
  func `no table keeps use from before the days that are kept (R11)`(table: String, instant: String) throws {
    let store = try directory.open()
    try fill(store)
    _ = try forget(store, .standard, today: 431)
    func count(_ condition: String) throws -> String {
      try execute("SELECT count(*) FROM \(table) WHERE \(condition)", on: directory.database)
    }
    #expect(try count("\(instant) < \(401 * day)") == "0")
    #expect(try count("\(instant) >= \(401 * day)") == "30")
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

  @Test func `while the ledger is off, only today's entries and the switch itself have contents (PRIV-LG6)`() throws {
    let store = try directory.open()
    try fill(store)
    let counts = try store.transaction { transaction in
      try transaction.forget(by: .standard, today: instant(430), ledgerOffSince: 5, day: { name(430 - Int64($0)) })
    }
    // The entry of day n has the number n + 1.
    #expect(counts.ledgerTexts == 429)
    let ledger = try store.read { try $0.ledger() }
    #expect(ledger.count == 431 && ledger.allSatisfy { !$0.inner.isEmpty && !$0.hash.isEmpty })
    let whole = ledger.filter { $0.entry != nil && $0.salt != nil && $0.family == "homework" && $0.day != "" }
    #expect(whole.map(\.seq) == [5, 431])
    let partly = ledger.filter { $0.entry != nil || $0.salt != nil || $0.kind != "" || $0.day != "" }
    #expect(partly.map(\.seq) == [5, 431])
  }

  @Test func `the first instant of the oldest kept day stays, and one millisecond before it goes (R11)`() throws {
    let store = try directory.open()
    let first = instant(70)
    let (late, early) = (first, first.advanced(by: -1))
    try store.transaction { transaction in
      for at in [early, late] {
        try transaction.note(JournalEntry(at: at, reason: "clock_jump"))
        let owed = try transaction.owe([.sample(at.milliseconds)])
        try transaction.settle(owed[0].id, as: .init(.applied, reason: "why", at: at))
      }
      try transaction.recordUse(
        [(-20, 0, "gone"), (0, 5, "both"), (5, 30, "stays")].map { (start: Int64, end: Int64, app: String) in
          UseSpan(
            start: first.advanced(by: start), end: first.advanced(by: end), app: .application(app), isPresent: true)
        }, in: "GMT")
    }
    _ = try forget(store, .standard, today: 100)
    try store.read { reader in
      #expect(try reader.journal().map(\.at) == [late])
      #expect(try reader.deliveryHistory().map(\.sequence) == [late.milliseconds])
      let use = try reader.use(from: .distantPast, to: .distantFuture)
      #expect(use.map { $0.start.milliseconds(since: first) } == [0, 5])
      #expect(use.map { $0.app?.id } == ["both", "stays"])
    }
  }
}

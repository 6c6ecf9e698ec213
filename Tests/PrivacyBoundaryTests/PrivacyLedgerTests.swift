// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct PrivacyLedgerTests {
  private func write(_ count: Int, into fixture: BoundaryFixture) throws {
    var salt: UInt8 = 0
    let ledger = PrivacyLedger(policy: fixture.policy) { count in
      salt += 1
      return Array(repeating: salt, count: count)
    }
    for number in 1...count {
      let event = LedgerEvent(
        family: number.isMultiple(of: 2) ? "homework" : "worklog", kind: .thresholdReached,
        values: ["T": .word("45 minutes"), "set": .items([.category("6")]), "q": .word("15 minutes")],
        profile: .tight, millibits: 6_600)
      try fixture.store.transaction {
        _ = try ledger.append(event, day: "2026-11-\(10 + number)", slot: "18:15", in: $0)
      }
    }
  }

  @Test func `names items only when it is displayed`() throws {
    let fixture = try BoundaryFixture()
    try write(2, into: fixture)
    let stored = try fixture.store.read { try $0.ledger(family: "homework") }.compactMap(\.entry)
    #expect(stored.count == 1)
    #expect(stored[0].contains("{#") && stored[0].contains("\"v\":1"))
    let shown = try fixture.store.read { store in
      try PrivacyLedger.entries(family: "homework", in: store) { $0 == .category("6") ? "Games" : "?" }
    }
    #expect(shown.map(\.says) == ["homework learned that you passed 45 minutes in Games, to within 15 minutes."])
    #expect(shown[0].released?.dc == 1)
    #expect(shown[0].released?.millibits == 6_600)
    #expect(shown[0].notReleased == ["which app", "the exact time"])
    #expect(shown[0].values == ["T": "45 minutes", "set": "Games", "q": "15 minutes"])
    #expect(shown[0].seq == 2)
  }

  @Test(arguments: [(0, "0 items"), (1, "1 item"), (2, "2 items")])
  func `an entry counts items in words`(count: Int, words: String) throws {
    let fixture = try BoundaryFixture()
    let ledger = PrivacyLedger(policy: fixture.policy) { Array(repeating: 1, count: $0) }
    let event = LedgerEvent(family: "homework", kind: .picker, values: ["count": .number(count)], profile: .tight)
    _ = try fixture.store.transaction { try ledger.append(event, day: "2026-11-10", slot: "18:15", in: $0) }
    let entry = try fixture.store.read { try PrivacyLedger.entries(in: $0) { _ in "" } }.first
    #expect(entry?.says == "You picked \(words) for homework; it can name them from now on.")
    #expect(entry?.values == ["count": "\(count)"])
  }

  @Test func `the chain verifies, also after texts were deleted`() throws {
    let fixture = try BoundaryFixture()
    try write(6, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    let heads = [3: rows[2].hash, 6: rows[5].hash] as [Int64: [UInt8]]
    #expect(PrivacyLedger.verify(rows, heads: heads) == .intact(entries: 6, comparedHeads: 2, comparedCodes: nil))
    #expect(try fixture.store.transaction { try $0.forgetLedgerText(before: "2026-11-14") } == 3)
    let after = try fixture.store.read { try $0.ledger() }
    #expect(after.filter { $0.entry == nil && $0.salt == nil }.count == 3)
    #expect(PrivacyLedger.verify(after, heads: heads).isIntact)
    #expect(PrivacyLedger.verify([]).isIntact)
  }

  @Test func `detects every kind of change`() throws {
    let fixture = try BoundaryFixture()
    try write(5, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    let head = [5: rows[4].hash] as [Int64: [UInt8]]
    var changes: [[LedgerRow]] = []
    for index in rows.indices {
      var text = rows
      text[index].entry = "{}"
      changes.append(text)
      var inner = rows
      inner[index].inner[0] ^= 1
      changes.append(inner)
      var hash = rows
      hash[index].hash[31] ^= 1
      changes.append(hash)
      var removed = rows
      removed.remove(at: index)
      changes.append(removed)
    }
    changes.append([rows[1], rows[0]] + rows[2...])
    for change in changes { #expect(!PrivacyLedger.verify(change, heads: head).isIntact) }
    #expect(PrivacyLedger.verify(Array(rows.dropLast())).isIntact)
    #expect(PrivacyLedger.verify(Array(rows.dropLast())).description.contains("are not detected"))
    #expect(!PrivacyLedger.verify(Array(rows.dropLast()), heads: head).isIntact)
  }

  @Test func `an entry that is rolled back with its release leaves no gap`() throws {
    struct Refused: Error {}
    let fixture = try BoundaryFixture()
    try write(1, into: fixture)
    let ledger = PrivacyLedger(policy: fixture.policy) { Array(repeating: 1, count: $0) }
    #expect(throws: Refused.self) {
      try fixture.store.transaction { transaction in
        try ledger.append(
          LedgerEvent(family: "homework", kind: .widget), day: "2026-11-20", slot: "18:15", in: transaction)
        throw Refused()
      }
    }
    try write(1, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    #expect(rows.map(\.seq) == [1, 2])
    #expect(PrivacyLedger.verify(rows).isIntact)
  }

  @Test func `refuses an event that lacks a value of its sentence`() throws {
    let fixture = try BoundaryFixture()
    let ledger = PrivacyLedger(policy: fixture.policy) { Array(repeating: 1, count: $0) }
    #expect(throws: FlowPolicyFault.self) {
      try fixture.store.transaction {
        try ledger.append(LedgerEvent(family: "homework", kind: .thresholdReached), day: "d", slot: "s", in: $0)
      }
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The ledger's hash chain with its authentication codes.
@Suite struct LedgerChainTests {
  private final class Shown { var keys: [LedgerKey] = [] }

  /// Writes a ledger whose random bytes all equal `seed`.
  private func write(_ count: Int, seed: UInt8 = 3, into fixture: BoundaryFixture) throws -> LedgerKey {
    let shown = Shown()
    let ledger = PrivacyLedger(
      policy: fixture.policy, random: { Array(repeating: seed, count: $0) }, onFirstKey: { shown.keys.append($0) })
    for _ in 0..<count {
      try fixture.store.transaction {
        _ = try ledger.append(LedgerEvent(family: "homework", kind: .widget), day: "2026-11-20", slot: "18:15", in: $0)
      }
    }
    return try #require(shown.keys.count == 1 ? shown.keys.first : nil)
  }

  @Test func `the first key is shown once, and verifies every code`() throws {
    let fixture = try BoundaryFixture()
    let key = try write(4, into: fixture)
    #expect(LedgerKey(key.description) == key)
    #expect(key.since == 1)
    let verdict = try fixture.store.read { try PrivacyLedger.verify(in: $0, key: key) }
    #expect(verdict == .intact(entries: 4, comparedHeads: 0, comparedCodes: 4))
    #expect(verdict.description.contains("4 of them were written with the key you noted"))
    #expect(try fixture.store.read { try PrivacyLedger.verify(in: $0) }.description.contains("are not detected"))
  }

  @Test func `the key detects a ledger that the host's user rewrote into a consistent chain`() throws {
    let (own, forged) = (try BoundaryFixture(), try BoundaryFixture())
    let key = try write(3, into: own)
    _ = try write(3, seed: 4, into: forged)
    let rows = try forged.store.read { try $0.ledger() }
    #expect(PrivacyLedger.verify(rows).isIntact)
    #expect(
      PrivacyLedger.verify(rows, key: key) == .broken(seq: 1, reason: "wasn't written with the key you noted"))
  }

  @Test func `detects a missing, moved or changed code`() throws {
    let fixture = try BoundaryFixture()
    let key = try write(3, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    for index in rows.indices {
      var (missing, changed) = (rows, rows)
      missing[index].mac = nil
      changed[index].mac?[0] ^= 1
      for wrong in [missing, changed] {
        #expect(PrivacyLedger.verify(wrong, key: key).isIntact == false)
        #expect(PrivacyLedger.verify(wrong).isIntact)
      }
    }
    var moved = rows
    (moved[0].mac, moved[1].mac) = (rows[1].mac, rows[0].mac)
    #expect(!PrivacyLedger.verify(moved, key: key).isIntact)
    #expect(
      PrivacyLedger.verify([], key: key) == .broken(seq: 1, reason: "is missing although your key begins with it"))
  }

  @Test func `streaming and in-memory verification agree, also on broken ledgers`() throws {
    let fixture = try BoundaryFixture()
    let key = try write(5, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    for heads in [[:], [3: rows[2].hash], [3: rows[1].hash], [9: rows[1].hash]] as [[Int64: [UInt8]]] {
      let streamed = try fixture.store.read { try PrivacyLedger.verify(in: $0, heads: heads, key: key) }
      #expect(streamed == PrivacyLedger.verify(rows, heads: heads, key: key))
    }
  }

  @Test(arguments: [
    "", "1", "1-", "x-00", "0-" + String(repeating: "0", count: 64), "1-" + String(repeating: "0", count: 62),
    "1-" + String(repeating: "G", count: 64),
  ])
  func `refuses a text that is not a key`(_ text: String) { #expect(LedgerKey(text) == nil) }
}

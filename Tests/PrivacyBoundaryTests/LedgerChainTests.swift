// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The chain with its authentication codes (PRIV-LG5).
@Suite struct LedgerChainTests {
  private final class Shown { var keys: [LedgerKey] = [] }

  /// Writes a ledger whose first key is `seed` everywhere.
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

  @Test func `the first key is shown once, and with it every code is compared`() throws {
    let fixture = try BoundaryFixture()
    let key = try write(4, into: fixture)
    #expect(LedgerKey(key.description) == key)
    #expect(key.since == 1)
    let verdict = try fixture.store.read { try PrivacyLedger.verify(in: $0, key: key) }
    #expect(verdict == .intact(entries: 4, comparedHeads: 0, comparedCodes: 4))
    #expect(verdict.description.contains("4 of them were written with the key you noted"))
    #expect(try fixture.store.read { try PrivacyLedger.verify(in: $0) }.description.contains("are not detected"))
  }

  @Test func `a ledger written anew by the host's user hangs together, and the key finds it`() throws {
    let (own, forged) = (try BoundaryFixture(), try BoundaryFixture())
    let key = try write(3, into: own)
    _ = try write(3, seed: 4, into: forged)
    let rows = try forged.store.read { try $0.ledger() }
    #expect(PrivacyLedger.verify(rows).isIntact)
    #expect(
      PrivacyLedger.verify(rows, key: key) == .broken(seq: 1, reason: "wasn't written with the key you noted"))
  }

  @Test func `a code that is missing, moved or changed is found`() throws {
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

  @Test func `both ways of replaying say the same, also of what is broken`() throws {
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
  func `a text that is no key is refused`(_ text: String) { #expect(LedgerKey(text) == nil) }
}

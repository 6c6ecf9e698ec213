// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
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
    #expect(PrivacyLedger.verify(rows, heads: [1: rows[0].hash, 5: rows[4].hash], key: key).isIntact)
    for heads in [[:], [3: rows[2].hash], [3: rows[1].hash], [9: rows[1].hash]] as [[Int64: [UInt8]]] {
      let streamed = try fixture.store.read { try PrivacyLedger.verify(in: $0, heads: heads, key: key) }
      #expect(streamed == PrivacyLedger.verify(rows, heads: heads, key: key))
    }
  }

  /// Derives the key of a later entry. Each key is the hash of the previous one, so it reveals no earlier key.
  private func key(_ first: LedgerKey, from seq: Int64) throws -> LedgerKey {
    var bytes = try #require(hexadecimalBytes(first.description.split(separator: "-")[1]))
    for _ in first.since..<seq { bytes = Array(SHA256.hash(data: bytes)) }
    return try #require(LedgerKey("\(seq)-\(bytes.map { String(format: "%02x", $0) }.joined())"))
  }

  @Test func `a later key verifies what was written from its entry on`() throws {
    let fixture = try BoundaryFixture()
    let first = try write(4, into: fixture)
    let rows = try fixture.store.read { try $0.ledger() }
    for seq: Int64 in 1...4 {
      let later = try key(first, from: seq)
      let expected = LedgerVerdict.intact(entries: 4, comparedHeads: 0, comparedCodes: Int(5 - seq))
      #expect(PrivacyLedger.verify(rows, key: later) == expected)
      #expect(try fixture.store.read { try PrivacyLedger.verify(in: $0, key: later) } == expected)
      // A code before the key's entry can't be checked; the others are.
      for index in rows.indices {
        var changed = rows
        changed[index].mac?[0] ^= 1
        #expect(PrivacyLedger.verify(changed, key: later).isIntact == (rows[index].seq < seq))
      }
    }
    #expect(
      PrivacyLedger.verify(rows, key: try key(first, from: 5))
        == .broken(seq: 5, reason: "is missing although your key begins with it"))
  }

  @Test func `the first fault is named, and a head of no entry is missing`() throws {
    let fixture = try BoundaryFixture()
    _ = try write(5, into: fixture)
    var rows = try fixture.store.read { try $0.ledger() }
    for seq: Int64 in [-3, 0, 6] {
      let verdict = PrivacyLedger.verify(rows, heads: [seq: rows[0].hash, 2: rows[1].hash])
      #expect(verdict == .broken(seq: seq, reason: "is missing although you noted it"))
    }
    var renumbered = rows
    for index in 2..<5 { renumbered[index].seq += 1 }
    #expect(PrivacyLedger.verify(renumbered) == .broken(seq: 4, reason: "doesn't follow the previous one"))
    #expect(rows.allSatisfy { $0.salt?.count == 16 })
    for index in [1, 3] { rows[index].entry = "{}" }
    var verifier = LedgerVerifier()
    // Taking more links after a fault doesn't change the verdict.
    #expect(rows.map { verifier.take($0) } == [true, false, false, false, false])
    #expect(verifier.verdict == .broken(seq: 2, reason: "has a different text than when it was written"))
  }

  @Test func `the heads that were compared are counted in words`() {
    func says(_ heads: Int, _ codes: Int?) -> String {
      LedgerVerdict.intact(entries: 9, comparedHeads: heads, comparedCodes: codes).description
    }
    for codes in [nil, 9] {
      #expect(says(1, codes).hasSuffix(" The head that you noted is in it."))
      #expect(says(2, codes).hasSuffix(" The 2 heads that you noted are in it."))
      #expect(!says(0, codes).contains("is in it"))
      #expect(says(0, codes).contains("missing entries at the end") || says(0, codes).contains("at the end"))
    }
  }

  @Test(arguments: [
    ("UPDATE ledger SET entry = '{}' WHERE seq = 2", "has a different text than when it was written"),
    ("UPDATE ledger SET salt = zeroblob(16) WHERE seq = 2", "has a different text than when it was written"),
    ("UPDATE ledger SET inner = zeroblob(32) WHERE seq = 2", "has a different text than when it was written"),
    ("UPDATE ledger SET hash = zeroblob(32) WHERE seq = 2", "isn't linked to the previous one"),
    ("UPDATE ledger SET mac = NULL WHERE seq = 2", "wasn't written with the key you noted"),
    ("UPDATE ledger SET entry = NULL, salt = NULL WHERE seq = 2", nil),
  ])
  func `a row that was changed in the file is found`(_ sql: String, _ reason: String?) throws {
    let fixture = try BoundaryFixture()
    let key = try write(3, into: fixture)
    let sqlite = Process()
    sqlite.executableURL = URL(filePath: "/usr/bin/env")
    sqlite.arguments = [
      "python3", "-c", "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()",
      fixture.path + "/state.sqlite", sql,
    ]
    try sqlite.run()
    sqlite.waitUntilExit()
    try #require(sqlite.terminationStatus == 0)
    let verdict = try fixture.store.read { try PrivacyLedger.verify(in: $0, key: key) }
    #expect(
      verdict == reason.map { .broken(seq: 2, reason: $0) } ?? .intact(entries: 3, comparedHeads: 0, comparedCodes: 3))
  }

  @Test(arguments: [
    "", "1", "1-", "x-00", "0-" + String(repeating: "0", count: 64), "1-" + String(repeating: "0", count: 62),
    "1-" + String(repeating: "G", count: 64), "1-" + String(repeating: "0", count: 63),
    "1-" + String(repeating: "0", count: 65), "1-" + String(repeating: "0", count: 66),
    "1--" + String(repeating: "0", count: 64), "-1-" + String(repeating: "0", count: 64),
  ])
  func `refuses a text that is not a key`(_ text: String) { #expect(LedgerKey(text) == nil) }
}

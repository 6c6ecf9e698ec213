// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// The rows of the ledger: how they are selected, measured and visited.
@Suite struct LedgerRowTests {
  private let directory = StateDirectory()
  private let days = ["2026-10-19", "2026-10-20", "2026-10-20", "2026-10-21", "2026-10-22", "2026-10-22"]

  /// One entry of each family on each of the days, with a text that grows.
  private func filled() throws -> DeviceStore {
    let store = try directory.open()
    try store.transaction { transaction in
      for (number, day) in days.enumerated() {
        for family in ["homework", "worklog", nil] {
          try transaction.appendLedger(
            family: family, kind: "grant", day: day, salt: [UInt8(number)], chaining: PlainChain()
          ) { seq in String(repeating: "ü", count: Int(seq)) }
        }
      }
    }
    return store
  }

  @Test func `a selection by family and days has exactly its rows, and is as long as they are`() throws {
    let store = try filled()
    let all = try store.read { try $0.ledger() }
    #expect(all.map(\.seq) == Array(1...18))
    for family in ["homework", "worklog", "nobody", nil] {
      for first in [nil, "2026-10-20", "2026-10-23"] {
        for last in [nil, "2026-10-18", "2026-10-20", "2026-10-22"] {
          let expected = all.filter { row in
            (family == nil || row.family == family) && first.map { $0 <= row.day } ?? true
              && last.map { row.day <= $0 } ?? true
          }
          let (found, extent) = try store.read { reader in
            (
              try reader.ledger(family: family, since: first, until: last),
              try reader.ledgerExtent(family: family, since: first, until: last)
            )
          }
          #expect(found == expected)
          #expect(extent.entries == expected.count)
          #expect(extent.bytes == expected.map { Int64($0.entry?.utf8.count ?? 0) }.reduce(0, +))
        }
      }
    }
    #expect(try store.read { try $0.ledgerHead() } == all.last)
  }

  @Test func `a visit passes each link with all its contents, and stops when told to`() throws {
    let store = try filled()
    try store.transaction { _ = try $0.forgetLedgerText(before: "2026-10-20") }
    let all = try store.read { try $0.ledger() }
    var seen: [LedgerRow] = []
    try store.read { reader in
      try reader.visitLedger { link in
        func bytes(_ data: Data?) -> [UInt8]? { data.map(Array.init) }
        var row = all[seen.count]
        row.seq = link.seq
        row.salt = try link.withSalt(bytes)
        row.entry = try link.withEntry { $0.map { String(decoding: $0, as: UTF8.self) } }
        row.inner = try link.withInner(bytes) ?? []
        row.hash = try link.withHash(bytes) ?? []
        row.mac = try link.withMAC(bytes)
        #expect(link.hasEntry == (row.entry != nil))
        seen.append(row)
        return seen.count < 7
      }
    }
    #expect(seen == Array(all.prefix(7)))
    #expect(seen.map { $0.entry == nil } == [true, true, true, false, false, false, false])
  }

  @Test func `each link has the code of the key that was next, and the first key is made once`() throws {
    let rows = try filled().read { try $0.ledger() }
    let chain = PlainChain()
    var (key, hash) = (chain.firstKey(at: 1), [UInt8]())
    for row in rows {
      #expect(row.inner == chain.inner(salt: row.salt ?? [], entry: row.entry ?? ""))
      #expect(row.hash == chain.hash(after: hash, inner: row.inner) && row.mac == chain.mac(of: row.hash, key: key))
      (key, hash) = (chain.key(after: key), row.hash)
    }
  }
}

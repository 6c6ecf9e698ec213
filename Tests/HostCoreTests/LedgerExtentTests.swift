// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The size of an export, which is asked before it is read.
@Suite struct LedgerExtentTests {
  @Test func `an export of any family and days is as large as the entries that it has`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    for _ in 0..<3 {
      try life.use(PlayedLife.chess, minutes: 21)
      try life.pass(hours: 24)
      life.take(.operator(.exported("the ledger")))
    }
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    let rows = try life.facts.store.read { try $0.ledger() }
    let days: [String?] = [nil] + Set(rows.map(\.day)).sorted()
    try #require(days.count > 3)
    for family in [nil, "homework", "worklog"] as [String?] {
      for first in days {
        for last in days {
          let export = LedgerExport(of: family, from: first, to: last)
          let own = try life.facts.store.read { try $0.ledger(family: family, since: first, until: last) }
          let (count, bytes) = (Int64(own.count), Int64(own.compactMap(\.entry).map(\.utf8.count).reduce(0, +)))
          let what = "\(family ?? "all") from \(first ?? "-") to \(last ?? "-")"
          #expect(try export.lines(of: life.facts).count == own.count, "\(what)")
          #expect(try !export.isLarger(than: count, bytes, in: life.facts), "\(what)")
          #expect(try export.isLarger(than: count - 1, bytes, in: life.facts), "\(what)")
          #expect(try export.isLarger(than: count, bytes - 1, in: life.facts), "\(what)")
        }
      }
    }
  }
}

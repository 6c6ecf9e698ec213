// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

@Suite struct LedgerExportTests {
  private static let chess = Item.application("org.gnome.Chess")

  private struct Line: Decodable {
    var seq: Int64
    var hash: String
  }

  private func run() throws -> HostedRun {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(families, names: [Self.chess: "Chess"])
    for day: Int64 in 0..<2 {
      try run.use(Self.chess, onDay: day)
      try run.host.enterExport(of: "the ledger")
    }
    return run
  }

  @Test func `an export has a line for each entry of its days, with the entry's hash (PRIV-LG6)`() throws {
    let run = try run()
    let rows = try run.host.facts.store.read { try $0.ledger() }
    let days = Set(rows.map(\.day)).sorted()
    try #require(days.count >= 2)
    func export(_ first: String? = nil, _ last: String? = nil) throws -> [Line] {
      try LedgerExport(from: first, to: last).lines(of: run.host.facts).map {
        try JSONDecoder().decode(Line.self, from: Data($0.utf8))
      }
    }
    #expect(try export().map(\.seq) == rows.map(\.seq))
    #expect(try export().map(\.hash) == rows.map { hexadecimalText($0.hash) })
    for day in days {
      #expect(try export(day, day).map(\.seq) == rows.filter { $0.day == day }.map(\.seq))
      #expect(try export(day).map(\.seq) == rows.filter { $0.day >= day }.map(\.seq))
      #expect(try export(nil, day).map(\.seq) == rows.filter { $0.day <= day }.map(\.seq))
    }
    #expect(try export("2099-01-01").isEmpty)
  }

  @Test func `an export that is too large is noticed before it is read`() throws {
    let run = try run()
    let rows = try run.host.facts.store.read { try $0.ledger() }
    let (entries, bytes) = (Int64(rows.count), Int64(rows.compactMap(\.entry).map(\.utf8.count).reduce(0, +)))
    let export = LedgerExport()
    #expect(try !export.isLarger(than: entries, bytes, in: run.host.facts))
    #expect(try export.isLarger(than: entries - 1, bytes, in: run.host.facts))
    #expect(try export.isLarger(than: entries, bytes - 1, in: run.host.facts))
    #expect(try !LedgerExport(from: "2099-01-01").isLarger(than: 0, 0, in: run.host.facts))
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import TestThreads
import Testing

@testable import BoundaryChecker

/// The search space of a check beside its pairs of worlds: names, dates, limits and acts of the person.
@Suite struct SearchTests {
  private static let grid = SlotGrid(step: 300_000, phase: 70_000)

  @Test func `the default budget finds a leak on one name of a hundred, and the report states its power`() {
    let plan = PrivacyCheckPlan(isQuick: false, seed: 1, pairs: nil, width: 1)
    #expect(plan.sweptNames >= SearchPower.needed(forShare: 0.01) && SearchPower.needed(forShare: 0.01) == 299)
    #expect(SearchPower(what: "names", tried: plan.sweptNames).smallestShare < 0.01)
    #expect(SearchPower(what: "names", tried: 299).sentence.contains("1 in 100 or more is found (95 %)"))
    #expect(SearchPower(what: "days", tried: 7, all: 7).sentence == "days: all 7 were tried")
    #expect(SearchPower(what: "names", tried: 299).rarest == "1 in 100")
    #expect(SearchPower(what: "days", tried: 7, all: 7).rarest == "all 7")
    #expect(SearchPower(what: "names", tried: 0).rarest == "none")
    #expect(SearchPower(what: "names", tried: 0).smallestShare == 1)
    #expect(SearchPower(what: "names", tried: 0).sentence == "names: none were tried")
  }

  @Test func `names are different, the same for the same seed, and include every listed one`() {
    let entries = NameDictionary(seed: 3).entries(460)
    #expect(Set(entries.map(\.name)).count == 460)
    #expect(entries == NameDictionary(seed: 3).entries(460))
    #expect(entries != NameDictionary(seed: 4).entries(460))
    for seed in 1...5 as ClosedRange<UInt64> {
      let names = Set(NameDictionary(seed: seed).entries(460).map(\.name))
      for name in ["Tinder", "Notion", "Notions", "GAME", "微信", "a\nb", "🎲🎲🎲"] {
        #expect(names.contains(name), "\(name)")
      }
      #expect(NameDictionary(seed: seed).entries(460).contains { $0.domain == "samaritans.org" })
    }
    #expect(entries.allSatisfy { $0.name.utf8.count <= 190 && !$0.name.isEmpty })
  }

  @Test func `dates are swept over 800 days, and each kind of pair meets each length and each act`() {
    let dates = (1...801).map { ScriptCalendar.number($0, phase: 0, mayChangeTokens: true).firstDay }
    #expect(Set(dates).count == 801 && dates.allSatisfy(ScriptCalendar.sweep.contains))
    // The seventh date begins the sweep again, which repeats two weekdays.
    #expect(Set(dates.prefix(9).map { (($0 % 7) + 7) % 7 }).count == 7)
    for generator in Generator.allCases {
      let calendars = (0..<24).map { generator.pair(seed: 5, index: $0, on: Self.grid).calendar }
      #expect(Set(calendars.map(\.days)).isSuperset(of: [1, 3, 4]), "\(generator)")
      #expect(Set(calendars.map(\.firstDay)).count > 20, "\(generator)")
    }
    let acts = (0..<24).map { Generator.names.pair(seed: 5, index: $0, on: Self.grid).calendar.event }
    #expect(Set(acts) == Set(ScriptCalendar.Event.allCases.map(Optional.some) + [nil]))
  }

  @Test func `total use varies over two orders of magnitude, and the picked use stays`() {
    let pair = Generator.totals.pair(seed: 5, index: 0, on: Self.grid)
    let totals = [pair.left.totalUse, pair.right.totalUse].sorted()
    #expect(totals[1] >= 100 * totals[0], "\(totals)")
    for block in pair.left.use.indices {
      for role in Role.allCases where role.isPicked {
        #expect(pair.left.use[block][role] == pair.right.use[block][role])
      }
    }
  }

  @Test func `round limits are reached in one world only`() {
    for index in 0..<28 {
      let pair = Generator.limits.pair(seed: 5, index: index, on: Self.grid)
      func use(_ world: World) -> Int64 { world.use.reduce(0) { $0 + ($1[.private0] ?? 0) } }
      if index.isMultiple(of: 2) {
        #expect(abs(use(pair.left) - use(pair.right)) == 1_000, "\(index)")
        #expect(max(use(pair.left), use(pair.right)) % 60_000 == 0, "\(index)")
      } else {
        #expect(pair.left.extras != pair.right.extras && use(pair.left) == use(pair.right), "\(index)")
      }
    }
  }

  @Test func `a surface is taken apart into its text and its picture`() {
    let cell: (String) -> WireValue = { ["kind": "shape", "shape": "rectangle", "fill": .string($0)] }
    func code(_ bits: Int) -> WireValue {
      ["kind": "vstack", "children": .array((0..<64).map { cell(bits >> ($0 % 8) & 1 == 1 ? "black" : "white") })]
    }
    #expect(SurfacePicture(code(0x5A)).cells == 64)
    #expect(SurfacePicture(code(0x5A)) != SurfacePicture(code(0xA5)))
    let text: (String) -> WireValue = { ["kind": "text", "text": .string($0)] }
    #expect(SurfacePicture(text("one")) == SurfacePicture(text("two")))
    var count = PictureCount()
    count.add(text("one"), text("two"))
    #expect(count.sentence(of: .report) == nil)
    count.add(code(1), code(2))
    #expect(count.sentence(of: .report)?.contains("machine-readable picture of up to 64 cells") == true)
  }

  /// The smallest demonstrations of what only a search finds, and of files that must not be taken for a leak.
  @Test(arguments: ["W17", "C01", "C02", "C09", "X01"])
  func `a row of the table that needs a search has its outcome`(_ id: String) async throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "zoo.tsv").path
    let row = try #require(try PlantedLeakCase.table(contentsOf: path).first { $0.id == id })
    let outcome = try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        try PlantedLeakTrials(
          program: PlantedLeakFixture.programs + "/sallyport-leak",
          launcher: PlantedLeakFixture.programs + "/sallyport-launch",
          directory: fixture.directory, isQuick: true
        ).outcome(of: row)
      }
    }
    #expect(outcome.matches, "\(id): expected \(row.verdict), seen \(outcome.seen): \(outcome.evidence)")
  }

  @Test(arguments: ["P2 G15 28", "P9 G1 1 1:", "P2 G99 1 1:", "P2 G1 -1 0:", ""])
  func `a row that doesn't say what to search is refused`(_ note: String) {
    #expect(throws: PlantedLeakFault.self) {
      try PlantedLeakSearch(PlantedLeakCase(id: "W99", verdict: .flagged, trial: .search, note: note))
    }
  }
}

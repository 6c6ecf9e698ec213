// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// Properties of every page, over days with use in any number of categories.
@Suite struct PageLawTests {
  private static func app(_ number: Int) -> Item { .application("org.example.App\(number)") }

  /// A device on which items of `count` categories were used today, the later ones for longer, and whose sources saw
  /// nothing for some milliseconds.
  private func life(categories count: Int, blind: Int64 = 3_600_000) throws -> PlayedLife {
    let life = try PlayedLife { configuration in
      for number in 1...13 {
        configuration.names[Self.app(number)] = "App \(number)"
        configuration.registry.categories[Self.app(number)] = .category("\(number)")
      }
    }
    try life.meet("homework", picking: ["org.example.App1"])
    try life.pass(hours: 8)
    for number in 1...count {
      try life.use(Self.app(number), minutes: Int64(number) * 3)
      try life.use(PlayedLife.editor, minutes: 1)
    }
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(until: life.instant.advanced(by: blind))
    life.take(.source(.sighted(.focus, at: life.instant)))
    try life.use(Self.app(1), minutes: 22)
    return life
  }

  private static let addresses = [
    "/today", "/week", "/day", "/day/2026-10-19", "/shields", "/requests", "/families", "/family/homework", "/ledger",
    "/extensions", "/gallery", "/trace", "/trace/2026-10-19", "/device", "/item/app:org.example.App1",
    "/item/category:1",
  ]

  private func pages(of life: PlayedLife) throws -> [Page] {
    let maker = PageMaker(life.facts, hasPasscode: false)
    return try Self.addresses.map { try maker.page(try #require(PageAddress(path: $0))) }
  }

  private func tones(of figure: Figure) -> Set<String> { Set(figure.rows.flatMap(\.parts).map(\.tone.rawValue)) }

  @Test(arguments: [1, 2, 4, 5, 6, 7, 13], [0, 1, 3_600_000])
  func `the legend of a week names the tones of its parts, each once`(_ count: Int, _ blind: Int64) throws {
    let page = try PageMaker(life(categories: count, blind: blind).facts, hasPasscode: false).page(.week)
    let figure = try #require(page.sections.compactMap(\.figure).first)
    let named = figure.legend.map(\.tone.rawValue)
    #expect(Set(named) == tones(of: figure) && Set(named).count == named.count, "\(named)")
    #expect(named.contains("unknown") == (blind > 0))
  }

  @Test(arguments: [1, 6]) func `each legend names the tones of its figure's parts`(_ count: Int) throws {
    for page in try pages(of: try life(categories: count)) {
      for figure in page.sections.compactMap(\.figure) where !figure.legend.isEmpty {
        // The label of the lane “Unknown” says what it is.
        let drawn = tones(of: figure).subtracting(figure.form == .lanes ? ["unknown"] : [])
        #expect(drawn.isSubset(of: figure.legend.map(\.tone.rawValue)), "\(page.address.path) \(figure.title)")
      }
    }
  }

  @Test(arguments: [1, 6]) func `the parts of each row follow each other within the axis, and each table is whole`(
    _ count: Int
  ) throws {
    for page in try pages(of: try life(categories: count)) {
      for figure in page.sections.compactMap(\.figure) {
        for row in figure.rows {
          let ends = [0] + row.parts.map { $0.start + $0.length }
          #expect(ends.allSatisfy { 0 <= $0 && $0 <= figure.whole }, "\(page.address.path) \(row.label)")
          // Callbacks take no time here, and the levels of a threshold lie on its pieces.
          guard page.address.kind != .trace else { continue }
          #expect(zip(row.parts, ends).allSatisfy { $0.start >= $1 && $0.length > 0 }, "\(page.address.path) \(row)")
        }
      }
      for table in page.sections.compactMap(\.table) {
        #expect(table.rows.allSatisfy { $0.count == table.columns.count }, "\(page.address.path) \(table.caption)")
      }
    }
  }

  @Test func `each link leads to a page, and to a place on it`() throws {
    let life = try life(categories: 3)
    let maker = PageMaker(life.facts, hasPasscode: false)
    for page in try pages(of: life) {
      let cells = page.sections.flatMap { $0.table?.rows ?? [] }.flatMap(\.self).compactMap(\.link)
      let parts = page.sections.compactMap(\.figure).flatMap(\.rows).flatMap(\.parts).compactMap(\.link)
      for link in cells + parts + page.notices.compactMap(\.link) {
        #expect(throws: Never.self, "\(page.address.path) → \(link.path)") { try maker.page(link) }
      }
    }
  }

  @Test(arguments: [
    "2026-10-19", "2026-10-19~", "~device", "today~device", "2026-10-19_2026-10-20_2026-10-21~device", "_~device",
    "2026-10-19_~device", "2026-10-20_2026-10-19~device", "2026-10-19~nothing",
  ]) func `a page of use is refused for a subject that names no days or no item`(_ subject: String) throws {
    let life = try life(categories: 1)
    let maker = PageMaker(life.facts, hasPasscode: false)
    #expect(throws: HostError.self) { try maker.page(try #require(PageAddress(.use, subject))) }
    for known in ["2026-10-19~device", "2026-10-19_2026-10-20~device", "2026-10-19~app:org.example.App1"] {
      #expect(throws: Never.self) { try maker.page(try #require(PageAddress(.use, known))) }
    }
  }

  @Test func `only the first tilde in the address of a use page ends the days`() throws {
    let maker = PageMaker(try life(categories: 1).facts, hasPasscode: false)
    let error = #expect(throws: HostError.self) { try maker.page(try #require(PageAddress(.use, "2026-10-19~a~b"))) }
    #expect(error?.description.contains("a~b") == true && error?.description.contains("names no number") == false)
  }

  @Test func `the days of a span are named until there are too many`() throws {
    let life = try PlayedLife(points: [])
    let maker = PageMaker(life.facts, hasPasscode: false)
    let start = NotificationBench.start
    func names(_ from: Int64, _ to: Int64, atMost most: Int = 3) throws -> [String] {
      try maker.dayNames(
        in: TimeSpan(start: start.advanced(by: from * 3_600_000), end: start.advanced(by: to * 3_600_000)), atMost: most
      )
    }
    #expect(try names(0, 24) == ["2026-10-19"] && names(23, 25) == ["2026-10-19", "2026-10-20"])
    #expect(try names(30, 72) == ["2026-10-20", "2026-10-21"] && names(0, 72).count == 3)
    #expect(try names(5, 5) == ["2026-10-19"] && names(0, 0).isEmpty)
    #expect(throws: HostError.self) { try names(0, 73) }
  }

  @Test func `an item is not found by its id on a device that hides names`() throws {
    let life = try PlayedLife(points: [])
    try life.use(PlayedLife.chess, minutes: 1)
    let id = PlayedLife.chess.id
    #expect(try PageMaker(life.facts, hasPasscode: true).item(id) == PlayedLife.chess)
    let hiding = PageMaker(life.facts, hasPasscode: true, hidesNames: true)
    #expect(throws: HostError.self) { try hiding.item(id) }
  }

  @Test func `a picker offers no application that is exempt from shields`() throws {
    let life = try PlayedLife(points: []) { $0.registry.exemptApplications = [PlayedLife.chess] }
    try life.use(PlayedLife.chess, minutes: 1)
    try life.use(PlayedLife.editor, minutes: 1)
    let maker = PageMaker(life.facts, hasPasscode: false)
    let offered = try maker.choices(for: FamilyID("homework"), includingItems: false).flatMap(\.choices).map(\.id)
    #expect(offered.contains(PlayedLife.editor.id) && !offered.contains(PlayedLife.chess.id))
  }

  @Test func `decisions are listed on their day and the six days after it`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let ledger = try #require(PageAddress(path: "/ledger"))
    func decisions() throws -> Int {
      let page = try PageMaker(life.facts, hasPasscode: false).page(ledger)
      let section = try #require(page.sections.first { $0.heading == "What people decided" })
      return section.table?.rows.count ?? 0
    }
    let first = try decisions()
    #expect(first > 0)
    try life.pass(hours: 6 * 24 + 1)
    #expect(try decisions() == first)
    try life.pass(hours: 24)
    #expect(try decisions() == 0)
  }
}

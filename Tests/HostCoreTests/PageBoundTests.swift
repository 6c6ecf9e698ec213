// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Days, weeks, items and lists of the pages at the values at which they change.
@Suite struct PageBoundTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  private static let start = NotificationBench.start

  private func maker(_ life: PlayedLife, hidesNames: Bool = false) -> PageMaker {
    PageMaker(life.facts, hasPasscode: false, hidesNames: hidesNames)
  }

  private func use(_ app: Item, seconds: Int64, _ life: PlayedLife) {
    let end = life.instant.advanced(by: seconds * 1_000)
    for _ in 0..<9 where life.instant < end {
      life.take(.use(UseSpan(start: life.instant, end: end, app: app, isPresent: true)))
    }
  }

  // MARK: - Days

  @Test func `a day is read from its name in one form only`() throws {
    let maker = maker(try PlayedLife(points: []))
    for name in ["1970-01-01", "2026-02-28", "2026-12-31", "2028-02-29"] {
      let day = try maker.day(named: name)
      #expect(day.name == name && day.end == day.start.advanced(by: Self.day), "\(name)")
    }
    for name in [
      "1969-12-31", "10000-01-01", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-2-03", "2026-02-3",
      "2026-02", "2026-02-03-04", "2026-02-", "-2026-02-03", "today", "",
    ] {
      #expect(throws: HostError.self, "\(name)") { try maker.day(named: name) }
    }
  }

  @Test func `a moment of the present day, both midnights included, is said without its date`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    let maker = maker(life)
    for (offset, words) in [
      (-1, "2026-10-18 23:59:59"), (0, "00:00:00"), (9_999, "00:00:09"), (10_000, "00:00:10"),
      (Self.day - 1, "23:59:59"), (Self.day, "00:00:00"), (Self.day + 1, "2026-10-20 00:00:00"),
    ] as [(Int64, String)] {
      #expect(maker.moment(Self.start.advanced(by: offset)) == words)
    }
  }

  @Test func `the present day is the one that ends at midnight, until a millisecond of the next has passed`() throws {
    let life = try PlayedLife(points: [])
    for (offset, name) in [
      (1, "2026-10-19"), (Self.day, "2026-10-19"), (Self.day + 1, "2026-10-20"), (2 * Self.day, "2026-10-20"),
    ] as [(Int64, String)] {
      try life.pass(until: Self.start.advanced(by: offset))
      #expect(maker(life).presentDay.name == name)
    }
  }

  @Test func `a day is said with its weekday`() throws {
    let maker = maker(try PlayedLife(points: []))
    let said = (19...25).map { maker.spoken("2026-10-\($0)") }
    let expected = zip(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], 19...25).map { "\($0) \($1) Oct 2026" }
    #expect(said == expected)
    #expect(maker.spoken("someday") == "someday")
  }

  @Test func `the stretches of a day end at its midnights, and neighbours of the same item are one`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    let maker = maker(life)
    let day = maker.presentDay
    func span(_ from: Int64, _ to: Int64, _ app: Item) -> UseSpan {
      UseSpan(start: Self.start.advanced(by: from), end: Self.start.advanced(by: to), app: app, isPresent: true)
    }
    let (one, other, end) = (PlayedLife.chess, PlayedLife.editor, Self.day)
    let spans = [
      span(-1_000, 0, one), span(-500, 1_000, one), span(1_000, 2_000, one), span(2_000, 3_000, other),
      span(4_000, 5_000, other), span(end - 1_000, end + 5_000, other), span(end, end + 10, other),
    ]
    let merged = try maker.merged(spans.reversed(), in: day)
    #expect(
      merged == [
        span(0, 2_000, one), span(2_000, 3_000, other), span(4_000, 5_000, other), span(end - 1_000, end, other),
      ])
  }

  // MARK: - Weeks

  @Test(arguments: [
    ("2026-W01", "12-29", "01-04"), ("2026-W43", "10-19", "10-25"), ("2026-W53", "12-28", "01-03"),
    ("2027-W01", "01-04", "01-10"), ("2028-W01", "01-03", "01-09"), ("2032-W01", "12-29", "01-04"),
  ]) func `a week begins on the Monday that its number names`(_ name: String, _ first: String, _ last: String) throws {
    let page = try PlayedLife(points: []).facts.page("/week/\(name)")
    let columns = try page.section("Days").table?.columns ?? []
    #expect(columns.count == 9 && columns[1] == first && columns[7] == last, "\(columns)")
  }

  @Test func `a week without a number of its year is refused`() throws {
    let maker = maker(try PlayedLife(points: []))
    for name in [
      "2026-W00", "2026-W54", "2027-W53", "2026-W1", "1969-W10", "2026W43", "2026-W", "-W43", "2026-W43-W1", "2026-43",
    ] {
      let address = try #require(PageAddress(.week, name))
      let error = #expect(throws: HostError.self, "\(name)") { try maker.page(address) }
      #expect(error?.description.contains(name) == true)
    }
  }

  @Test func `the present week begins on the last Monday, and a day that has not begun has a dash`() throws {
    let life = try PlayedLife(points: [])
    // The midnight between two weeks still belongs to Sunday.
    for (offset, first, begun) in [
      (0, "10-12", 7), (1, "10-19", 1), (Self.day, "10-19", 1), (Self.day + 1, "10-19", 2),
      (7 * Self.day, "10-19", 7), (7 * Self.day + 1, "10-26", 1),
    ] as [(Int64, String, Int)] {
      try life.pass(until: Self.start.advanced(by: offset))
      let table = try #require(try life.facts.page("/week").section("Days").table)
      #expect(table.columns[1] == first)
      let sums = table.texts.last?.dropFirst() ?? []
      let expected = (0..<7).map { $0 < begun ? "0 s" : "–" } + ["0 s"]
      #expect(Array(sums) == expected, "\(offset)")
    }
  }

  @Test(arguments: [(90, "30 s more"), (30, "30 s less"), (60, "0 s more")] as [(Int64, String)])
  func `a week is compared with all of the one before, and with nothing older`(_ seconds: Int64, _ words: String) throws
  {
    let life = try PlayedLife(points: [])
    try life.pass(until: Self.start.advanced(by: 7 * Self.day - 5_000))
    use(PlayedLife.chess, seconds: 5, life)
    use(PlayedLife.editor, seconds: 30, life)
    #expect(life.instant == Self.start.advanced(by: 7 * Self.day + 30_000))
    life.take(.operator(.saves))
    // The five seconds before midnight are the use of the week before.
    #expect(try life.facts.page("/week").says.text.hasSuffix(", 25 s more than the week before."))
    try life.pass(until: Self.start.advanced(by: 14 * Self.day - 30_000))
    use(PlayedLife.chess, seconds: 30, life)
    use(PlayedLife.editor, seconds: seconds, life)
    life.take(.operator(.saves))
    #expect(try life.facts.page("/week").says.text.hasSuffix(", \(words) than the week before."))
    #expect(try !life.facts.page("/week/2026-W43").says.text.contains("the week before"))
  }

  // MARK: - Items

  @Test func `a reader without names finds an item by its number only, and a category by its code`() throws {
    let life = try PlayedLife(points: [])
    let (open, hiding) = (maker(life), maker(life, hidesNames: true))
    let known = open.knownItems
    try #require(known.count == 3)
    for (index, item) in known.enumerated() {
      #expect(hiding.subject(item) == "number:\(index + 1)" && hiding.plainName(item) == "app \(index + 1)")
      #expect(try hiding.item("number:\(index + 1)") == item)
      #expect(open.subject(item) == "app:\(item.id)" && open.plainName(item) == life.facts.name(of: item))
      #expect(try open.item("app:\(item.id)") == item && open.item(item.id) == item)
      #expect(throws: HostError.self) { try hiding.item("app:\(item.id)") }
    }
    for subject in ["number:0", "number:4", "number:-1", "number:one", "number", "site:example.org", "web:a", ""] {
      #expect(throws: HostError.self, "\(subject)") { try hiding.item(subject) }
    }
    #expect(try open.item("site:example.org") == PlayedLife.site)
    let (maps, category) = (Item.application("org.gnome.Maps"), Item.category("3"))
    #expect(hiding.subject(maps) == nil && hiding.address(maps) == nil && hiding.shieldAddress(maps) == nil)
    #expect(hiding.plainName(maps) == "another app" && hiding.plainName(PlayedLife.site) == "another site")
    #expect(open.subject(PlayedLife.site) == "site:example.org")
    for maker in [open, hiding] {
      #expect(maker.subject(category) == "category:3" && maker.plainName(category) == "Category 3")
      #expect(try maker.item("category:3") == category)
    }
  }

  @Test func `an explained number names one day, or the first and the last`() throws {
    let life = try PlayedLife(points: [])
    let (open, hiding) = (maker(life), maker(life, hidesNames: true))
    let (first, last) = (try open.day(named: "2026-10-18"), try open.day(named: "2026-10-19"))
    #expect(open.useAddress(nil, first, first)?.subject == "2026-10-18~device")
    #expect(open.useAddress(nil, first, last)?.subject == "2026-10-18_2026-10-19~device")
    #expect(open.useAddress(PlayedLife.chess, last, last)?.subject == "2026-10-19~app:org.gnome.Chess")
    #expect(hiding.useAddress(.application("org.gnome.Maps"), last, last) == nil)
  }

  @Test(arguments: [0, 1, 198, 199]) func `an item is merged into one of two hundred others, or one that is typed`(
    _ count: Int
  ) throws {
    let life = try PlayedLife(points: []) { configuration in
      if count == 0 { configuration.names = [PlayedLife.chess: "Chess", .category("3"): "Games"] }
      for number in 0..<count { configuration.names[.application("org.example.App\(number)")] = "App \(number)" }
    }
    let controls = maker(life).changes(of: PlayedLife.chess).controls
    let merge = controls.first { $0.label.text == "Merge" }
    guard count > 0 else { return #expect(merge == nil && controls.count == 2) }
    let options = try #require(merge?.fields.first).options
    #expect(options.count == (count == 199 ? 0 : count + 2))
    #expect(!options.contains { $0.value == PlayedLife.chess.id })
  }

  // MARK: - Lists

  @Test(arguments: [49, 50]) func `fifty closed items have their controls on the page of shields`(_ count: Int) throws {
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    let life = try PlayedLife(points: []) { configuration in
      for number in 0..<count {
        let app = Item.application("org.example.App\(number)")
        configuration.names[app] = "App \(number)"
        configuration.registry.categories[app] = .category("3")
      }
    }
    life.take(.operator(.policy(closedGames)))
    let page = try life.facts.page("/shields")
    #expect(page.says.text == "\(count + 1) items are closed.")
    #expect(try page.section("Closed now").table?.rows.count == count + 1)
    #expect(page.sections.count { !$0.controls.isEmpty } == 50)
  }

  @Test func `time grants are listed by item until they end`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    for (name, seconds) in [("Editor", 600), ("Chess", 1_200)] as [(String, Int64)] {
      life.order(.allow(.item(name), GrantLength(.add, seconds: seconds)), as: .guardian)
    }
    func grants(hidesNames: Bool = false) throws -> [[String]] {
      let page = try maker(life, hidesNames: hidesNames).page(.shields)
      let section = page.sections.first { $0.heading.text == "Open for a limited time" }
      return (section?.table?.rows ?? []).map { $0.map(\.says.text) + $0.flatMap(\.controls).map(\.command) }
    }
    let (chess, editor) = (PlayedLife.chess.id, PlayedLife.editor.id)
    #expect(
      try grants() == [
        ["Chess", "01:20:00", "", "sallyport allow \(chess) --end"],
        ["Editor", "01:10:00", "", "sallyport allow \(editor) --end"],
      ])
    #expect(try grants(hidesNames: true).map(\.count) == [3, 3])
    try life.pass(until: life.instant.advanced(by: 600_000))
    #expect(try grants().map(\.first) == ["Chess"])
    try life.pass(until: life.instant.advanced(by: 600_000))
    #expect(try grants().isEmpty)
  }

  @Test(arguments: [true, false]) func `the page of families counts those that may manage the device`(
    _ isAlone: Bool
  ) throws {
    let life = try PlayedLife(points: []) { configuration in
      if isAlone { configuration.families.removeAll { $0.manifest.displayName == "Worklog" } }
    }
    #expect(try life.facts.page("/families").says.text == "No family may manage this device yet.")
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let words = isAlone ? "1 of 1 family" : "1 of 2 families"
    #expect(try life.facts.page("/families").says.text == "\(words) may manage this device.")
  }

  @Test(
    arguments: [(0, "1"), (3_599, "1"), (3_600, "1"), (7_199, "1"), (7_200, "2"), (172_800, "48")] as [(Int64, String)])
  func `the wait of looser changes is set in whole hours, one at least`(_ seconds: Int64, _ hours: String) throws {
    let life = try PlayedLife(points: []) { $0.looseningSeconds = seconds }
    let found = try life.facts.page("/device").section("Changes that open something")
    let field = try #require(found.controls.first?.fields.first)
    #expect(field == Control.Field("seconds", "Hours", .hours, atMost: 720, value: hours))
    let says = found.text.first?.text ?? ""
    #expect(says.hasPrefix(seconds == 0 ? "They take effect at once." : "They wait "), "\(says)")
  }
}

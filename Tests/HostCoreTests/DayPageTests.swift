// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The page of a day at the edges of the day, and pages that look back over seven days.
@Suite struct DayPageTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  private static let start = NotificationBench.start

  private func use(_ app: Item, milliseconds: Int64, _ life: PlayedLife) {
    let end = life.instant.advanced(by: milliseconds)
    for _ in 0..<9 where life.instant < end {
      life.take(.use(UseSpan(start: life.instant, end: end, app: app, isPresent: true)))
    }
    life.take(.operator(.saves))
  }

  // MARK: - One day

  @Test(arguments: [(999, "0 s"), (1_000, "1 s"), (1_999, "1 s"), (59_999, "59 s")] as [(Int64, String)])
  func `the length of a day's use is not rounded up`(_ milliseconds: Int64, _ words: String) throws {
    let life = try PlayedLife(points: [])
    use(PlayedLife.chess, milliseconds: milliseconds, life)
    #expect(try life.facts.page("/day").says.text == "\(words) in use, in 1 stretch.")
  }

  @Test func `a day without use has nothing drawn`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    let page = try life.facts.page("/day")
    #expect(page.says.text == "0 s in use, in 0 stretches.")
    #expect(page.sections.map(\.heading.text) == ["Stretches", "Other days"])
    #expect(try page.section("Stretches").text.map(\.text) == ["No use is recorded on this day."])
  }

  @Test func `a day leads to the next one once that has begun`() throws {
    let life = try PlayedLife(points: [])
    let before = ["2026-10-18", "the day before"]
    func turns() throws -> [[String]] {
      try life.facts.page("/day/2026-10-19").section("Other days").table.texts
    }
    #expect(try turns() == [before])
    // A run that ends at midnight has not begun the next day.
    try life.pass(until: Self.start.advanced(by: Self.day))
    #expect(try turns() == [before])
    try life.pass(until: Self.start.advanced(by: Self.day + 1))
    #expect(try turns() == [before, ["2026-10-20", "the day after"]])
  }

  @Test(arguments: ["2026-10-19.1.2", "2026-10-19.1.1", "2026-10-19.x", "2026-10-19.0", "2026-10-19.-1"])
  func `the suffix of a day's address is the number of one of its pages`(_ subject: String) throws {
    let life = try PlayedLife(points: [])
    let error = #expect(throws: HostError.self) { try life.facts.page("/day/\(subject)") }
    #expect(error?.description == "“\(subject)” is not a day; use YYYY-MM-DD.")
    #expect(try life.facts.page("/day/2026-10-19.1").title.text == "2026-10-19")
  }

  @Test func `an item that is still closed is drawn as closed until the present instant`() throws {
    let closedGames = [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: []))
      ])
    ]
    let life = try PlayedLife()
    try life.settle()
    life.take(.operator(.policy(closedGames)))
    use(PlayedLife.chess, milliseconds: 60_000, life)
    #expect(life.facts.state.shield?.item == PlayedLife.chess)
    let lanes = try life.facts.page("/day").section("Drawn").figure?.rows ?? []
    let closed = lanes.filter { $0.label.text == "Shields" }.flatMap(\.parts)
    #expect(closed.map(\.start) == [0] && closed.map(\.length) == [60_000])
  }

  // MARK: - Stretches

  @Test func `stretches are cut at midnight, and joined only if they touch and have the same foreground`() throws {
    let maker = PageMaker(try PlayedLife(points: []).facts, hasPasscode: false)
    let day = try maker.day(named: "2026-10-19")
    let whole = day.end.milliseconds(since: day.start)
    func span(_ start: Int64, _ end: Int64, _ app: Item) -> UseSpan {
      UseSpan(start: day.start.advanced(by: start), end: day.start.advanced(by: end), app: app, isPresent: true)
    }
    let (editor, chess, browser) = (PlayedLife.editor, PlayedLife.chess, PlayedLife.browser)
    let recorded = [
      span(4_000, 5_000, browser), span(2_000, 3_000, browser), span(1_000, 2_000, editor), span(-500, 1_000, editor),
      span(-1_000, -500, chess), span(-2_000, 0, chess), span(6_000, 6_000, chess),
      span(whole - 1_000, whole + 1_000, chess), span(whole, whole + 5, editor),
    ]
    let merged = try maker.merged(recorded, in: day)
    #expect(
      merged == [
        span(0, 2_000, editor), span(2_000, 3_000, browser), span(4_000, 5_000, browser),
        span(whole - 1_000, whole, chess),
      ])
    // After the clock was set back, the same time passes twice.
    for twice in [[span(0, 1_000, editor), span(0, 1_000, chess)], [span(0, 1_000, chess), span(0, 1_000, editor)]] {
      #expect(try maker.merged(twice, in: day) == twice)
    }
  }

  // MARK: - Seven days

  @Test func `unknown time and decisions are shown on the seventh day, and not on the eighth`() throws {
    let life = try PlayedLife(points: [])
    try life.pass(hours: 1)
    life.order(.ask(item: "Chess", seconds: 900, reason: "level 3"))
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(hours: 2)
    life.take(.source(.sighted(.focus, at: life.instant)))
    func decided() throws -> Page.Section { try life.facts.page("/ledger").section("What people decided") }
    try life.pass(until: Self.start.advanced(by: 7 * Self.day))
    let seventh = try life.facts.page("/device")
    #expect(seventh.says.text == "2 h 00 min 00 s of the last seven days are unknown.")
    #expect(try Set(decided().table.texts.compactMap(\.first)) == ["2026-10-19"])
    try life.pass(until: Self.start.advanced(by: 7 * Self.day + 1))
    let eighth = try life.facts.page("/device")
    #expect(eighth.says.text == "No source missed anything in the last seven days.")
    #expect(try eighth.section("Gaps").text.map(\.text) == ["None in seven days."])
    let nothing = try decided()
    #expect(nothing.text.map(\.text) == ["Nothing in seven days."] && nothing.table == nil)
  }
}

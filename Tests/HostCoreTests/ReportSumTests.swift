// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import ScreenTimeVocabulary
import Testing

@testable import HostCore
@testable import ScreenTimeStore

/// The sums of a report at the edges of its segments, and the elements that they become.
@Suite struct ReportSumTests {
  private static let game = Item.application("game")
  private static let games = Item.category("2")

  private let query: ReportQuery

  init() throws { query = ReportQuery(calendar: try HostCalendar(timeZone: "Europe/Berlin").calendar) }

  /// Minutes after 2026-10-19 00:00 in Berlin.
  private func at(_ minutes: Int64) -> Timestamp { Timestamp(milliseconds: 1_792_360_800_000 + minutes * 60_000) }

  private func span(_ start: Int64, _ end: Int64) -> TimeSpan { TimeSpan(start: at(start), end: at(end)) }

  // MARK: Segments

  @Test(
    arguments: [
      (0, 0, 999, []), (0, 1, 999, [0]), (0, 60, 999, [0]), (0, 61, 999, [0, 60]), (59, 60, 999, [0]),
      (60, 61, 999, [60]), (0, 120, 60, [0]), (0, 120, 61, [0, 60]), (60, 120, 60, []), (10, 5, 999, []),
    ] as [(Int64, Int64, Int64, [Int64])])
  func `a report has each hour that its span touches before now`(
    _ start: Int64, _ end: Int64, _ now: Int64, _ expected: [Int64]
  ) {
    let hours = query.segments(of: .hour, around: span(start, end), until: at(now))
    #expect(hours == expected.map { span($0, $0 + 60) })
  }

  /// The sums of the hours from 1:00 and from 2:00.
  private func sums(
    _ cells: [(minute: Int64, front: Int64, milliseconds: Int64)] = [], _ runs: [UseRun] = [],
    selection: ItemSelection = ItemSelection()
  ) -> [ReportQuery.Segment] {
    let fronts: [Int64: RecordedForeground] = [
      1: RecordedForeground(app: Self.game, appCategory: Self.games, web: nil, webCategory: nil, isPresent: true),
      2: RecordedForeground(app: nil, appCategory: nil, web: nil, webCategory: nil, isPresent: true),
      3: RecordedForeground(
        app: .application("browser"), appCategory: nil, web: .webDomain("a.play.test"), webCategory: Self.games,
        isPresent: true),
    ]
    let use = RolledUse(
      fronts: fronts,
      cells: cells.map { RolledUse.Cell(start: at($0.minute), front: $0.front, milliseconds: $0.milliseconds) })
    return query.segments([span(60, 120), span(120, 180)], of: use, runs: runs, selection: selection)
  }

  private func run(_ start: Int64, _ end: Int64, _ app: Item? = nil, isWhole: Bool = true) -> UseRun {
    UseRun(isWhole: isWhole, start: at(start), end: at(end), app: app, appCategory: app.map { _ in Self.games })
  }

  @Test func `use counts in the hour that holds its start, and outside of all hours in none`() {
    let sums = sums([(45, 1, 1), (60, 1, 10), (105, 1, 5), (120, 2, 20), (165, 1, 7), (180, 1, 300)])
    func segment(_ span: TimeSpan, total: Int64, games: Int64) -> ReportQuery.Segment {
      var segment = ReportQuery.Segment(span: span)
      segment.total = total
      segment.categories = [
        ReportQuery.Category(
          item: Self.games, total: games,
          applications: [ReportQuery.Usage(item: Self.game, total: games, pickups: 0)], webDomains: [])
      ]
      return segment
    }
    #expect(sums == [segment(span(60, 120), total: 15, games: 15), segment(span(120, 180), total: 27, games: 7)])
  }

  @Test(
    arguments: [
      (ItemSelection(), 10), (ItemSelection(applications: [.application("browser")]), 10),
      (ItemSelection(categories: [games]), 10), (ItemSelection(categories: [.otherCategory]), 10),
      (ItemSelection(categories: [.category("3")]), 0), (ItemSelection(webDomains: [.webDomain("play.test")]), 10),
      (ItemSelection(webDomains: [.webDomain("a.play.test")]), 10),
      (ItemSelection(webDomains: [.webDomain("b.a.play.test")]), 0), (ItemSelection(applications: [game]), 0),
    ] as [(ItemSelection, Int64)])
  func `a selection takes a page by itself, its category, its parent or its browser`(
    _ selection: ItemSelection, _ total: Int64
  ) {
    #expect(sums([(60, 3, 10)], selection: selection).map(\.total) == [total, 0])
  }

  @Test func `a run over an hour's end lengthens both hours, and is a pickup in the first`() {
    let sums = sums([], [run(110, 130)])
    #expect(sums.map(\.longest) == [span(110, 120), span(120, 130)])
    #expect(sums.map(\.firstPickup) == [at(110), nil] && sums.map(\.pickupsWithoutApplication) == [1, 0])
  }

  @Test func `of equally long runs the first is the longest, and only whole ones are pickups`() {
    let sums = sums([], [run(60, 70, isWhole: false), run(80, 90), run(100, 109), run(120, 121), run(130, 132)])
    #expect(sums.map(\.longest) == [span(60, 70), span(130, 132)])
    #expect(sums.map(\.firstPickup) == [at(80), at(120)] && sums.map(\.pickupsWithoutApplication) == [2, 2])
  }

  @Test func `pickups of an application without use count as the device's, but not under a selection`() {
    let runs = [run(60, 70, Self.game), run(130, 140, Self.game), run(150, 160, Self.game)]
    let whole = sums([(60, 1, 600)], runs)
    #expect(whole.map(\.pickupsWithoutApplication) == [0, 2])
    #expect(whole.map { $0.categories.flatMap(\.applications).map(\.pickups) } == [[1], []])
    let selected = sums([(60, 1, 600)], runs, selection: ItemSelection(applications: [Self.game]))
    #expect(selected.map(\.pickupsWithoutApplication) == [0, 0])
  }

  @Test(
    arguments: [
      (0, 0, 0), (0, 1_439, 0), (0, 1_440, 1_440), (1, 1_440, 0), (1, 2_879, 0), (2, 2_880, 0),
    ] as [(Int, Int64, Int64)])
  func `history begins that many midnights before today's`(_ days: Int, _ now: Int64, _ start: Int64) throws {
    let calendar = try HostCalendar(timeZone: "Europe/Berlin").calendar
    #expect(ReportScope.horizon(days: days, before: at(now), in: calendar) == at(start))
  }

  // MARK: Elements

  /// Tokens that hold the id of their item, so that they sort by it.
  private struct TokensByID: TokenMinting {
    let other: WireToken

    func token(for item: Item) -> WireToken {
      let kind =
        switch item.kind {
        case .application: "AQE"
        case .webDomain: "AQI"
        case .category: "AQM"
        }
      return WireToken(kind + item.id + String(repeating: "A", count: 29 - item.id.utf8.count)) ?? other
    }
    func isHeld(_ item: Item) -> Bool { true }
  }

  @Test(arguments: [false, true])
  func `elements go from the longest to the shortest, and by their tokens if equal`(_ isOpen: Bool) throws {
    let minting = TokensByID(other: try #require(WireToken("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W")))
    let elements = ReportElements(minting: minting, name: { "Name of \($0.id)" }, includesBundleIDs: isOpen)
    let scope = ReportScope(model: "iPhone", isChild: true, isManagedByFamily: false)
    let device = ReportElement.device(role: "child", model: "iPhone", updated: 7)
    let updated = Timestamp(milliseconds: 7)
    #expect(elements.elements(of: nil, scope: scope, updated: updated).isEmpty)
    #expect(elements.elements(of: [], scope: scope, updated: updated) == [device])

    func usage(_ item: Item, _ total: Int64, _ pickups: Int = 0) -> ReportQuery.Usage {
      ReportQuery.Usage(item: item, total: total, pickups: pickups)
    }
    var segment = ReportQuery.Segment(span: TimeSpan(start: at(0), end: at(60)))
    (segment.total, segment.longest, segment.firstPickup) = (90, span(1, 2), at(3))
    segment.pickupsWithoutApplication = 4
    segment.categories = [
      ReportQuery.Category(item: .category("1"), total: 10, applications: [], webDomains: []),
      ReportQuery.Category(
        item: .category("2"), total: 80,
        applications: [
          usage(.application("c"), 20), usage(.application("b"), 30, 2), usage(.application("a"), 20, 1),
        ], webDomains: [usage(.webDomain("y"), 5), usage(.webDomain("x"), 6)]),
    ]
    func application(_ id: String, _ total: Int64, _ pickups: Int64) -> ReportElement {
      .application(
        token: minting.token(for: .application(id)), name: "Name of \(id)", bundleID: isOpen ? id : nil, totalMs: total,
        pickups: pickups, notifications: 0)
    }
    func category(_ id: String, _ total: Int64) -> ReportElement {
      .category(token: minting.token(for: .category(id)), name: "Name of \(id)", totalMs: total)
    }
    func page(_ id: String, _ total: Int64) -> ReportElement {
      .webDomain(token: minting.token(for: .webDomain(id)), domain: id, totalMs: total)
    }
    let head = ReportElement.segment(
      ReportSegment(
        start: at(0).milliseconds, end: at(60).milliseconds, totalMs: 90,
        longest: .init(start: at(1).milliseconds, end: at(2).milliseconds), firstPickup: at(3).milliseconds,
        pickups: 4))
    #expect(
      elements.elements(of: [segment], scope: scope, updated: updated) == [
        device, head, category("2", 80), application("b", 30, 2), application("a", 20, 1), application("c", 20, 0),
        page("x", 6), page("y", 5), category("1", 10),
      ])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct ReportQueryTests {
  private let query: ReportQuery

  init() throws { query = ReportQuery(calendar: try HostCalendar(timeZone: "Europe/Berlin").calendar) }

  /// Minutes after 2026-10-19 00:00 in Berlin.
  private func at(_ minutes: Int64) -> Timestamp { Timestamp(milliseconds: 1_792_360_800_000 + minutes * 60_000) }

  @Test func `has a segment for every day, empty ones included, up to now`() {
    let days = query.segments(of: .day, around: TimeSpan(start: at(600), end: at(4_000)), until: at(2_000))
    #expect(days.map(\.start) == [at(0), at(1_440)])
  }

  @Test func `gives the day of a clock change its 25 hours`() {
    let sunday = Timestamp(milliseconds: 1_792_879_200_000)
    let days = query.segments(
      of: .day, around: TimeSpan(start: sunday, end: sunday.advanced(by: 1)), until: sunday.advanced(by: 200_000_000))
    #expect(days.first?.milliseconds == Int64(25 * 3_600_000))
  }

  @Test func `hours follow one another where the clock changes by half an hour (R5)`() throws {
    let query = ReportQuery(calendar: try HostCalendar(timeZone: "Australia/Lord_Howe").calendar)
    for change in [1_791_038_000_000, 1_775_142_000_000] as [Int64] {
      let noon = Timestamp(milliseconds: change)
      let night = TimeSpan(start: noon.advanced(by: -10 * 3_600_000), end: noon.advanced(by: 10 * 3_600_000))
      let hours = query.segments(of: .hour, around: night, until: .distantFuture)
      for (hour, next) in zip(hours, hours.dropFirst()) { #expect(hour.end == next.start) }
      #expect(hours.allSatisfy { $0.start < $0.end })
    }
  }

  /// What the host shows of one day after this use was counted.
  private func day(_ use: [UseSpan], selection: ItemSelection = ItemSelection()) throws -> ReportQuery.Segment {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try DeviceStore(directory: directory, durability: .simulated)
    try store.transaction { try $0.recordUse(use, in: "Europe/Berlin") }
    let span = TimeSpan(start: at(0), end: at(1_440))
    return try store.read { reader in
      query.segments(
        [span], of: try reader.rolledUse(from: span.start, to: span.end, inDaysOf: "Europe/Berlin"),
        runs: try reader.runs(from: span.start, to: span.end), selection: selection)[0]
    }
  }

  private func use(_ from: Int64, _ to: Int64, _ app: String?, web: String? = nil, category: String? = nil) -> UseSpan {
    var span = UseSpan(
      start: at(from), end: at(to), app: app.map(Item.application), web: web.map(Item.webDomain), isPresent: true)
    span.appCategory = web == nil ? category.map(Item.category) : nil
    span.webCategory = web == nil ? nil : category.map(Item.category)
    return span
  }

  @Test func `counts a page and its browser once in their category (R9)`() throws {
    let segment = try day([
      use(600, 620, "game", category: "2"), use(620, 640, "browser", web: "play.test", category: "2"),
    ])
    let games = segment.categories.first { $0.item == .category("2") }
    #expect(segment.total == 40 * 60_000)
    #expect(games?.total == Int64(40 * 60_000))
    #expect(games?.webDomains.map(\.total) == [20 * 60_000])
    #expect(
      segment.categories.first { $0.item == .otherCategory }?.applications.map(\.item) == [.application("browser")])
    #expect(segment.longest == TimeSpan(start: at(600), end: at(640)))
  }

  @Test func `gives a pickup to the first app after a time of no use (R10)`() throws {
    let segment = try day([use(600, 610, nil), use(610, 620, "game", category: "2"), use(700, 701, nil)])
    #expect(segment.categories.flatMap(\.applications).map(\.pickups) == [1])
    #expect(segment.pickupsWithoutApplication == 1)
    #expect(segment.firstPickup == at(600))
  }

  @Test func `use that goes on over midnight is no new pickup (R10)`() throws {
    let segment = try day([use(-20, 0, "game"), use(0, 30, "other"), use(60, 70, "game"), use(1_439, 1_440, nil)])
    let pickups = segment.categories.flatMap(\.applications)
    #expect(pickups.first { $0.item == .application("other") }?.pickups == 0)
    #expect(pickups.first { $0.item == .application("game") }?.pickups == 1)
    #expect(segment.firstPickup == at(60))
    #expect(segment.longest == TimeSpan(start: at(0), end: at(30)))
  }

  @Test func `a pickup at midnight whose app comes after it belongs to none of that day (R10)`() throws {
    let segment = try day([use(1_430, 1_440, nil), use(1_440, 1_450, "game")])
    #expect(segment.pickupsWithoutApplication == 1)
    #expect(segment.categories.isEmpty)
  }

  @Test func `files each minute where the item was filed when it was used (E2)`() throws {
    let segment = try day([use(600, 620, "game", category: "2"), use(620, 625, "game", category: "1")])
    #expect(segment.categories.map(\.total).sorted() == [5 * 60_000, 20 * 60_000])
    #expect(segment.categories.flatMap(\.applications).map(\.item) == [.application("game"), .application("game")])
  }

  @Test func `a set restricts the lists and leaves the total (R8)`() throws {
    let segment = try day(
      [use(600, 610, "game", category: "2"), use(610, 640, "browser", web: "a.play.test", category: "2")],
      selection: ItemSelection(webDomains: [.webDomain("play.test")]))
    #expect(segment.total == 40 * 60_000)
    #expect(segment.categories.map(\.total) == [30 * 60_000])
    #expect(segment.categories.flatMap(\.applications).isEmpty)
    #expect(segment.categories.flatMap(\.webDomains).map(\.item) == [.webDomain("a.play.test")])
  }
}

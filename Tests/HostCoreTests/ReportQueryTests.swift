// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
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

  @Test func `has a segment for every day, empty ones included, up to now (R5)`() {
    let days = query.segments(of: .day, around: TimeSpan(start: at(600), end: at(4_000)), until: at(2_000))
    #expect(days.map(\.start) == [at(0), at(1_440)])
  }

  @Test func `gives the day of a clock change its 25 hours (R5)`() {
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

  /// The host's segment for one day after this use was counted.
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
    let category = category.map(Item.category)
    return UseSpan(
      start: at(from), end: at(to),
      front: RecordedForeground(
        app: app.map(Item.application), appCategory: web == nil ? category : nil, web: web.map(Item.webDomain),
        webCategory: web == nil ? nil : category, isPresent: true))
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

  @Test func `an application named like a website does not count as that website (R8)`() throws {
    let site = ItemSelection(webDomains: [.webDomain("play.test")])
    let named = try day([use(600, 610, "games.play.test"), use(620, 640, "play.test")], selection: site)
    #expect(named.categories.isEmpty)
    #expect(try day([use(600, 610, "browser", web: "games.play.test")], selection: site).categories.count == 1)
  }

  @Test func `gives a pickup to the first app after a time without use (R10)`() throws {
    let segment = try day([use(600, 610, nil), use(610, 620, "game", category: "2"), use(700, 701, nil)])
    #expect(segment.categories.flatMap(\.applications).map(\.pickups) == [1])
    #expect(segment.pickupsWithoutApplication == 1)
    #expect(segment.firstPickup == at(600))
  }

  @Test func `use that continues over midnight is not a new pickup (R10)`() throws {
    let segment = try day([use(-20, 0, "game"), use(0, 30, "other"), use(60, 70, "game"), use(1_439, 1_440, nil)])
    let pickups = segment.categories.flatMap(\.applications)
    #expect(pickups.first { $0.item == .application("other") }?.pickups == 0)
    #expect(pickups.first { $0.item == .application("game") }?.pickups == 1)
    #expect(segment.firstPickup == at(60))
    #expect(segment.longest == TimeSpan(start: at(0), end: at(30)))
  }

  @Test func `a pickup at midnight whose app opens after it counts for no app of that day (R10)`() throws {
    let segment = try day([use(1_430, 1_440, nil), use(1_440, 1_450, "game")])
    #expect(segment.pickupsWithoutApplication == 1)
    #expect(segment.categories.isEmpty)
  }

  @Test func `files each minute under the item's category at the time of use (E2)`() throws {
    let segment = try day([use(600, 620, "game", category: "2"), use(620, 625, "game", category: "1")])
    #expect(segment.categories.map(\.total).sorted() == [5 * 60_000, 20 * 60_000])
    #expect(segment.categories.flatMap(\.applications).map(\.item) == [.application("game"), .application("game")])
  }

  @Test func `a selection restricts the lists and the total alike (R8, E11)`() throws {
    let segment = try day(
      [use(600, 610, "game", category: "2"), use(610, 640, "browser", web: "a.play.test", category: "2")],
      selection: ItemSelection(webDomains: [.webDomain("play.test")]))
    #expect(segment.total == 30 * 60_000)
    #expect(segment.categories.map(\.total) == [30 * 60_000])
    #expect(segment.categories.flatMap(\.applications).isEmpty)
    #expect(segment.categories.flatMap(\.webDomains).map(\.item) == [.webDomain("a.play.test")])
  }

  @Test func `tokens that were not issued match nothing (R8)`() throws {
    let segment = try day([use(600, 610, "game", category: "2")], selection: ItemSelection(unresolvedTokens: 1))
    #expect(segment.total == 0)
    #expect(segment.categories.isEmpty)
    #expect(segment.firstPickup == at(600))
  }

  @Test(arguments: [(1, "2026-10-18"), (2, "2026-10-19"), (7, "2026-10-17")])
  func `weeks begin on the person's first weekday (R5)`(_ firstWeekday: Int, _ expected: String) throws {
    var calendar = try HostCalendar(timeZone: "Europe/Berlin").calendar
    calendar.firstWeekday = firstWeekday
    let weeks = ReportQuery(calendar: calendar).segments(
      of: .weekOfYear, around: TimeSpan(start: at(600), end: at(700)), until: at(5_000))
    #expect(weeks.count == 1)
    #expect(weeks.first.map { calendar.dateComponents([.day], from: $0.start.date).day } == Int(expected.suffix(2)))
  }

  @Test func `segments skip the day that Apia skipped (R5)`() throws {
    let query = ReportQuery(calendar: try HostCalendar(timeZone: "Pacific/Apia").calendar)
    let span = TimeSpan(
      start: Timestamp(milliseconds: 1_325_066_400_000), end: Timestamp(milliseconds: 1_325_325_600_000))
    let days = query.segments(of: .day, around: span, until: .distantFuture)
    #expect(days.map(\.milliseconds) == [86_400_000, 86_400_000, 86_400_000])
    for (day, next) in zip(days, days.dropFirst()) { #expect(day.end == next.start) }
  }

  @Test(
    arguments: [
      (nil, nil, true, true), (.children, nil, true, false), (.all, [], true, true), (nil, ["mac"], false, false),
      (.children, ["iPad", "iPhone"], true, false), (.current, ["iPhone"], true, true),
    ] as [(ReportFilter.Users?, [String]?, Bool, Bool)])
  func `shows this person on this device if the filter names them (R6, R7)`(
    _ users: ReportFilter.Users?, _ devices: [String]?, _ asGuardian: Bool, _ asIndividual: Bool
  ) {
    let guardian = ReportScope(model: "iPhone", isChild: true, isManagedByFamily: true)
    let individual = ReportScope(model: "iPhone", isChild: true, isManagedByFamily: false)
    #expect(guardian.includesLedger(users: users, devices: devices) == asGuardian)
    #expect(individual.includesLedger(users: users, devices: devices) == asIndividual)
    #expect(individual.role == "child")
    #expect(ReportScope(model: "mac", isChild: false, isManagedByFamily: false).role == "individual")
  }

  @Test func `history begins at the start of a local day, the given number of days ago (R11)`() throws {
    let calendar = try HostCalendar(timeZone: "Europe/Berlin").calendar
    // Across the clock change of 2026-10-25, which makes one of the days 25 hours long.
    #expect(ReportScope.horizon(days: 8, before: at(8 * 1_440 + 61 + 700), in: calendar) == at(0))
  }
}

/// Limits and reports use the same ledger (E11): a selection's threshold and its report agree over the same span.
@Suite struct LimitsAndReportsTests {
  private static let apps = (0..<3).map { Item.application("app \($0)") }
  private static let site = Item.webDomain("site.example")
  private static let registry = ItemRegistry(
    categories: [apps[0]: .category("2"), site: .category("2")], links: [apps[1]: [site]])
  private static let sets = [
    ItemSelection(), ItemSelection(applications: [apps[0], apps[1]]), ItemSelection(categories: [.category("2")]),
    ItemSelection(webDomains: [site]),
  ]

  /// SplitMix64: small, seeded, the same on every machine.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a threshold and a report over the same span and selection agree to the millisecond (E11, E8, R9)`(
    _ seed: UInt64
  ) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("agree-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try DeviceStore(directory: directory, durability: .simulated)
    let midnight = Timestamp(milliseconds: 1_792_360_800_000)
    let family = FamilyID("homework")
    let rules = DeviceRules(mode: .exact, registry: Self.registry)
    var state = DeviceState(now: midnight, place: CalendarPlace(timeZone: "Europe/Berlin"))
    state.families[family] = FamilyState(authorization: .approved)
    let events = Self.sets.enumerated().map {
      ActivityEvent(name: "e\($0.offset)", selection: $0.element, threshold: ScheduleComponents(hour: 30))
    }
    let day = Schedule(start: ScheduleComponents(hour: 0), end: ScheduleComponents(hour: 0), repeats: true)
    _ = try rules.apply([.startMonitoring(activity: "day", schedule: day, events: events)], of: family, to: &state)

    var random = Seeded(state: seed)
    var counted: [UseSpan] = []
    let end = midnight.advanced(by: 20 * 3_600_000 + 123)
    while state.now < end {
      let length = Int64.random(in: 1_000...1_500_000, using: &random)
      let isPresent = Int.random(in: 0..<4, using: &random) > 0
      let app = isPresent ? Self.apps.randomElement(using: &random) : nil
      let use = UseSpan(
        start: state.now, end: min(end, state.now.advanced(by: length)), app: app,
        web: app == Self.apps[2] ? Self.site : nil, isPresent: isPresent)
      var step: Step
      repeat {
        step = rules.advance(&state, through: use)
        counted += step.counted
      } while !step.isFinished
    }
    try store.transaction { try $0.recordUse(counted, in: "Europe/Berlin") }

    let query = ReportQuery(
      calendar: try HostCalendar(timeZone: "Europe/Berlin").calendar, registry: Self.registry)
    for (index, set) in Self.sets.enumerated() {
      let progress = try #require(rules.explain("day", of: family, in: state)?.events[index].counted)
      for (unit, zone) in [(Calendar.Component.hour, String?.none), (.day, "Europe/Berlin")] {
        let spans = query.segments(of: unit, around: TimeSpan(start: midnight, end: end), until: end)
        let last = try #require(spans.last)
        let segments = try store.read { reader in
          query.segments(
            spans, of: try reader.rolledUse(from: midnight, to: last.end, inDaysOf: zone),
            runs: try reader.runs(from: midnight, to: last.end), selection: set)
        }
        #expect(segments.count == (unit == .hour ? 21 : 1))
        #expect(segments.reduce(0) { $0 + $1.total } == progress, "set \(index) by \(unit)")
      }
    }
  }
}

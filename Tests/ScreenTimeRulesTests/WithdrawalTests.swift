// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// The rules of a family after the person withdrew one item from it (`privacy.md#tokens`).
@Suite struct WithdrawalTests {
  private static let gone = Item.application("gone")
  private static let kept = Item.application("kept")

  private func value(
    _ key: SettingKey, _ value: SettingValue, without item: Item = Self.gone
  ) throws -> SettingValue? {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([.setSetting(store: "a", key: key, value: value)])
    _ = bench.rules.withdraw(item, from: Bench.family, in: &bench.state)
    return bench.state.families[Bench.family]?.stores["a"]?.values[key]
  }

  @Test func `a list keeps the family's other items and names`() throws {
    #expect(try value(.shieldApplications, .items([Self.gone, Self.kept])) == .items([Self.kept]))
    #expect(
      try value(.blockedApplications, .blockedApplications([.item(Self.gone), .item(Self.kept), .name("other")]))
        == .blockedApplications([.item(Self.kept), .name("other")]))
  }

  @Test func `a filter keeps the family's other domains`() throws {
    let (gone, kept) = (Item.webDomain("gone.example"), Item.webDomain("kept.example"))
    #expect(
      try value(.blockedByFilter, .webFilter(.specific([.item(gone), .item(kept)])), without: gone)
        == .webFilter(.specific([.item(kept)])))
  }

  /// A setting's value, and its value after the item ``gone`` is withdrawn.
  struct Setting: Sendable {
    var key: SettingKey
    var value: SettingValue
    var left: SettingValue?

    init(_ key: SettingKey, _ value: SettingValue, leaves left: SettingValue?) {
      (self.key, self.value, self.left) = (key, value, left)
    }

    /// A setting that stays as it is.
    init(_ key: SettingKey, _ value: SettingValue) { self.init(key, value, leaves: value) }
  }

  @Test(
    arguments: [
      .init(.denySiri, .bool(true)), .init(.maximumRating, .integer(7)), .init(.cookiePolicy, .cookiePolicy(.always)),
      .init(.shieldApplications, .items([gone]), leaves: nil), .init(.shieldApplications, .items([kept])),
      .init(.shieldApplications, .items([gone, kept]), leaves: .items([kept])), .init(.shieldApplications, .items([])),
      .init(.blockedApplications, .blockedApplications([.item(gone)]), leaves: nil),
      .init(.blockedApplications, .blockedApplications([.name("gone")])),
      .init(.blockedApplications, .blockedApplications([])),
      .init(
        .blockedApplications, .blockedApplications([.item(gone), .item(kept)]),
        leaves: .blockedApplications([.item(kept)])),
      .init(.shieldApplicationCategories, .categoryPolicy(.none)),
      .init(.shieldApplicationCategories, .categoryPolicy(.all(except: [gone]))),
      .init(.shieldApplicationCategories, .categoryPolicy(.specific([gone], except: [kept])), leaves: nil),
      .init(.shieldApplicationCategories, .categoryPolicy(.specific([], except: [gone]))),
      .init(
        .shieldApplicationCategories, .categoryPolicy(.specific([gone, kept], except: [gone])),
        leaves: .categoryPolicy(.specific([kept], except: [gone]))),
      .init(.blockedByFilter, .webFilter(.none)), .init(.blockedByFilter, .webFilter(.all(except: [.item(gone)]))),
      .init(.blockedByFilter, .webFilter(.specific([.item(gone)])), leaves: nil),
      .init(.blockedByFilter, .webFilter(.specific([]))),
      .init(
        .blockedByFilter, .webFilter(.specific([.item(gone), .item(kept)])),
        leaves: .webFilter(.specific([.item(kept)]))),
      // The operator's list still applies.
      .init(
        .blockedByFilter, .webFilter(.auto([.item(gone)], except: [.item(gone)])),
        leaves: .webFilter(.auto([], except: [.item(gone)]))),
      .init(
        .blockedByFilter, .webFilter(.auto([.item(gone), .name("n")], except: [])),
        leaves: .webFilter(.auto([.name("n")], except: []))),
    ] as [Setting])
  func `a setting loses the item, and a list of it alone is removed, but no exception is`(_ setting: Setting) {
    #expect(setting.value.without(Self.gone) == setting.left)
  }

  @Test func `a store that held only the item is removed, and an inactive one stays`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let only = SettingsStore(values: [.shieldApplications: .items([Self.gone])])
    let other = SettingsStore(values: [.shieldApplications: .items([Self.kept])])
    var inactive = only
    inactive.isActive = false
    bench.state.families[Bench.family]?.stores = ["only": only, "other": other, "inactive": inactive]
    _ = bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state)
    #expect(
      bench.state.families[Bench.family]?.stores == ["other": other, "inactive": SettingsStore(isActive: false)])
  }

  @Test func `the item's shield is lifted at once, and a family that is not known is left alone`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([.setSetting(store: "a", key: .shieldApplications, value: .items([Self.gone]))])
    bench.use(Self.gone, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.shields.map(\.change) == [.appeared])
    let before = bench.state
    #expect(bench.rules.withdraw(Self.gone, from: FamilyID("unknown"), in: &bench.state).shields.isEmpty)
    #expect(bench.state == before)
    #expect(bench.rules.withdraw(Self.kept, from: Bench.family, in: &bench.state).shields.isEmpty)
    #expect(
      bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state).shields.map(\.change) == [.disappeared])
  }

  // MARK: - Limits

  private static let site = Item.webDomain("gone.example")
  private static let category = Item.category("2")

  private static let selections: [(item: Item, before: ItemSelection, after: ItemSelection)] = [
    (gone, ItemSelection(applications: [gone, kept]), ItemSelection(applications: [kept], unresolvedTokens: 1)),
    (gone, ItemSelection(applications: [gone]), ItemSelection(unresolvedTokens: 1)),
    (
      site, ItemSelection(applications: [kept], webDomains: [site], unresolvedTokens: 2),
      ItemSelection(applications: [kept], unresolvedTokens: 3)
    ),
    (
      category, ItemSelection(applications: [kept], categories: [category, .otherCategory]),
      ItemSelection(applications: [kept], categories: [.otherCategory], unresolvedTokens: 1)
    ),
    (gone, ItemSelection(), ItemSelection()),
    (gone, ItemSelection(applications: [kept]), ItemSelection(applications: [kept])),
  ]

  @Test(arguments: selections.indices)
  func `a limit no longer counts the item, and one on it alone counts nothing instead of everything (E8)`(
    _ index: Int
  ) throws {
    let (item, before, after) = Self.selections[index]
    var bench = Bench(at: "2026-08-13 09:00", registry: ItemRegistry(categories: [Self.gone: Self.category]))
    bench.state.families[Bench.family]?.mode = .appleCompatible
    try bench.apply([
      .startMonitoring(
        activity: "day", schedule: .wholeDay,
        events: [ActivityEvent(name: "e", selection: before, threshold: .minutes(30), includesPastActivity: true)])
    ])
    bench.use(Self.gone, "2026-08-13 10:00", "2026-08-13 10:20")
    bench.use(Self.kept, "2026-08-13 10:20", "2026-08-13 10:25")
    _ = bench.rules.withdraw(item, from: Bench.family, in: &bench.state)
    let activity = try #require(bench.state.families[Bench.family]?.activities["day"])
    #expect(activity.events.map(\.selection) == [after])
    let counted = ForegroundKeys(
      Foreground(app: Self.gone, isInUse: true), registry: bench.rules.registry
    ).matches(after)
    let own = ForegroundKeys(Foreground(app: Self.kept, isInUse: true), registry: bench.rules.registry).matches(after)
    let minutes: Int64 = (counted ? 20 : 0) + (own ? 5 : 0)
    #expect(activity.meters.map(\.counted) == [minutes * 60_000])
  }

  @Test func `a delivered limit is not delivered again, and a limit on other items keeps its count (E4)`()
    throws
  {
    func event(_ name: String, _ items: ItemSet, _ minutes: Int) -> ActivityEvent {
      ActivityEvent(name: name, selection: ItemSelection(applications: items), threshold: .minutes(minutes))
    }
    var bench = Bench(at: "2026-08-13 09:00")
    try bench.apply([
      .startMonitoring(
        activity: "both", schedule: .wholeDay,
        events: [event("short", [Self.gone, Self.kept], 10), event("long", [Self.gone, Self.kept], 25)]),
      .startMonitoring(activity: "other", schedule: .wholeDay, events: [event("kept", [Self.kept], 25)]),
    ])
    bench.use(Self.kept, "2026-08-13 10:00", "2026-08-13 10:20")
    // The history behind a count may be gone; only the counts that lose an item are taken from it again.
    bench.state.history = UseLedger()
    _ = bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state)
    let meters = bench.state.families[Bench.family]?.activities.mapValues { $0.meters.map(\.counted) }
    #expect(meters == ["both": [0], "other": [20 * 60_000]])
    bench.use(Self.kept, "2026-08-13 10:20", "2026-08-13 10:25")
    #expect(bench.transcript { $0.event != nil } == ["short 13 10:10", "kept 13 10:25"])
  }

  @Test func `a limit that finer steps have lowered below the count is reached when an item is withdrawn (E9)`() throws
  {
    var bench = try EventTests.bench(
      .daily(.at(0), .at(23, 59)), items: ItemSelection(applications: [Self.gone, Self.kept]),
      thresholds: ["a": .minutes(20), "b": .minutes(40)]
    ) { $0.rules.limits.thresholdStepMilliseconds = 15 * 60_000 }
    bench.use(Self.kept, "2026-08-13 10:00", "2026-08-13 10:25")
    bench.rules.limits.thresholdStepMilliseconds = 1
    let outcome = bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state)
    #expect(outcome.deliveries.map(\.event) == ["a"] && outcome.deliveries.map(\.callback) == [.eventDidReachThreshold])
    bench.use(Self.kept, "2026-08-13 10:25", "2026-08-13 10:50")
    #expect(bench.transcript { $0.event != nil } == ["b 13 10:40"])
  }

  @Test func `a family is not told twice though the item that reached the limit is withdrawn (E4)`() throws {
    var bench = try EventTests.bench(
      .daily(.at(0), .at(23, 59), warning: 5), items: ItemSelection(applications: [Self.gone, Self.kept]),
      thresholds: ["a": .minutes(10), "b": .minutes(40)])
    bench.use(Self.gone, "2026-08-13 10:00", "2026-08-13 10:20")
    _ = bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state)
    let explained = try #require(bench.rules.explain("day", of: Bench.family, in: bench.state))
    #expect(explained.events.map(\.isReached) == [true, false] && explained.events.map(\.isWarned) == [true, false])
    bench.use(Self.gone, "2026-08-13 10:20", "2026-08-13 11:00")
    bench.use(Self.kept, "2026-08-13 11:00", "2026-08-13 11:50")
    let told = bench.deliveries.filter { $0.event != nil }
    let lines = told.map { delivery in
      "\(delivery.event ?? "") \(delivery.callback) \(bench.local(delivery.decidedAt))"
    }
    #expect(
      lines == [
        "a eventWillReachThresholdWarning 13 10:05", "a eventDidReachThreshold 13 10:10",
        "b eventWillReachThresholdWarning 13 11:35", "b eventDidReachThreshold 13 11:40",
      ])
  }

  @Test func `a limit that is reached and waits for the interval's start is still told of after a withdrawal`() throws {
    var bench = try EventTests.bench(
      at: "2026-08-13 08:00", .daily(.at(9, 15), .at(17)), items: ItemSelection(applications: [Self.gone, Self.kept]),
      thresholds: ["e": .minutes(5)], past: true)
    bench.use(Self.kept, "2026-08-13 09:00", "2026-08-13 09:10")
    bench.idle(until: "2026-08-13 09:16")
    _ = bench.rules.withdraw(Self.gone, from: Bench.family, in: &bench.state)
    bench.use(Self.kept, "2026-08-13 09:20", "2026-08-13 09:21")
    #expect(bench.transcript() == ["intervalDidStart 13 09:20", "e 13 09:20"])
  }

  // MARK: - A reset

  private static let shields: [SettingKey] = [.shieldApplications, .shieldWebDomains]

  @Test func `what was written with void tokens stays in force and is marked until it is written or cleared`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    func family() throws -> FamilyState { try #require(bench.state.families[Bench.family]) }
    func marks() throws -> [Bool] {
      let store = try #require(family().stores["a"])
      return Self.shields.map(store.isVoided)
    }
    func write(_ key: SettingKey, _ value: SettingValue?) -> RuleEffect {
      .setSetting(store: "a", key: key, value: value)
    }
    try bench.apply([
      write(.shieldApplications, .items([Self.gone, Self.kept])),
      write(.shieldWebDomains, .items([.webDomain("w.example")])),
      write(.denyExplicitContent, .bool(true)),
    ])
    #expect(try marks() == [false, false])
    #expect(try family().names(of: Self.gone) == [Self.gone])
    #expect(try family().names(of: .webDomain("a.w.example")) == [.webDomain("w.example")])
    bench.rules.voidTokens(of: Bench.family, in: &bench.state)
    let voided = try #require(family().stores["a"])
    #expect(Self.shields.map(voided.isVoided) == [true, true] && !voided.isVoided(.denyExplicitContent))
    #expect(voided[.shieldApplications] == .items([Self.gone, Self.kept]))
    #expect(try family().names(of: Self.gone) == [])
    // A mark survives a withdrawal, and a restart.
    _ = bench.rules.withdraw(Self.kept, from: Bench.family, in: &bench.state)
    let before = try family()
    let stored = try JSONDecoder().decode(FamilyState.self, from: JSONEncoder().encode(before))
    #expect(stored == before)
    #expect(try #require(stored.stores["a"]).isVoided(.shieldApplications))
    try bench.apply([write(.shieldApplications, .items([Self.gone]))])
    #expect(try marks() == [false, true])
    #expect(try family().names(of: Self.gone) == [Self.gone] && family().names(of: .webDomain("w.example")) == [])
    try bench.apply([.clearStore("a"), write(.shieldWebDomains, .items([.webDomain("w.example")]))])
    #expect(try marks() == [false, false])
  }

  @Test func `an activity is marked until it is registered anew`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let start = RuleEffect.startMonitoring(
      activity: "day", schedule: Schedule(start: .minutes(0), end: .minutes(40), repeats: true), events: [])
    func isVoided() -> Bool? { bench.state.families[Bench.family]?.activities["day"]?.isVoided }
    try bench.apply([start])
    #expect(isVoided() == nil)
    bench.rules.voidTokens(of: Bench.family, in: &bench.state)
    #expect(isVoided() == true)
    try bench.apply([start])
    #expect(isVoided() == nil)
  }
}

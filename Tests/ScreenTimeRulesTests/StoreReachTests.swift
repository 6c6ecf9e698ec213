// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// What a store never reaches: categories as such, anything while it is inactive or its family isn't approved, and
/// anything by a policy or filter that is switched off.
@Suite struct StoreReachTests {
  private static let app = Item.application("app")
  private static let site = Item.webDomain("a.example")
  private static let games = Item.category("2")
  private static let registry = ItemRegistry(categories: [app: games, site: games], adultDomains: ["a.example"])

  /// Everything that a store can shield, hide or filter.
  private static let values: [SettingKey: SettingValue] = [
    .shieldApplications: .items([app]), .shieldWebDomains: .items([site]),
    .shieldApplicationCategories: .categoryPolicy(.all(except: [])),
    .shieldWebDomainCategories: .categoryPolicy(.all(except: [])),
    .blockedApplications: .blockedApplications([.item(app)]), .blockedByFilter: .webFilter(.all(except: [])),
  ]

  private func bench(_ store: SettingsStore) -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: Self.registry)
    bench.state.families[Bench.family]?.stores = ["s": store]
    return bench
  }

  private func decisions(_ bench: Bench) -> [ShieldDecision] {
    [Self.app, Self.site, Self.games].map { bench.rules.decision(on: $0, in: bench.state) }
  }

  @Test func `a store covers applications and websites, and no category as such`() {
    let bench = bench(SettingsStore(values: Self.values))
    #expect(decisions(bench) == [.blocked(Bench.family), .blocked(Bench.family), .free])
    let effective = EffectiveSettings(bench.state)
    for (item, isReached) in [(Self.app, true), (Self.site, true), (Self.games, false)] {
      #expect(effective.isBlocked(item, registry: Self.registry) == isReached, "\(item)")
      #expect(effective.isShielded(item, registry: Self.registry) == isReached, "\(item)")
      let found = bench.state.families[Bench.family]?.shieldHit(on: item, registry: Self.registry)
      #expect((found?.hit == .direct) == isReached && (found != nil) == isReached, "\(item)")
      #expect(bench.rules.verdict(on: item, in: bench.state).isFree == !isReached, "\(item)")
    }
  }

  @Test func `an inactive store, and a store of a family without approval, covers nothing`() {
    let inactive = SettingsStore(isActive: false, values: Self.values)
    #expect(decisions(bench(inactive)) == [.free, .free, .free])
    #expect(EffectiveSettings(inactive) == EffectiveSettings())
    var refused = bench(SettingsStore(values: Self.values))
    refused.state.families[Bench.family]?.authorization = .denied
    #expect(decisions(refused) == [.free, .free, .free])
    #expect(EffectiveSettings(refused.state) == EffectiveSettings())
    for key in Self.values.keys {
      let one = SettingsStore(isActive: false, values: Self.values.filter { $0.key == key })
      #expect(decisions(bench(one)) == [.free, .free, .free], "\(key)")
    }
  }

  @Test func `a policy and a filter that are off cover nothing`() {
    for item in [Self.app, Self.site] {
      #expect(!CategoryPolicy.none.covers(item, registry: Self.registry, exempt: []))
    }
    #expect(!WebFilter.none.blocks(Self.site, registry: Self.registry))
    let off = SettingsStore(values: [
      .shieldApplicationCategories: .categoryPolicy(.none), .shieldWebDomainCategories: .categoryPolicy(.none),
      .blockedByFilter: .webFilter(.none),
    ])
    #expect(decisions(bench(off)) == [.free, .free, .free])
  }

  @Test func `a target is named by active shield rules only, and by no policy that is off`() throws {
    func names(_ store: SettingsStore, _ target: Item) throws -> [Item] {
      try #require(bench(store).state.families[Bench.family]).names(of: target)
    }
    for item in [Self.app, Self.site, Self.games] {
      #expect(try names(SettingsStore(values: Self.values), item) == [item])
      #expect(try names(SettingsStore(isActive: false, values: Self.values), item) == [])
      let off = SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.none), .shieldWebDomainCategories: .categoryPolicy(.none),
      ])
      #expect(try names(off, item) == [])
    }
  }

  @Test func `the virtual device enforces shields, hidden applications and the filter`() {
    #expect(
      Set(SettingKey.allCases.filter(\.isEnforced)) == [
        .shieldApplications, .shieldApplicationCategories, .shieldWebDomains, .shieldWebDomainCategories,
        .blockedApplications, .blockedByFilter,
      ])
  }

  @Test func `references are ordered by form, items first, and then by what they name`() {
    let ordered: [ItemReference] = [.item(.application("a")), .item(.application("b")), .name("a"), .name("b")]
    for left in ordered.indices {
      for right in ordered.indices { #expect((ordered[left] < ordered[right]) == (left < right)) }
    }
  }
}

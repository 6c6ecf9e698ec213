// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Which store and which family shields an item when many do, whatever the order in which they are looked at.
@Suite struct ShieldPrecedenceTests {
  private static let app = Item.application("app")
  private static let games = Item.category("2")
  private static let other = FamilyID("another")
  private static let registry = ItemRegistry(categories: [app: games])
  private static let direct = SettingsStore(values: [.shieldApplications: .items([app])])
  private static let wide = SettingsStore(values: [.shieldApplicationCategories: .categoryPolicy(.all(except: []))])
  private static let names = "abcdefghijklmnopqrstuvwx".map { String($0) }

  private func bench() -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: Self.registry)
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func family(_ store: SettingsStore, order: Int64) -> FamilyState {
    var family = FamilyState(authorization: .approved, member: .individual)
    family.stores = ["s": store]
    let rule: ShieldGround.Rule = store == Self.direct ? .item(Self.app) : .all(of: .application)
    family.shieldGrounds = [ShieldGround(rule: rule, order: order)]
    return family
  }

  /// The families that shield the application, the winner first.
  private func claiming(_ families: [String: FamilyState]) -> [String] {
    var bench = Bench(at: "2026-08-13 10:00", registry: Self.registry)
    bench.state.families = [:]
    for (name, family) in families { bench.state.families[FamilyID(name)] = family }
    return bench.rules.claims(on: Self.app, in: bench.state).compactMap { $0.family?.rawValue }
  }

  private func claimants(_ bench: Bench) -> [FamilyID?] {
    bench.rules.claims(on: Self.app, in: bench.state).map(\.family)
  }

  @Test func `a direct rule is narrower than a link, and a link is narrower than a category`() {
    let hits: [ShieldHit] = [.direct, .linked(Self.app), .category(Self.games)]
    #expect(hits.map(\.precedence) == [0, 1, 2])
  }

  @Test func `the narrowest rule of several stores is found, in the first store by name that has it`() {
    let facts = ItemFacts(Self.app, registry: Self.registry)
    for count in 1...Self.names.count {
      let names = Self.names.prefix(count)
      for (store, hit) in [(Self.direct, .direct), (Self.wide, .category(Self.games))] as [(SettingsStore, ShieldHit)] {
        let stores = Dictionary(uniqueKeysWithValues: names.map { ($0, store) })
        let found = SettingsStore.narrowestHit(on: facts, in: stores, exempt: [])
        #expect(found?.hit == hit && found?.store == "a")
      }
      for name in names {
        var stores = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.wide) })
        stores[name] = Self.direct
        let found = SettingsStore.narrowestHit(on: facts, in: stores, exempt: [])
        #expect(found?.hit == .direct && found?.store == name)
      }
    }
  }

  @Test func `families are ordered by the child first, then the rule, its age and the name`() {
    let names = Self.names
    func families(_ make: (Int) -> FamilyState) -> [String: FamilyState] {
      Dictionary(uniqueKeysWithValues: names.indices.map { (names[$0], make($0)) })
    }
    #expect(claiming(families { _ in family(Self.direct, order: 7) }) == names)
    #expect(claiming(families { family(Self.direct, order: 100 - Int64($0)) }) == names.reversed())
    // The later half names the item, and is older or younger than the other half.
    let halves = names.suffix(12) + names.prefix(12)
    for order in [1, 9] as [Int64] {
      #expect(
        claiming(families { $0 < 12 ? family(Self.wide, order: 5) : family(Self.direct, order: order) })
          == Array(halves))
    }
    for child in names.indices {
      let expected = [names[child]] + names.filter { $0 != names[child] }
      let found = claiming(
        families { index in
          var made = family(index == child ? Self.wide : Self.direct, order: index == child ? 9 : 5)
          if index == child { made.member = .child }
          return made
        })
      #expect(found == expected)
    }
  }

  @Test func `without a shield on screen a family draws rather than the operator`() {
    var bench = bench()
    bench.state.families[Bench.family]?.stores = ["s": Self.wide]
    bench.state.operatorStores = ["policy": Self.direct]
    #expect(
      bench.rules.decision(on: Self.app, in: bench.state) == .shielded(.category(Self.games), winner: Bench.family))
  }

  // MARK: The age of a rule

  private func set(_ store: String, _ key: SettingKey, _ value: SettingValue) -> RuleEffect {
    .setSetting(store: store, key: key, value: value)
  }

  @Test func `a rule in an inactive store appears when its store becomes active`() throws {
    var bench = bench()
    #expect(bench.state.shieldOrder == 0)
    let shield = set("s", .shieldApplications, .items([Self.app]))
    try bench.apply([.setStoreActive(store: "s", isActive: false), shield])
    try bench.apply([shield], of: Self.other)
    try bench.apply([.setStoreActive(store: "s", isActive: true)])
    #expect(claimants(bench) == [Self.other, Bench.family])
  }

  @Test func `a rule that covers the item only in an inactive store does not make its family the first`() throws {
    var bench = bench()
    let games = SettingValue.categoryPolicy(.specific([Self.games], except: []))
    try bench.apply([
      .setStoreActive(store: "asleep", isActive: false), set("asleep", .shieldApplicationCategories, games),
      set(
        "excepting", .shieldApplicationCategories, .categoryPolicy(.specific([Self.games], except: [Self.app]))),
    ])
    try bench.apply([set("s", .shieldApplicationCategories, games)], of: Self.other)
    try bench.apply([set("all", .shieldApplicationCategories, .categoryPolicy(.all(except: [])))])
    #expect(claimants(bench) == [Self.other, Bench.family])
  }
}

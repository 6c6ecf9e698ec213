// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Stores, limits and the merge: M1–M14, §3, §4 and vectors G1–G5.
@Suite struct SettingsTests {
  static let games = Item.category("2")
  static let social = Item.category("1")
  static let registry = ItemRegistry(categories: [
    .application("x"): games, .application("chat"): social, .webDomain("g.example"): games,
  ])

  private func bench() -> Bench { Bench(at: "2026-08-13 10:00", registry: Self.registry) }

  private func decision(_ bench: Bench, _ item: Item) -> ShieldDecision {
    bench.rules.decision(on: item, in: bench.state)
  }

  private func shielded(_ hit: ShieldHit) -> ShieldDecision { .shielded(hit, winner: Bench.family) }

  @Test func `clearing one store leaves the other's shield (G1, M2)`() throws {
    var bench = bench()
    let site = Item.webDomain("g.example")
    try bench.apply([
      .setSetting(store: "Gaming", key: .shieldWebDomains, value: .items([site])),
      .setSetting(
        store: "Social", key: .shieldWebDomainCategories, value: .categoryPolicy(.specific([Self.social], except: []))),
    ])
    try bench.apply([.clearStore("Social")])
    #expect(decision(bench, site) == shielded(.direct))
    #expect(bench.state.families[Bench.family]?.storeNames == ["Gaming"])
  }

  @Test func `two all-policies free only what both exempt (G2, §3)`() throws {
    var bench = bench()
    let (a, b, c) = (Item.application("a"), Item.application("b"), Item.application("c"))
    try bench.apply([
      .setSetting(store: "1", key: .shieldApplicationCategories, value: .categoryPolicy(.all(except: [a, b]))),
      .setSetting(store: "2", key: .shieldApplicationCategories, value: .categoryPolicy(.all(except: [b, c]))),
    ])
    #expect([a, b, c].map { decision(bench, $0) == .free } == [false, true, false])
  }

  @Test func `the lower rating wins (G3, §3)`() throws {
    var bench = bench()
    try bench.apply([
      .setSetting(store: "1", key: .maximumMovieRating, value: .integer(300)),
      .setSetting(store: "2", key: .maximumMovieRating, value: .integer(600)),
    ])
    #expect(EffectiveSettings(bench.state).rating(.maximumMovieRating) == 300)
    #expect(EffectiveSettings(bench.state).rating(.maximumTVShowRating) == 1_000)
  }

  @Test func `an exception of one policy does not lift a direct shield (G4, M8)`() throws {
    var bench = bench()
    let x = Item.application("x")
    try bench.apply([
      .setSetting(store: "1", key: .shieldApplications, value: .items([x])),
      .setSetting(
        store: "2", key: .shieldApplicationCategories, value: .categoryPolicy(.specific([Self.games], except: [x]))),
    ])
    #expect(decision(bench, x) == shielded(.direct))
  }

  @Test(arguments: [FamilyMode.strict, .appleCompatible])
  func `refuses the 51st token, or drops the setting in compat (G5, §4)`(_ mode: FamilyMode) throws {
    var bench = bench()
    bench.state.families[Bench.family]?.mode = mode
    let old = SettingValue.items([.application("x")])
    try bench.apply([.setSetting(store: "Default", key: .shieldApplications, value: old)])
    let many = SettingValue.items(ItemSet((1...51).map { .application("app \($0)") }))
    let found = violation { () throws(EffectViolation) in
      try bench.apply([
        .setSetting(store: "Default", key: .denySiri, value: .bool(true)),
        .setSetting(store: "Default", key: .shieldApplications, value: many),
      ])
    }
    let values = bench.state.families[Bench.family]?.stores["Default"]?.values
    if mode == .strict {
      #expect(found?.code.rawValue == "limit.shieldApplications")
      #expect((found?.limit, found?.actual, found?.effectIndex) == (50, 51, 1))
      #expect(values == [.shieldApplications: old])
    } else {
      #expect(found == nil)
      #expect(values == [.denySiri: .bool(true)])
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var code: String
    var effect: RuleEffect
    var testDescription: String { code }
  }

  static func names(_ count: Int) -> [ItemReference] { (1...count).map { .name("n\($0).example") } }
  static func items(_ count: Int, _ kind: Item.Kind) -> ItemSet {
    ItemSet((1...count).map { Item(kind: kind, id: "\($0)") })
  }
  static func set(_ key: SettingKey, _ value: SettingValue) -> RuleEffect {
    .setSetting(store: "Default", key: key, value: value)
  }

  static let refusals: [Refusal] = [
    Refusal(code: "limit.shieldWebDomains", effect: set(.shieldWebDomains, .items(items(51, .webDomain)))),
    Refusal(
      code: "limit.shieldCategories",
      effect: set(.shieldApplicationCategories, .categoryPolicy(.specific(items(51, .category), except: [])))),
    Refusal(
      code: "limit.shieldExceptions",
      effect: set(.shieldWebDomainCategories, .categoryPolicy(.all(except: items(51, .webDomain))))),
    Refusal(code: "limit.blockedApplications", effect: set(.blockedApplications, .blockedApplications(names(51)))),
    Refusal(code: "limit.filterDomains", effect: set(.blockedByFilter, .webFilter(.specific(names(51))))),
    Refusal(code: "limit.filterExceptions", effect: set(.blockedByFilter, .webFilter(.all(except: names(51))))),
    Refusal(code: "range.rating", effect: set(.maximumRating, .integer(1_001))),
    Refusal(code: "domain.invalid", effect: set(.blockedByFilter, .webFilter(.specific([.name("https://a.b/c")])))),
    Refusal(code: "domain.invalid", effect: set(.blockedByFilter, .webFilter(.specific([.name("*.a.b")])))),
    Refusal(code: "domain.invalid", effect: set(.blockedByFilter, .webFilter(.specific([.name("10.0.0.1")])))),
    Refusal(code: "token.unknown", effect: set(.shieldApplications, .items(items(1, .webDomain)))),
    Refusal(code: "setting.kind", effect: set(.shieldApplications, .bool(true))),
    Refusal(code: "name.invalid", effect: .setSetting(store: "", key: .denySiri, value: .bool(true))),
    Refusal(
      code: "limit.defaults",
      effect: .setDefault(suite: "group", key: "k", value: .string(String(repeating: "x", count: 262_144)))),
  ]

  @Test(arguments: refusals)
  func `refuses a write with its violation code and changes nothing (§4, C4, M11, M12)`(_ refusal: Refusal) {
    var bench = bench()
    let before = bench.state
    let found = violation { () throws(EffectViolation) in try bench.apply([refusal.effect]) }
    #expect(found?.code.rawValue == refusal.code)
    #expect(bench.state == before)
  }

  @Test(arguments: [FamilyMode.strict, .appleCompatible])
  func `allows 50 named stores besides Default (§4)`(_ mode: FamilyMode) throws {
    var bench = bench()
    bench.state.families[Bench.family]?.mode = mode
    let stores = (1...50).map { "store \($0)" } + ["Default"]
    try bench.apply(stores.map { .setSetting(store: $0, key: .denySiri, value: .bool(true)) })
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.setSetting(store: "store 51", key: .denySiri, value: .bool(true))])
    }
    #expect(found?.code.rawValue == (mode == .strict ? "limit.namedStores" : nil))
    #expect(bench.state.families[Bench.family]?.stores.count == 51)
  }

  @Test(arguments: [FamilyMode.strict, .appleCompatible])
  func `refuses writes without approval, or drops them in compat (A11)`(_ mode: FamilyMode) {
    var bench = bench()
    bench.state.families[Bench.family] = FamilyState(mode: mode)
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
    }
    #expect(found?.code.rawValue == (mode == .strict ? "unauthorized" : nil))
    #expect(bench.state.families[Bench.family]?.stores == [:])
  }

  @Test func `keeps an inactive store and excludes it from the merge (M5, M6)`() throws {
    var bench = bench()
    let x = Item.application("x")
    try bench.apply([
      .setSetting(store: "s", key: .shieldApplications, value: .items([x])),
      .setStoreActive(store: "s", isActive: false),
    ])
    #expect(decision(bench, x) == .free)
    try bench.apply([.clearStore("s")])
    #expect(bench.state.families[Bench.family]?.storeNames == ["s"])
    try bench.apply([.deleteStore("s"), .deleteStore("missing")])
    #expect(bench.state.families[Bench.family]?.storeNames == [])
  }

  @Test func `keeps defaults until they are removed (C12)`() throws {
    var bench = bench()
    try bench.apply([.setDefault(suite: "group", key: "k", value: .integer(3))])
    #expect(bench.state.families[Bench.family]?.defaults == ["group": ["k": .integer(3)]])
    try bench.apply([.setDefault(suite: "group", key: "k", value: nil)])
    #expect(bench.state.families[Bench.family]?.defaults == [:])
    #expect(bench.state.families[Bench.family]?.revision == 2)
  }

  @Test func `refuses revocation together with other effects (A9)`() {
    var bench = bench()
    let found = violation { () throws(EffectViolation) in
      try bench.apply([.setDefault(suite: "g", key: "k", value: .bool(true)), .revokeAuthorization])
    }
    #expect(found?.rule == "A9")
    #expect(found?.effectIndex == 1)
  }

  @Test(arguments: [
    ("a.b", true), ("xn--bcher-kva.example", true), ("localhost", true), ("A.b", false), ("a..b", false), ("", false),
    ("a.b:80", false), ("-a.b", false), ("a.b.", false), ("192.168.0.1", false), ("[::1]", false),
  ])
  func `accepts only bare host names (M11)`(_ name: String, _ isValid: Bool) {
    #expect(DomainName.isValid(name) == isValid)
  }

  @Test func `merges filters with their own exceptions (§3)`() throws {
    var registry = Self.registry
    registry.adultDomains = ["adult.example"]
    let auto = WebFilter.auto([.name("bad.example")], except: [.name("ok.adult.example")])
    func blocks(_ domain: String) -> Bool { auto.blocks(.webDomain(domain), registry: registry) }
    #expect(blocks("sub.bad.example"))
    #expect(blocks("adult.example"))
    #expect(!blocks("ok.adult.example"))
    #expect(!blocks("notbad.example"))
  }
}

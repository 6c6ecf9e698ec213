// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Stores as a family reads them and the device enforces them: M1, M4, M6, M9–M14.
@Suite struct StoreTests {
  static let other = FamilyID("worklog")
  static let app = Item.application("app")

  private func bench(isOpen: Bool = false) -> Bench {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.rules.tellsOfOtherFamilies = isOpen
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func set(_ store: String, _ key: SettingKey, _ value: SettingValue?) -> RuleEffect {
    .setSetting(store: store, key: key, value: value)
  }

  private func stores(_ bench: Bench, _ family: FamilyID = Bench.family) -> [String: SettingsStore] {
    bench.state.families[family]?.stores ?? [:]
  }

  @Test func `keeps one value for a family, store and key, and nil removes it (M1)`() throws {
    var bench = bench()
    try bench.apply([set("Default", .maximumRating, .integer(300)), set("s", .maximumRating, .integer(500))])
    try bench.apply([set("Default", .maximumRating, .integer(700))], of: Self.other)
    try bench.apply([set("s", .maximumRating, .integer(600))])
    #expect(stores(bench)["Default"]?.values == [.maximumRating: .integer(300)])
    #expect(stores(bench)["s"]?.values == [.maximumRating: .integer(600)])
    #expect(stores(bench, Self.other)["Default"]?.values == [.maximumRating: .integer(700)])
    try bench.apply([set("s", .maximumRating, nil)])
    #expect(stores(bench).keys.sorted() == ["Default"])
    #expect(SettingsStore.defaultName == "Default")
  }

  @Test func `merges the stores of every approved family and the operator, and no other (M2)`() throws {
    var bench = bench()
    try bench.apply([set("s", .shieldApplications, .items([Self.app]))], of: Self.other)
    #expect(EffectiveSettings(bench.state).isShielded(Self.app, registry: ItemRegistry()))
    bench.state.families[Self.other]?.authorization = .denied
    #expect(!EffectiveSettings(bench.state).isShielded(Self.app, registry: ItemRegistry()))
    _ = bench.rules.setOperatorStores(
      ["policy": SettingsStore(values: [.shieldApplications: .items([Self.app])])], in: &bench.state)
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .shielded(.direct, winner: nil))
  }

  @Test func `policies and filters of two families both hold (M2)`() throws {
    var bench = bench()
    let registry = ItemRegistry()
    let (site, other) = (Item.webDomain("a.example"), Item.webDomain("b.example"))
    func filter(_ item: Item) -> RuleEffect { set("s", .blockedByFilter, .webFilter(.specific([.item(item)]))) }
    let all = SettingValue.categoryPolicy(.all(except: []))
    try bench.apply([filter(site), set("s", .shieldApplicationCategories, all)])
    try bench.apply([filter(other), set("s", .shieldWebDomainCategories, all)], of: Self.other)
    let effective = EffectiveSettings(bench.state)
    #expect(effective.isWebFiltered && !EffectiveSettings().isWebFiltered)
    for item in [site, other] { #expect(effective.isBlocked(item, registry: registry), "\(item)") }
    for item in [Self.app, site] { #expect(effective.isShielded(item, registry: registry), "\(item)") }
    bench.state.families[Self.other] = nil
    let own = EffectiveSettings(bench.state)
    #expect(own.isBlocked(site, registry: registry) && !own.isBlocked(other, registry: registry))
    #expect(own.isShielded(Self.app, registry: registry) && !own.isShielded(site, registry: registry))
  }

  @Test func `distinguishes an empty value from none when it is read back, but merges both alike (M3)`() throws {
    var bench = bench()
    let defaults: [(SettingKey, SettingValue)] = [
      (.denySiri, .bool(false)), (.maximumRating, .integer(1_000)), (.cookiePolicy, .cookiePolicy(.always)),
      (.shieldApplications, .items([])), (.blockedApplications, .blockedApplications([])),
      (.shieldWebDomainCategories, .categoryPolicy(.none)), (.blockedByFilter, .webFilter(.none)),
    ]
    try bench.apply(defaults.map { set("s", $0.0, $0.1) })
    #expect(stores(bench)["s"]?.values == Dictionary(uniqueKeysWithValues: defaults))
    #expect(EffectiveSettings(bench.state) == EffectiveSettings())
  }

  @Test func `survives a restart, and is removed with its family in one step (M4)`() throws {
    var bench = bench()
    try bench.apply([
      set("s", .shieldApplications, .items([Self.app])), .setStoreActive(store: "asleep", isActive: false),
      .startMonitoring(activity: "day", schedule: .wholeDay, events: []),
    ])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    let reopened = try JSONDecoder().decode(DeviceState.self, from: JSONEncoder().encode(bench.state))
    #expect(reopened.families == bench.state.families)
    #expect(reopened.shield == bench.state.shield)

    let pending = try bench.rules.apply([.stopMonitoring([])], of: Bench.family, to: &bench.state).deliveries
    _ = bench.rules.requestAuthorization(for: .individual, of: Bench.family, in: &bench.state)
    let outcome = try bench.rules.remove(Bench.family, by: .person, in: &bench.state)
    #expect(outcome.dropped == pending.map(\.sequence))
    #expect(outcome.deliveries.isEmpty)
    #expect(outcome.shields.map(\.change) == [.disappeared])
    #expect(bench.state.families.keys.sorted() == [Self.other])
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .free)
  }

  @Test func `a store exists while it holds a value or is inactive (M6)`() throws {
    var bench = bench()
    func names() -> [String] { bench.state.families[Bench.family]?.storeNames ?? [] }
    try bench.apply([.setStoreActive(store: "b", isActive: false), set("a", .denySiri, .bool(true))])
    #expect(names() == ["a", "b"])
    try bench.apply([.setStoreActive(store: "b", isActive: true), set("a", .denySiri, nil)])
    #expect(names() == [])
    try bench.apply([.deleteStore("never"), .clearStore("never"), set("never", .denySiri, nil)])
    #expect(names() == [])
    // Deleting a store also deletes its inactive flag, so the name starts anew.
    try bench.apply([set("a", .denySiri, .bool(true)), .setStoreActive(store: "a", isActive: false)])
    try bench.apply([.deleteStore("a"), set("a", .denySiri, .bool(true))])
    #expect(EffectiveSettings(bench.state).isRestricted(.denySiri))
  }

  @Test func `clears the store's contents at the time the effect is applied (C11, M6)`() throws {
    var bench = bench()
    try bench.apply([set("s", .denySiri, .bool(true)), .clearStore("s"), set("s", .lockPasscode, .bool(true))])
    #expect(stores(bench)["s"]?.values == [.lockPasscode: .bool(true)])
  }

  @Test(arguments: [true, false])
  func `shows a family everyone's merged media values under open, otherwise its own (M9)`(_ isOpen: Bool) throws {
    var bench = bench(isOpen: isOpen)
    try bench.apply([set("a", .maximumMovieRating, .integer(600)), set("b", .denyExplicitContent, .bool(true))])
    try bench.apply([set("a", .maximumMovieRating, .integer(300))], of: Self.other)
    bench.state.operatorStores["p"] = SettingsStore(values: [.maximumTVShowRating: .integer(100)])
    let read = bench.rules.effectiveSettings(readableBy: Bench.family, in: bench.state)
    #expect(read.rating(.maximumMovieRating) == (isOpen ? 300 : 600))
    #expect(read.rating(.maximumTVShowRating) == (isOpen ? 100 : 1_000))
    #expect(read.isRestricted(.denyExplicitContent))
    // All of them are enforced, regardless of what each family may read.
    #expect(EffectiveSettings(bench.state).rating(.maximumMovieRating) == 300)
  }

  @Test func `blocks an application by token, bundle identifier or id, for any family (M10, §3)`() throws {
    let (one, two, three) = (Item.application("one"), Item.application("two"), Item.application("three"))
    var bench = bench()
    bench.rules.registry.bundleIdentifiers = [two: "com.vendor.two"]
    try bench.apply([
      set("a", .blockedApplications, .blockedApplications([.item(one)])),
      set("b", .blockedApplications, .blockedApplications([.name("com.vendor.two")])),
    ])
    try bench.apply([set("a", .blockedApplications, .blockedApplications([.name("three")]))], of: Self.other)
    #expect(bench.rules.decision(on: one, in: bench.state) == .blocked(Bench.family))
    #expect(bench.rules.decision(on: two, in: bench.state) == .blocked(Bench.family))
    #expect(bench.rules.decision(on: three, in: bench.state) == .blocked(Self.other))
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .free)
  }

  @Test func `a block overrides a shield and a grant on the same application (M10)`() throws {
    var bench = bench()
    try bench.apply([
      set("a", .blockedApplications, .blockedApplications([.item(Self.app)])),
      set("a", .shieldApplications, .items([Self.app])),
    ])
    _ = bench.rules.grant(Self.app, until: .distantFuture, in: &bench.state)
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .blocked(Bench.family))
    #expect(bench.shields.isEmpty)
  }

  @Test(arguments: [
    ("a.example", "a.example", true), ("a.example", "www.a.example", true), ("a.example", "x.www.a.example", true),
    ("a.example", "example", false), ("a.example", "ba.example", false), ("a.example", "a.example.net", false),
    ("www.a.example", "a.example", false), ("example", "a.example", true),
  ])
  func `covers a domain and its subdomains, label by label (M11)`(
    _ name: String, _ visited: String, _ isCovered: Bool
  ) throws {
    var bench = bench()
    let page = Item.webDomain(visited)
    try bench.apply([set("a", .shieldWebDomains, .items([.webDomain(name)]))])
    #expect(
      bench.rules.decision(on: page, in: bench.state) == (isCovered ? .shielded(.direct, winner: Bench.family) : .free))
    try bench.apply([
      set("a", .shieldWebDomains, nil), set("a", .blockedByFilter, .webFilter(.specific([.name(name)]))),
    ])
    #expect(bench.rules.decision(on: page, in: bench.state) == (isCovered ? .blocked(Bench.family) : .free))
  }

  @Test(arguments: ["https://a.example/c", "*.a.example", "", "a.example:80", "192.0.2.1"])
  func `a name that is not a bare host name never matches in compat (M11)`(_ name: String) throws {
    var bench = bench()
    bench.state.families[Bench.family]?.mode = .appleCompatible
    try bench.apply([set("a", .blockedByFilter, .webFilter(.specific([.name(name)])))])
    for visited in ["a.example", "www.a.example", "example", "192.0.2.1"] {
      #expect(bench.rules.decision(on: .webDomain(visited), in: bench.state) == .free)
    }
  }

  @Test(arguments: [Int64(-1), 0, 1_000, 1_001, .max, .min], [FamilyMode.strict, .appleCompatible])
  func `refuses ratings out of bounds, or clamps them in compat (M12, §4)`(
    _ rating: Int64, _ mode: FamilyMode
  ) throws {
    for key in [SettingKey.maximumRating, .maximumMovieRating, .maximumTVShowRating] {
      var bench = bench()
      bench.state.families[Bench.family]?.mode = mode
      let found = violation { () throws(EffectViolation) in try bench.apply([set("s", key, .integer(rating))]) }
      let isValid = (0...1_000).contains(rating)
      #expect(found?.code.rawValue == (isValid || mode == .appleCompatible ? nil : "range.rating"))
      #expect(found?.rule == (found == nil ? nil : "M12"))
      if let found { #expect([found.limit, found.actual] == [1_000, Int(rating)]) }
      let stored = stores(bench)["s"]?.values[key]
      #expect(stored == (found == nil ? .integer(min(max(rating, 0), 1_000)) : nil))
    }
  }

  @Test func `keeps and merges settings that the device can't enforce (M13)`() throws {
    var bench = bench()
    let set = SettingKey.allCases.filter { $0.kind == .bool }.map { self.set("s", $0, .bool(true)) }
    try bench.apply(
      set + [self.set("s", .maximumRating, .integer(400)), self.set("s", .cookiePolicy, .cookiePolicy(.never))])
    let effective = EffectiveSettings(bench.state)
    #expect(effective.isRestricted(.lockESIM) && effective.isRestricted(.denySiri))
    #expect(effective.keys.count == set.count + 2)
    #expect(effective.keys == effective.keys.sorted() && EffectiveSettings().keys.isEmpty)
    for key in [SettingKey.lockESIM, .denySiri, .denyMultiplayerGaming, .lockAppCellularData, .cookiePolicy] {
      #expect(effective.keys.contains(key) && !key.isEnforced, "\(key)")
    }
  }

  @Test(arguments: [FamilyMember.individual, .child])
  func `restricts the removal of applications for every member (M14)`(_ member: FamilyMember) throws {
    var bench = bench()
    bench.state.families[Bench.family]?.member = member
    try bench.apply([set("s", .denyAppRemoval, .bool(true))])
    let effective = EffectiveSettings(bench.state)
    #expect(effective.isRestricted(.denyAppRemoval))
    #expect(effective.keys == [.denyAppRemoval])
  }

  @Test func `every default and bound is the one Apple documents (§3, M12)`() {
    let nothing = EffectiveSettings()
    for key in SettingKey.allCases {
      switch key.kind {
      case .bool: #expect(!nothing.isRestricted(key))
      case .rating: #expect(nothing.rating(key) == 1_000)
      default: break
      }
    }
    #expect(nothing.cookiePolicy == .always)
    #expect(RuleLimits().ratings == 0...1_000)
    #expect(SettingKey.allCases.count == 27)
  }
}

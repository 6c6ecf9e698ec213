// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ScreenTimeRules

/// Families, stores, a registry and grants generated from a seed; small enough that rules often interact.
struct GeneratedSettings {
  static let now = Timestamp(milliseconds: 1_786_644_000_000)
  static let familyNames = ["amber", "birch", "cedar"].map { FamilyID($0) }
  static let storeNames = ["Default", "a", "b"]
  static let apps = (1...5).map { Item.application("app\($0)") }
  /// Domains that contain each other, and one that only shares a suffix.
  static let sites = [
    "one.example", "www.one.example", "deep.www.one.example", "notone.example", "two.example", "m.two.example",
  ].map { Item.webDomain($0) }
  static let categories = ["1", "2", "3", "12"].map { Item.category($0) }
  static let items = apps + sites

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: Worlds

  mutating func registry() -> ItemRegistry {
    var registry = ItemRegistry()
    for item in Self.items where chance(2) { registry.categories[item] = one(of: Self.categories) }
    for app in Self.apps where chance(3) { registry.links[app] = ItemSet(some(of: Self.sites, 4)) }
    for app in Self.apps where chance(3) { registry.bundleIdentifiers[app] = "com.vendor.\(app.id)" }
    registry.adultDomains = Set(some(of: Self.sites, 4).map(\.id))
    registry.exemptApplications = Set(some(of: Self.apps, 8))
    registry.browsers = Set(some(of: Self.apps, 5))
    return registry
  }

  mutating func state() -> DeviceState {
    var state = DeviceState(now: Self.now, place: Bench.losAngeles)
    var hasChild = false
    for name in Self.familyNames where !chance(5) {
      var family = FamilyState(
        authorization: chance(4) ? one(of: [.denied, .notDetermined]) : .approved,
        member: hasChild || !chance(3) ? .individual : .child, ownApplications: ItemSet(some(of: Self.apps, 5)))
      hasChild = hasChild || family.member == .child
      for store in Self.storeNames where !chance(3) { family.stores[store] = self.store() }
      state.families[name] = family
    }
    for store in ["policy", "kept"] where chance(3) { state.operatorStores[store] = self.store() }
    let targets = Self.items + Self.categories
    for target in some(of: targets, 12) {
      state.grants[target] = Self.now.advanced(by: one(of: [-60_000, 0, 1, 600_000]))
    }
    return state
  }

  mutating func store() -> SettingsStore {
    var store = SettingsStore(isActive: !chance(5))
    for key in SettingKey.allCases where chance(2) { store[key] = value(of: key) }
    return store
  }

  /// An assignment that a handler may make: any shield setting of any store, or a whole store.
  mutating func effect() -> RuleEffect {
    let store = one(of: Self.storeNames)
    switch number(below: 8) {
    case 0: return .clearStore(store)
    case 1: return .setStoreActive(store: store, isActive: chance(2))
    default:
      let key = one(of: SettingKey.allCases.filter(\.isShield))
      return .setSetting(store: store, key: key, value: chance(4) ? nil : value(of: key))
    }
  }

  // MARK: Values

  mutating func value(of key: SettingKey) -> SettingValue {
    switch key.kind {
    case .bool: .bool(chance(2))
    case .rating: .integer(one(of: [0, 300, 600, 999, 1_000]))
    case .cookiePolicy: .cookiePolicy(one(of: CookiePolicy.allCases))
    case .items: .items(ItemSet(some(of: key == .shieldApplications ? Self.apps : Self.sites, 3)))
    case .blockedApplications:
      .blockedApplications(
        (some(of: Self.apps, 5).map { .item($0) }
          + some(of: Self.apps, 6).map { .name(chance(2) ? $0.id : "com.vendor.\($0.id)") }).sorted())
    case .categoryPolicy: .categoryPolicy(policy(key == .shieldApplicationCategories ? Self.apps : Self.sites))
    case .webFilter: .webFilter(filter())
    }
  }

  private mutating func policy(_ items: [Item]) -> CategoryPolicy {
    switch number(below: 3) {
    case 0: .none
    case 1: .specific(ItemSet(some(of: Self.categories, 2)), except: ItemSet(some(of: items, 3)))
    default: .all(except: ItemSet(some(of: items, 2)))
    }
  }

  private mutating func filter() -> WebFilter {
    switch number(below: 6) {
    case 0, 1: .none
    case 2, 3: .specific(references())
    case 4: .auto(references(), except: references())
    default: .all(except: references())
    }
  }

  private mutating func references() -> [ItemReference] {
    some(of: Self.sites, 4).map { chance(2) ? .item($0) : .name($0.id) }.sorted()
  }

  // MARK: Chance

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  mutating func chance(_ oneIn: Int) -> Bool { number(below: oneIn) == 0 }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
  mutating func some<Element>(of elements: [Element], _ oneIn: Int) -> [Element] {
    elements.filter { _ in Int.random(in: 0..<oneIn, using: &random) == 0 }
  }
}

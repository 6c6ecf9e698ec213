// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

// MARK: - Shielded items, computed independently

extension ReferenceDevice {
  enum Verdict: Hashable {
    case free, granted
    case blocked
    case shielded(ShieldHit, by: String?)
  }

  /// Active stores of approved families, and those of the operator.
  var stores: [(family: String?, store: SettingsStore)] {
    let own = familyNames.compactMap { families[$0] }.filter(\.isApproved).flatMap { family in
      family.stores.values.filter(\.isActive).map { (Optional(family.name), $0) }
    }
    return own + operatorStores.values.filter(\.isActive).map { (nil, $0) }
  }

  /// The item whose shield is on screen: the app's shield hides the site's (S3).
  func shieldedItem(in use: UseSpan?) -> Item? {
    for item in [use?.app, use?.web].compactMap(\.self) {
      switch verdict(on: item) {
      case .shielded: return item
      case .blocked: return nil
      case .free, .granted: continue
      }
    }
    return nil
  }

  func verdict(on item: Item) -> Verdict {
    let stores = stores
    if stores.contains(where: { Self.blocks($0.store, item) }) { return .blocked }
    let claims = stores.compactMap { family, store in Self.hit(store, item).map { (family: family, hit: $0) } }
    guard !claims.isEmpty else { return .free }
    if isGranted(item) { return .granted }
    let winner = claims.min { Self.isBefore(rank($0.family, $0.hit, item), rank($1.family, $1.hit, item)) }
    return winner.map { .shielded($0.hit, by: $0.family) } ?? .free
  }

  private static func isBefore(_ left: [Int64], _ right: [Int64]) -> Bool { left.lexicographicallyPrecedes(right) }

  /// S11: the child's guardian first, then direct over category, then the earliest shield, then the family's name; the
  /// operator last.
  private func rank(_ family: String?, _ hit: ShieldHit, _ item: Item) -> [Int64] {
    guard let family, let known = families[family] else { return [2, 0, 0, 0, Self.width(hit)] }
    let narrowest = known.stores.values.filter(\.isActive).compactMap { Self.hit($0, item) }.map(Self.width).min() ?? 9
    let name = Int64(familyNames.firstIndex(of: family) ?? 0)
    return [
      known.member == .child ? 0 : 1, narrowest, order(of: narrowest, on: item, known), name, Self.width(hit),
    ]
  }

  private static func width(_ hit: ShieldHit) -> Int64 {
    switch hit {
    case .direct: 0
    case .linked: 1
    case .category: 2
    }
  }

  private func order(of width: Int64, on item: Item, _ family: ReferenceFamily) -> Int64 {
    let rules: [ShieldRule] =
      switch width {
      case 0: Self.names(of: item).map { ShieldRule(item: $0, kind: item.kind) }
      case 1: Self.linked(to: item).prefix(1).map { ShieldRule(item: $0, kind: .application) }
      default: family.stores.values.compactMap { Self.categoryRule($0, covering: item) }
      }
    return rules.compactMap { family.grounds[$0] }.min() ?? .max
  }

  /// A store's rule about categories if it covers an item; a rule that excepts the item has no part in the order.
  private static func categoryRule(_ store: SettingsStore, covering item: Item) -> ShieldRule? {
    guard store.isActive, let hit = hit(store, item), width(hit) == 2 else { return nil }
    switch store.values[item.kind == .application ? .shieldApplicationCategories : .shieldWebDomainCategories] {
    case .categoryPolicy(.all): return ShieldRule(item: nil, kind: item.kind)
    default: return ShieldRule(item: category(of: item), kind: item.kind)
    }
  }

  /// Records new shield rules with their order, and removes those that no longer apply.
  mutating func noteGrounds(_ family: String) {
    let order = nextGroundOrder()
    var rules: Set<ShieldRule> = []
    for store in families[family]?.stores.values.filter(\.isActive) ?? [] {
      for (key, value) in store.values where key.rawValue.hasPrefix("shield.") {
        let kind: Item.Kind = key.rawValue.contains("web") ? .webDomain : .application
        switch value {
        case .items(let items): rules.formUnion(items.items.map { ShieldRule(item: $0, kind: kind) })
        case .categoryPolicy(.specific(let categories, _)):
          rules.formUnion(categories.items.map { ShieldRule(item: $0, kind: kind) })
        case .categoryPolicy(.all): rules.insert(ShieldRule(item: nil, kind: kind))
        default: break
        }
      }
    }
    let known = families[family]?.grounds ?? [:]
    families[family]?.grounds = Dictionary(uniqueKeysWithValues: rules.map { ($0, known[$0] ?? order) })
  }

  /// LIVE-GRT1: a grant for the item, for a domain that contains it, for its category, or for its linked application.
  private func isGranted(_ item: Item) -> Bool {
    let targets = Self.names(of: item) + [Self.category(of: item)] + Self.linked(to: item)
    return targets.contains { (grants[$0] ?? .distantPast) > now }
  }

  // MARK: - One store

  private static func blocks(_ store: SettingsStore, _ item: Item) -> Bool {
    if item.kind == .application, case .blockedApplications(let blocked)? = store.values[.blockedApplications] {
      let names = [item.id, Household.registry.bundleIdentifiers[item]].compactMap(\.self)
      return blocked.contains { $0 == .item(item) || names.map(ItemReference.name).contains($0) }
    }
    guard item.kind == .webDomain, case .webFilter(let filter)? = store.values[.blockedByFilter] else { return false }
    let names = Set(Self.names(of: item).map(\.id))
    func has(_ references: [ItemReference]) -> Bool {
      references.contains { if case .name(let name) = $0 { names.contains(name) } else { false } }
    }
    return switch filter {
    case .none: false
    case .specific(let domains): has(domains)
    case .auto(let domains, let except):
      (has(domains) || !names.isDisjoint(with: Household.registry.adultDomains)) && !has(except)
    case .all(let except): !has(except)
    }
  }

  private static func hit(_ store: SettingsStore, _ item: Item) -> ShieldHit? {
    let isApplication = item.kind == .application
    if case .items(let items)? = store.values[isApplication ? .shieldApplications : .shieldWebDomains],
      names(of: item).contains(where: items.items.contains)
    {
      return .direct
    }
    if !isApplication, case .items(let items)? = store.values[.shieldApplications],
      let app = linked(to: item).first(where: items.items.contains)
    {
      return .linked(app)
    }
    guard
      case .categoryPolicy(let policy)? =
        store.values[isApplication ? .shieldApplicationCategories : .shieldWebDomainCategories],
      !Household.registry.exemptApplications.contains(item)
    else { return nil }
    let covers =
      switch policy {
      case .none: false
      case .specific(let categories, let except):
        item != Household.browser && categories.items.contains(category(of: item))
          && !names(of: item).contains(where: except.items.contains)
      case .all(let except): !names(of: item).contains(where: except.items.contains)
      }
    return covers ? .category(category(of: item)) : nil
  }

  // MARK: - Items

  /// A domain and its parent domains (M11); an application has only its own name.
  static func names(of item: Item) -> [Item] {
    guard item.kind == .webDomain else { return [item] }
    let labels = item.id.split(separator: ".")
    return labels.indices.map { .webDomain(labels[$0...].joined(separator: ".")) }
  }

  static func category(of item: Item) -> Item {
    names(of: item).lazy.compactMap { Household.registry.categories[$0] }.first ?? .otherCategory
  }

  static func linked(to domain: Item) -> [Item] {
    let names = names(of: domain)
    return Household.registry.links.filter { $0.value.items.contains(where: names.contains) }.keys.sorted()
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension SettingsStore {
  /// The narrowest hit over several stores, with the first store by name that has it.
  package static func narrowestHit(
    on facts: ItemFacts, in stores: [String: SettingsStore], exempt: ItemSet
  ) -> (hit: ShieldHit, store: String)? {
    var best: (hit: ShieldHit, store: String)?
    for (name, store) in stores {
      guard let hit = store.shieldHit(on: facts, exempt: exempt) else { continue }
      guard let known = best else {
        best = (hit, name)
        continue
      }
      let isNarrower = hit.precedence < known.hit.precedence
      if isNarrower || (hit.precedence == known.hit.precedence && name.isOrderedBefore(known.store)) {
        best = (hit, name)
      }
    }
    return best
  }
}

extension FamilyState {
  /// The reason why this family shields an item. Only approved families count (M2).
  package func shieldHit(on item: Item, registry: ItemRegistry) -> (hit: ShieldHit, store: String)? {
    shieldHit(on: ItemFacts(item, registry: registry))
  }

  func shieldHit(on facts: ItemFacts) -> (hit: ShieldHit, store: String)? {
    guard isApproved else { return nil }
    return SettingsStore.narrowestHit(on: facts, in: stores, exempt: ownApplications)
  }

  func blocks(_ item: Item, registry: ItemRegistry) -> Bool {
    isApproved && stores.values.contains { $0.blocks(item, registry: registry) }
  }

  /// The number at which the rule behind a hit appeared; the earliest if several cover the item (S11).
  func order(of hit: ShieldHit, on facts: ItemFacts) -> Int64 {
    let rules: [ShieldGround.Rule] =
      switch hit {
      case .direct: facts.names.map { .item($0) }
      case .linked(let application): [.item(application)]
      case .category: stores.values.compactMap { $0.coveringRule(of: facts, exempt: ownApplications) }
      }
    return shieldGrounds.lazy.filter { rules.contains($0.rule) }.map(\.order).min() ?? .max
  }

  /// Records shield rules that appeared and removes those that are gone.
  mutating func updateShieldGrounds(order: Int64) {
    var rules: Set<ShieldGround.Rule> = []
    for store in stores.values where store.isActive {
      for key in [SettingKey.shieldApplications, .shieldWebDomains] {
        if case .items(let items)? = store.values[key] { rules.formUnion(items.items.map { .item($0) }) }
      }
      let policies: [(SettingKey, Item.Kind)] = [
        (.shieldApplicationCategories, .application), (.shieldWebDomainCategories, .webDomain),
      ]
      for (key, kind) in policies {
        switch store.values[key] {
        case .categoryPolicy(.specific(let categories, _)):
          rules.formUnion(categories.items.map { .category($0, of: kind) })
        case .categoryPolicy(.all): rules.insert(.all(of: kind))
        default: break
        }
      }
    }
    var grounds = shieldGrounds.filter { rules.contains($0.rule) }
    let known = Set(grounds.map(\.rule))
    grounds += rules.subtracting(known).map { ShieldGround(rule: $0, order: order) }
    shieldGrounds = grounds.sorted(by: ShieldGround.isOrdered)
  }
}

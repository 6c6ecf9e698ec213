// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension SettingsStore {
  /// The reason why this store shields an item, the narrowest rule first (S2, S12); nil if it does not.
  ///
  /// - Parameter exempt: the family's own applications, which `.all` does not cover (M7).
  package func shieldHit(on item: Item, registry: ItemRegistry, exempt: ItemSet) -> ShieldHit? {
    shieldHit(on: ItemFacts(item, registry: registry), exempt: exempt)
  }

  func shieldHit(on facts: ItemFacts, exempt: ItemSet) -> ShieldHit? {
    guard isActive, !values.isEmpty, facts.item.kind != .category else { return nil }
    let isApplication = facts.item.kind == .application
    if case .items(let items)? = values[isApplication ? .shieldApplications : .shieldWebDomains],
      facts.names.contains(where: items.contains)
    {
      return .direct
    }
    if !facts.linkedApplications.isEmpty, case .items(let applications)? = values[.shieldApplications],
      let application = facts.linkedApplications.first(where: applications.contains)
    {
      return .linked(application)
    }
    return coveringRule(of: facts, exempt: exempt).map { _ in .category(facts.category) }
  }

  /// The category rule of this store that covers an item. Only its own exceptions apply, not those of other stores.
  func coveringRule(of facts: ItemFacts, exempt: ItemSet) -> ShieldGround.Rule? {
    let kind = facts.item.kind
    let key: SettingKey = kind == .application ? .shieldApplicationCategories : .shieldWebDomainCategories
    guard isActive, case .categoryPolicy(let policy)? = values[key], policy.covers(facts, exempt: exempt) else {
      return nil
    }
    switch policy {
    case .none: return nil
    case .specific: return .category(facts.category, of: kind)
    case .all: return .all(of: kind)
    }
  }

  /// Whether the store hides an application (M10) or its filter blocks a domain.
  package func blocks(_ item: Item, registry: ItemRegistry) -> Bool {
    guard isActive else { return false }
    switch item.kind {
    case .category: return false
    case .application:
      guard case .blockedApplications(let blocked)? = values[.blockedApplications] else { return false }
      return registry.names(of: item).contains(where: blocked.contains)
    case .webDomain:
      guard case .webFilter(let filter)? = values[.blockedByFilter] else { return false }
      return filter.blocks(item, registry: registry)
    }
  }
}

extension CategoryPolicy {
  /// Whether the store's policies cover an item. Exceptions apply only to their own policy.
  package func covers(_ item: Item, registry: ItemRegistry, exempt: ItemSet) -> Bool {
    covers(ItemFacts(item, registry: registry), exempt: exempt)
  }

  func covers(_ facts: ItemFacts, exempt: ItemSet) -> Bool {
    if facts.isExempt { return false }
    switch self {
    case .none:
      return false
    case .specific(let categories, let except):
      return !facts.isBrowser && categories.contains(facts.category) && !facts.names.contains(where: except.contains)
    case .all(let except):
      return !exempt.contains(facts.item) && !facts.names.contains(where: except.contains)
    }
  }
}

extension WebFilter {
  /// Whether the store's web filter blocks a domain.
  package func blocks(_ domain: Item, registry: ItemRegistry) -> Bool {
    func isIn(_ references: [ItemReference]) -> Bool {
      references.contains { reference in
        switch reference {
        case .item(let item): DomainName.name(item.id, covers: domain.id)
        // Compat keeps a name that is not a bare host name so that it reads back, but it never matches.
        case .name(let name): DomainName.name(name, covers: domain.id) && DomainName.isValid(name)
        }
      }
    }
    switch self {
    case .none: return false
    case .specific(let domains): return isIn(domains)
    case .auto(let domains, let except):
      let isAdult =
        !registry.adultDomains.isEmpty
        && DomainName.covering(domain).contains { registry.adultDomains.contains($0.id) }
      return (isAdult || isIn(domains)) && !isIn(except)
    case .all(let except): return !isIn(except)
    }
  }
}

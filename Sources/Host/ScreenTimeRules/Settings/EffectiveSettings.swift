// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The merge of any number of stores: associative, commutative and idempotent; the most restrictive value wins.
package struct EffectiveSettings: Hashable, Sendable {
  /// A policy with the applications that its family exempts from `.all` (M7).
  package struct Policy: Hashable, Sendable {
    package var policy: CategoryPolicy
    package var exempt: ItemSet
  }

  /// The `Bool` keys that some store turned on.
  package private(set) var restrictions: Set<SettingKey> = []
  private var ratings: [SettingKey: Int64] = [:]
  package private(set) var cookiePolicy: CookiePolicy = .always
  package private(set) var blockedApplications: Set<ItemReference> = []
  package private(set) var shieldApplications: Set<Item> = []
  package private(set) var shieldWebDomains: Set<Item> = []
  package private(set) var applicationPolicies: Set<Policy> = []
  package private(set) var webDomainPolicies: Set<Policy> = []
  package private(set) var webFilters: Set<WebFilter> = []

  /// Creates settings without any restriction.
  package init() {}

  /// Creates the settings of one store. An inactive store contributes nothing (M5), nor do default values (M3).
  package init(_ store: SettingsStore, exempt: ItemSet = []) {
    guard store.isActive else { return }
    for (key, value) in store.values {
      switch value {
      case .bool(let isOn): if isOn { restrictions.insert(key) }
      case .integer(let rating): if rating < 1_000 { ratings[key] = rating }
      case .cookiePolicy(let policy): cookiePolicy = policy
      case .items(let items):
        if key == .shieldApplications {
          shieldApplications = Set(items.items)
        } else {
          shieldWebDomains = Set(items.items)
        }
      case .blockedApplications(let blocked): blockedApplications = Set(blocked)
      case .categoryPolicy(.none), .webFilter(.none): break
      case .categoryPolicy(let policy):
        let entry = Policy(policy: policy, exempt: exempt)
        if key == .shieldApplicationCategories { applicationPolicies = [entry] } else { webDomainPolicies = [entry] }
      case .webFilter(let filter): webFilters = [filter]
      }
    }
  }

  package init(_ family: FamilyState) {
    guard family.isApproved else { return }
    for store in family.stores.values { merge(EffectiveSettings(store, exempt: family.ownApplications)) }
  }

  /// Merges all approved families and the operator (M2).
  package init(_ state: DeviceState) {
    for family in state.families.values { merge(EffectiveSettings(family)) }
    for store in state.operatorStores.values { merge(EffectiveSettings(store)) }
  }

  package mutating func merge(_ other: EffectiveSettings) {
    restrictions.formUnion(other.restrictions)
    ratings.merge(other.ratings, uniquingKeysWith: min)
    cookiePolicy = min(cookiePolicy, other.cookiePolicy)
    blockedApplications.formUnion(other.blockedApplications)
    shieldApplications.formUnion(other.shieldApplications)
    shieldWebDomains.formUnion(other.shieldWebDomains)
    applicationPolicies.formUnion(other.applicationPolicies)
    webDomainPolicies.formUnion(other.webDomainPolicies)
    webFilters.formUnion(other.webFilters)
  }

  /// Whether the merge hides an application (M10) or filters a domain, regardless of the store and of the form in which
  /// it is named.
  package func isBlocked(_ item: Item, registry: ItemRegistry) -> Bool {
    switch item.kind {
    case .category: false
    case .application: registry.names(of: item).contains(where: blockedApplications.contains)
    case .webDomain: webFilters.contains { $0.blocks(item, registry: registry) }
    }
  }

  package func isRestricted(_ key: SettingKey) -> Bool { restrictions.contains(key) }

  /// The lowest rating that any store allows; 1000 allows all.
  package func rating(_ key: SettingKey) -> Int64 { ratings[key] ?? 1_000 }

  /// Whether some filter other than `.none` is in force, which also disables private browsing.
  package var isWebFiltered: Bool { !webFilters.isEmpty }

  /// Whether the merge covers an item with a shield, ignoring grants and blocks.
  package func isShielded(_ item: Item, registry: ItemRegistry) -> Bool {
    switch item.kind {
    case .category: return false
    case .application:
      return shieldApplications.contains(item)
        || applicationPolicies.contains { $0.policy.covers(item, registry: registry, exempt: $0.exempt) }
    case .webDomain:
      return DomainName.covering(item).contains(where: shieldWebDomains.contains)
        || registry.applications(linkedTo: item).contains(where: shieldApplications.contains)
        || webDomainPolicies.contains { $0.policy.covers(item, registry: registry, exempt: $0.exempt) }
    }
  }
}

extension DeviceRules {
  /// The settings whose media values a family may read: those of all families if it may learn of them, otherwise those
  /// of its own stores (M9).
  package func effectiveSettings(readableBy family: FamilyID, in state: DeviceState) -> EffectiveSettings {
    if tellsOfOtherFamilies { return EffectiveSettings(state) }
    return state.families[family].map { EffectiveSettings($0) } ?? EffectiveSettings()
  }
}

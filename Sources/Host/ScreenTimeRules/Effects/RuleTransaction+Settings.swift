// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension RuleTransaction {
  mutating func setSetting(_ store: String, _ key: SettingKey, _ value: SettingValue?) throws(EffectViolation) {
    let subject = "\(store).\(key.rawValue)"
    guard try maySet(subject), let store = try openStore(store) else { return }
    let accepted =
      try value.map { value throws(EffectViolation) in try accept(value, for: key, subject: subject) } ?? nil
    family.stores[store, default: SettingsStore()][key] = accepted
    dropIfGone(store)
    if key.isShield || key.kind == .blockedApplications || key.kind == .webFilter { changesShields = true }
  }

  mutating func setActive(_ store: String, _ isActive: Bool) throws(EffectViolation) {
    guard try maySet(store), let store = try openStore(store) else { return }
    family.stores[store, default: SettingsStore()].isActive = isActive
    dropIfGone(store)
    changesShields = true
  }

  /// Clears the store's current values, not those of an earlier snapshot (C11). Deleting also removes the flag (M6).
  mutating func clear(_ store: String, deletes: Bool) throws(EffectViolation) {
    guard try maySet(store), family.stores[store] != nil else { return }
    if deletes { family.stores[store] = nil } else { family.stores[store]?.clear() }
    dropIfGone(store)
    changesShields = true
  }

  /// A store exists while it holds a value or is inactive (M6).
  private mutating func dropIfGone(_ store: String) {
    if family.stores[store]?.exists == false { family.stores[store] = nil }
  }

  /// Whether the family is approved, which a settings write requires. Compat drops the write silently (A11).
  private func maySet(_ subject: String) throws(EffectViolation) -> Bool {
    if family.isApproved { return true }
    if !isStrict { return false }
    throw EffectViolation(.fault(.unauthorized), rule: "A11", subject: subject)
  }

  /// The store's checked name, or nil in compat if the write would exceed the limit of stores and is ignored.
  private func openStore(_ name: String) throws(EffectViolation) -> String? {
    let name = try checkedName(name, of: "store")
    if name == SettingsStore.defaultName || family.stores[name] != nil { return name }
    let count = family.stores.keys.filter { $0 != SettingsStore.defaultName }.count
    if count < rules.limits.namedStores { return name }
    if !isStrict { return nil }
    throw EffectViolation(
      .limit(.namedStores), rule: "§4", subject: name, limit: Int64(rules.limits.namedStores),
      actual: Int64(count + 1))
  }

  /// The value to store, or nil if compat drops a set that exceeds its limit.
  private func accept(
    _ value: SettingValue, for key: SettingKey, subject: String
  ) throws(EffectViolation) -> SettingValue? {
    let limits = rules.limits
    guard value.kind == key.kind else {
      throw EffectViolation(.fault(.settingKind), rule: "M1", subject: subject)
    }
    func fits(_ count: Int, _ limit: Int, _ code: EffectViolation.Limit) throws(EffectViolation) -> Bool {
      if count <= limit { return true }
      if !isStrict { return false }
      throw EffectViolation(
        .limit(code), rule: "§4", subject: subject, limit: Int64(limit), actual: Int64(count))
    }
    func own(_ items: ItemSet, _ kind: Item.Kind) throws(EffectViolation) -> ItemSet {
      if items.items.allSatisfy({ $0.kind == kind }) { return items }
      if !isStrict { return ItemSet(items.items.filter { $0.kind == kind }) }
      throw EffectViolation(.fault(.tokenUnknown), rule: "T5", subject: subject)
    }

    switch value {
    case .bool, .cookiePolicy:
      return value
    case .integer(let rating):
      if limits.ratings.contains(rating) { return value }
      guard !isStrict else {
        throw EffectViolation(
          .fault(.ratingOutOfRange), rule: "M12", subject: subject, limit: limits.ratings.upperBound, actual: rating)
      }
      return .integer(min(max(rating, limits.ratings.lowerBound), limits.ratings.upperBound))
    case .items(let items):
      let isApplications = key == .shieldApplications
      let items = try own(items, isApplications ? .application : .webDomain)
      let limit = isApplications ? limits.shieldApplications : limits.shieldWebDomains
      let code: EffectViolation.Limit = isApplications ? .shieldApplications : .shieldWebDomains
      return try fits(items.count, limit, code) ? .items(items) : nil
    case .blockedApplications(let blocked):
      let unique = Set(blocked).sorted()
      return try fits(unique.count, limits.blockedApplications, .blockedApplications)
        ? .blockedApplications(unique) : nil
    case .categoryPolicy(let policy):
      let kind: Item.Kind = key == .shieldApplicationCategories ? .application : .webDomain
      let (categories, except) = (try own(policy.categories, .category), try own(policy.exceptions, kind))
      guard try fits(categories.count, limits.shieldCategories, .shieldCategories),
        try fits(except.count, limits.shieldExceptions, .shieldExceptions)
      else { return nil }
      switch policy {
      case .none: return value
      case .specific: return .categoryPolicy(.specific(categories, except: except))
      case .all: return .categoryPolicy(.all(except: except))
      }
    case .webFilter(let filter):
      let (domains, except) = (Set(filter.domains).sorted(), Set(filter.exceptions).sorted())
      for case .name(let name) in domains + except where isStrict && !DomainName.isValid(name) {
        throw EffectViolation(.fault(.domainInvalid), rule: "M11", subject: name)
      }
      guard try fits(domains.count, limits.filterDomains, .filterDomains),
        try fits(except.count, limits.filterExceptions, .filterExceptions)
      else { return nil }
      switch filter {
      case .none: return value
      case .specific: return .webFilter(.specific(domains))
      case .auto: return .webFilter(.auto(domains, except: except))
      case .all: return .webFilter(.all(except: except))
      }
    }
  }
}

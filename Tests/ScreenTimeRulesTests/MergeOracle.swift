// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The table of `screen-time.md#settings` implemented literally, row by row, without regard for speed.
///
/// It uses the values of the rules and none of their functions, so a mistake would have to be made twice.
struct MergeOracle {
  let state: DeviceState
  let registry: ItemRegistry

  /// One active store of an approved family, or of the operator.
  struct Opinion {
    var family: FamilyID?
    var store: String
    var values: [SettingKey: SettingValue]
    var ownApplications: [Item]
  }

  var opinions: [Opinion] {
    var result: [Opinion] = []
    for (id, family) in state.families where family.authorization == .approved {
      for (name, store) in family.stores where store.isActive {
        result.append(
          Opinion(family: id, store: name, values: store.values, ownApplications: family.ownApplications.items))
      }
    }
    for (name, store) in state.operatorStores where store.isActive {
      result.append(Opinion(family: nil, store: name, values: store.values, ownApplications: []))
    }
    return result
  }

  // MARK: Plain rows

  func isOn(_ key: SettingKey) -> Bool { opinions.contains { $0.values[key] == .bool(true) } }

  func rating(_ key: SettingKey) -> Int64 {
    var lowest: Int64 = 1_000
    for opinion in opinions {
      if case .integer(let rating)? = opinion.values[key], rating < lowest { lowest = rating }
    }
    return lowest
  }

  var cookiePolicy: CookiePolicy {
    for policy in [CookiePolicy.never, .currentWebsite, .visitedWebsites]
    where opinions.contains(where: { $0.values[.cookiePolicy] == .cookiePolicy(policy) }) {
      return policy
    }
    return .always
  }

  // MARK: Names

  /// Whether a domain equals another or lies beneath it, label by label (M11).
  func lies(_ domain: String, within parent: String) -> Bool {
    let (labels, parents) = (domain.split(separator: "."), parent.split(separator: "."))
    return labels.count >= parents.count && Array(labels.suffix(parents.count)) == parents
  }

  func contains(_ items: [Item], _ item: Item) -> Bool {
    items.contains { $0.kind == item.kind && (item.kind == .webDomain ? lies(item.id, within: $0.id) : $0 == item) }
  }

  /// The one category of an item; a domain has the category of its nearest filed parent.
  func category(of item: Item) -> Item {
    if item.kind == .application { return registry.categories[item] ?? .category("12") }
    var labels = item.id.split(separator: ".")
    while !labels.isEmpty {
      if let found = registry.categories[.webDomain(labels.joined(separator: "."))] { return found }
      labels.removeFirst()
    }
    return .category("12")
  }

  func applications(linkedTo domain: Item) -> [Item] {
    registry.links.filter { contains($0.value.items, domain) }.map(\.key)
  }

  // MARK: Blocking

  func blocks(_ opinion: Opinion, _ item: Item) -> Bool {
    if item.kind == .application {
      guard case .blockedApplications(let blocked)? = opinion.values[.blockedApplications] else { return false }
      return blocked.contains(.item(item)) || blocked.contains(.name(item.id))
        || registry.bundleIdentifiers[item].map { blocked.contains(.name($0)) } == true
    }
    guard case .webFilter(let filter)? = opinion.values[.blockedByFilter] else { return false }
    func isIn(_ list: [ItemReference]) -> Bool {
      list.contains { entry in
        switch entry {
        case .item(let domain): lies(item.id, within: domain.id)
        case .name(let name): lies(item.id, within: name)
        }
      }
    }
    let isAdult = registry.adultDomains.contains { lies(item.id, within: $0) }
    switch filter {
    case .none: return false
    case .specific(let domains): return isIn(domains)
    case .auto(let domains, let except): return (isAdult || isIn(domains)) && !isIn(except)
    case .all(let except): return !isIn(except)
    }
  }

  func isBlocked(_ item: Item) -> Bool { opinions.contains { blocks($0, item) } }

  // MARK: Shields

  func isDirect(_ opinion: Opinion, _ item: Item) -> Bool {
    let key: SettingKey = item.kind == .application ? .shieldApplications : .shieldWebDomains
    guard case .items(let items)? = opinion.values[key] else { return false }
    return contains(items.items, item)
  }

  func isLinked(_ opinion: Opinion, _ item: Item) -> Bool {
    guard item.kind == .webDomain, case .items(let shielded)? = opinion.values[.shieldApplications] else {
      return false
    }
    return applications(linkedTo: item).contains { shielded.items.contains($0) }
  }

  func isCovered(_ opinion: Opinion, _ item: Item) -> Bool {
    let key: SettingKey = item.kind == .application ? .shieldApplicationCategories : .shieldWebDomainCategories
    guard case .categoryPolicy(let policy)? = opinion.values[key] else { return false }
    // M7: no category policy covers the session's own surfaces.
    if registry.exemptApplications.contains(item) { return false }
    switch policy {
    case .none: return false
    case .specific(let categories, let except):
      // A browser is filed under Other and shielded by name only (LIVE-ID4).
      if registry.browsers.contains(item) { return false }
      return categories.items.contains(category(of: item)) && !contains(except.items, item)
    case .all(let except): return !opinion.ownApplications.contains(item) && !contains(except.items, item)
    }
  }

  /// The precedence of a hit: 0 direct, 1 linked, 2 by category; `nil` if the store does not cover the item (S2).
  func rank(_ opinion: Opinion, _ item: Item) -> Int? {
    isDirect(opinion, item) ? 0 : isLinked(opinion, item) ? 1 : isCovered(opinion, item) ? 2 : nil
  }

  func isWanted(_ item: Item) -> Bool { opinions.contains { rank($0, item) != nil } }

  func isGranted(_ item: Item) -> Bool {
    state.grants.contains { target, end in
      state.now < end
        && (contains([target], item) || target == category(of: item) || applications(linkedTo: item).contains(target))
    }
  }

  // MARK: Who shows it (S11)

  /// The winner among the families that shield an item, and its precedence; the operator has no family.
  ///
  /// - Parameter births: when each of a family's rules came up, keyed by the texts of ``rules(of:on:rank:)``.
  func winner(over item: Item, births: [FamilyID: [String: Int]]) -> (family: FamilyID?, rank: Int)? {
    struct Claim {
      var family: FamilyID?
      var rank: Int
      var key: [Int]
      var name: String
    }
    var claims: [Claim] = []
    for family in Set(opinions.map(\.family)) {
      let own = opinions.filter { $0.family == family }
      guard let rank = own.compactMap({ rank($0, item) }).min() else { continue }
      let words = own.filter { self.rank($0, item) == rank }.flatMap { rules(of: $0, on: item, rank: rank) }
      let birth = family.flatMap { births[$0] }.map { born in words.compactMap { born[$0] }.min() ?? .max } ?? .max
      let isChild = family.flatMap { state.families[$0]?.member } == .child
      claims.append(
        Claim(
          family: family, rank: rank, key: [family == nil ? 1 : 0, isChild ? 0 : 1, rank, birth],
          name: family?.rawValue ?? ""))
    }
    return claims.min { $0.key != $1.key ? $0.key.lexicographicallyPrecedes($1.key) : $0.name < $1.name }
      .map { ($0.family, $0.rank) }
  }

  /// The texts of a store's rules that hit an item with this rank.
  func rules(of opinion: Opinion, on item: Item, rank: Int) -> [String] {
    allRules(of: opinion.values).filter { word in
      switch rank {
      case 0: contains(named(word, item.kind), item)
      case 1: applications(linkedTo: item).contains { word == "item 1 \($0.id)" }
      default:
        if case .categoryPolicy(.specific)? = opinion.values[policyKey(item)] {
          word == "category \(item.kind.rawValue) \(category(of: item).id)"
        } else {
          word == "all \(item.kind.rawValue)"
        }
      }
    }
  }

  private func policyKey(_ item: Item) -> SettingKey {
    item.kind == .application ? .shieldApplicationCategories : .shieldWebDomainCategories
  }

  private func named(_ word: String, _ kind: Item.Kind) -> [Item] {
    let parts = word.split(separator: " ", maxSplits: 2).map(String.init)
    return parts.count == 3 && parts[0] == "item" && parts[1] == "\(kind.rawValue)"
      ? [Item(kind: kind, id: parts[2])] : []
  }

  /// The texts of all shield rules of a store.
  func allRules(of values: [SettingKey: SettingValue]) -> [String] {
    var words: [String] = []
    for value in values.values {
      if case .items(let items) = value { words += items.items.map { "item \($0.kind.rawValue) \($0.id)" } }
    }
    for (key, kind) in [(SettingKey.shieldApplicationCategories, 1), (.shieldWebDomainCategories, 2)] {
      switch values[key] {
      case .categoryPolicy(.specific(let categories, _)): words += categories.items.map { "category \(kind) \($0.id)" }
      case .categoryPolicy(.all): words.append("all \(kind)")
      default: break
      }
    }
    return words
  }
}

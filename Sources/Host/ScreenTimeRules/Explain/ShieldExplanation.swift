// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Every rule of every store that bears on one item, the family whose shield wins, and the reason.
package struct ShieldExplanation: Equatable, Sendable {
  /// The finding of one rule of one store.
  package struct Line: Equatable, Sendable {
    /// Nil for the operator.
    package var family: FamilyID?
    package var store: String
    package var key: SettingKey
    package var finding: ShieldFinding
    /// Whether this family's shield is the one that is drawn (S11).
    package var isWinner: Bool
  }

  package var item: Item
  package var category: Item
  package var decision: ShieldDecision
  package var reason: ShieldReason
  package var notes: [ShieldNote]
  package var lines: [Line]
  /// The claims in the order in which they win (S11).
  package var claims: [ShieldClaim]
}

extension ShieldFinding {
  /// Whether a rule with this finding produces a hit.
  fileprivate func makes(_ hit: ShieldHit) -> Bool {
    switch (self, hit) {
    case (.namesIt, .direct), (.coversLinked, .linked), (.coversCategory, .category), (.coversAll, .category): true
    default: false
    }
  }
}

extension DeviceRules {
  /// Explains which rules cover an item now, whether or not it is in the foreground, or why none does.
  package func explainShield(of item: Item, in state: DeviceState) -> ShieldExplanation {
    let holder = state.shield?.item == item ? state.shield?.family : nil
    let decision = decision(on: item, in: state, holder: holder)
    let claims = claims(on: item, in: state)
    var lines = state.familyIDs.flatMap { id -> [ShieldExplanation.Line] in
      guard let family = state.families[id] else { return [] }
      return findings(
        on: item, in: family.stores, of: id, exempt: family.ownApplications, isApproved: family.isApproved)
    }
    lines += findings(on: item, in: state.operatorStores, of: nil, exempt: [], isApproved: true)
    if case .shielded(let hit, let winner) = decision, let claim = claims.first(where: { $0.family == winner }) {
      for index in lines.indices {
        let line = lines[index]
        lines[index].isWinner = line.family == winner && line.store == claim.store && line.finding.makes(hit)
      }
    }
    return ShieldExplanation(
      item: item, category: registry.category(of: item), decision: decision,
      reason: reason(for: decision, claims, lines, item, holder: holder, in: state),
      notes: notes(on: decision, claims, lines, item, in: state), lines: lines, claims: claims)
  }

  // MARK: Each rule by itself

  private func findings(
    on item: Item, in stores: [String: SettingsStore], of family: FamilyID?, exempt: ItemSet, isApproved: Bool
  ) -> [ShieldExplanation.Line] {
    let keys: [SettingKey] =
      item.kind == .application
      ? [.blockedApplications, .shieldApplications, .shieldApplicationCategories]
      : [.blockedByFilter, .shieldApplications, .shieldWebDomains, .shieldWebDomainCategories]
    return stores.keys.sorted { $0.isOrderedBefore($1) }.flatMap { name in
      keys.compactMap { key in
        guard let store = stores[name], let value = store.values[key],
          var finding = finding(of: value, key, on: item, exempt: exempt)
        else { return nil }
        if finding.bites, !store.isActive { finding = .inactive }
        if finding.bites, !isApproved { finding = .notApproved }
        return ShieldExplanation.Line(family: family, store: name, key: key, finding: finding, isWinner: false)
      }
    }
  }

  private func finding(
    of value: SettingValue, _ key: SettingKey, on item: Item, exempt: ItemSet
  ) -> ShieldFinding? {
    let alone = SettingsStore(values: [key: value])
    let facts = ItemFacts(item, registry: registry)
    switch value {
    case .blockedApplications: return alone.blocks(item, registry: registry) ? .hidesIt : .namesOthers
    case .webFilter(.none): return nil
    case .webFilter: return alone.blocks(item, registry: registry) ? .filtersIt : .namesOthers
    case .items:
      switch alone.shieldHit(on: facts, exempt: exempt) {
      case .direct: return .namesIt
      case .linked(let application): return .coversLinked(application)
      case .category, nil: return key == .shieldApplications && item.kind == .webDomain ? nil : .namesOthers
      }
    case .categoryPolicy(.none): return nil
    case .categoryPolicy(let policy): return finding(of: policy, on: facts, exempt: exempt)
    case .bool, .integer, .cookiePolicy: return nil
    }
  }

  /// The finding of a policy, one condition after another.
  private func finding(of policy: CategoryPolicy, on facts: ItemFacts, exempt: ItemSet) -> ShieldFinding {
    if policy.covers(facts, exempt: exempt) {
      if case .all = policy { return .coversAll }
      return .coversCategory(facts.category)
    }
    switch policy {
    case .none: return .namesOthers
    case .specific(let categories, let except):
      guard categories.contains(facts.category) else { return .namesOthers }
      if facts.names.contains(where: except.contains) { return .excepts }
      return facts.isExempt ? .systemSurface : .browser
    case .all(let except):
      if facts.names.contains(where: except.contains) { return .excepts }
      return facts.isExempt ? .systemSurface : .ownApplication
    }
  }

  // MARK: All of them together

  private func reason(
    for decision: ShieldDecision, _ claims: [ShieldClaim], _ lines: [ShieldExplanation.Line], _ item: Item,
    holder: FamilyID?, in state: DeviceState
  ) -> ShieldReason {
    switch decision {
    case .blocked(let family): return family == nil ? .blockedByOperator : .blockedByFamily
    case .granted: return .granted(until: grantEnd(of: ItemFacts(item, registry: registry), in: state) ?? state.now)
    case .shielded(let hit, let winner):
      return reasonOfVictory(of: hit, winner, claims, holder: holder, in: state)
    case .free:
      // The nearest miss first, since that is what a person would try to change.
      let misses: [(ShieldFinding, ShieldReason)] = [
        (.excepts, .excepted), (.ownApplication, .ownApplication), (.systemSurface, .systemSurface),
        (.browser, .browser), (.inactive, .inactiveStore), (.notApproved, .familyNotApproved),
      ]
      return misses.first { miss in lines.contains { $0.finding == miss.0 } }?.1 ?? .noRule
    }
  }

  private func reasonOfVictory(
    of hit: ShieldHit, _ winner: FamilyID?, _ claims: [ShieldClaim], holder: FamilyID?, in state: DeviceState
  ) -> ShieldReason {
    let others = claims.filter { $0.family != winner }
    guard let rival = others.first, let won = claims.first(where: { $0.family == winner }) else {
      return switch hit {
      case .direct: .direct
      case .category(let category): .category(category)
      case .linked(let application): .linked(application)
      }
    }
    if holder != nil, winner == holder, claims.first?.family != winner { return .holderKeeps }
    guard let other = rival.family else { return .familyBeforeOperator }
    func isChild(_ family: FamilyID?) -> Bool { family.flatMap { state.families[$0]?.member } == .child }
    if isChild(winner) != isChild(other) { return .childWins }
    if won.hit.precedence != rival.hit.precedence { return .directWins }
    return won.order != rival.order ? .firstWins : .lowestFamilyWins
  }

  private func notes(
    on decision: ShieldDecision, _ claims: [ShieldClaim], _ lines: [ShieldExplanation.Line], _ item: Item,
    in state: DeviceState
  ) -> [ShieldNote] {
    var notes: [ShieldNote] = []
    if case .blocked = decision, !claims.isEmpty { notes.append(.shieldHiddenByBlock) }
    guard case .shielded = decision else { return notes }
    if lines.contains(where: { $0.finding == .excepts }) { notes.append(.exceptionMissed) }
    let isNamed = lines.contains { $0.finding == .namesIt }
    if !isNamed, lines.contains(where: { $0.finding == .namesOthers && $0.key.kind == .items }) {
      notes.append(.leavingOutFreesNothing)
    }
    let owners = state.families.filter { $0.value.ownApplications.contains(item) }.keys
    if !owners.isEmpty,
      lines.contains(where: { $0.finding == .coversAll && !owners.contains($0.family ?? FamilyID("")) })
    {
      notes.append(.ownApplicationOfAnother)
    }
    return notes
  }
}

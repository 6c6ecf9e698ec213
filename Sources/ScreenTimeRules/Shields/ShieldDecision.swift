// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the merge of all stores says about one item (§3, S11).
package enum ShieldDecision: Hashable, Sendable {
  /// Nothing covers it.
  case free
  /// A grant opens it for now (`linux.md` GRT-1).
  case granted
  /// Hidden or filtered, by this family or by the operator; beats any shield (M10).
  case blocked(FamilyID?)
  /// Shielded; the winner draws the shield (S11), nil is the operator.
  case shielded(ShieldHit, winner: FamilyID?)
}

/// One family's reason to shield an item.
package struct ShieldClaim: Hashable, Sendable {
  package var family: FamilyID?
  package var hit: ShieldHit
  /// Name of the store with the narrowest rule.
  package var store: String
  /// When the rule appeared, for "who shielded first" (S11).
  package var order: Int64
}

extension DeviceRules {
  /// The decision on an item: blocked beats a grant, a grant beats a shield (M10, `linux.md` GRT-1).
  ///
  /// - Parameter holder: the family whose shield is up: it keeps it while it still shields the item (S11).
  package func decision(on item: Item, in state: DeviceState, holder: FamilyID? = nil) -> ShieldDecision {
    let blocking = state.families.filter { $0.value.blocks(item, registry: registry) }
    if let family = blocking.keys.min() { return .blocked(family) }
    if state.operatorStores.values.contains(where: { $0.blocks(item, registry: registry) }) { return .blocked(nil) }
    let claims = claims(on: item, in: state)
    guard let first = claims.first else { return .free }
    if isGranted(item, in: state) { return .granted }
    let winner = claims.first { holder != nil && $0.family == holder } ?? first
    return .shielded(winner.hit, winner: winner.family)
  }

  /// All families that shield an item, the winner first (S11): the `.child` holder, direct over category, who shielded
  /// first, family id; the operator's policy last.
  package func claims(on item: Item, in state: DeviceState) -> [ShieldClaim] {
    let facts = ItemFacts(item, registry: registry)
    var claims: [(claim: ShieldClaim, isChild: Bool)] = []
    for (id, family) in state.families {
      guard let found = family.shieldHit(on: facts) else { continue }
      let order = family.order(of: found.hit, on: item)
      claims.append(
        (ShieldClaim(family: id, hit: found.hit, store: found.store, order: order), family.member == .child))
    }
    claims.sort { left, right in
      if left.isChild != right.isChild { return left.isChild }
      if left.claim.hit.precedence != right.claim.hit.precedence {
        return left.claim.hit.precedence < right.claim.hit.precedence
      }
      if left.claim.order != right.claim.order { return left.claim.order < right.claim.order }
      return (left.claim.family?.rawValue ?? "").isOrderedBefore(right.claim.family?.rawValue ?? "")
    }
    var result = claims.map(\.claim)
    if let found = SettingsStore.narrowestHit(on: facts, in: state.operatorStores, exempt: []) {
      result.append(ShieldClaim(family: nil, hit: found.hit, store: found.store, order: .max))
    }
    return result
  }

  private func isGranted(_ item: Item, in state: DeviceState) -> Bool {
    guard !state.grants.isEmpty else { return false }
    let names = item.kind == .webDomain ? DomainName.covering(item) : [item, registry.category(of: item)]
    return names.contains { (state.grants[$0] ?? .distantPast) > state.now }
  }

  /// Brings the shield on screen in line with what is in front and what the stores say (S1, S3).
  ///
  /// - Parameter changed: families that changed a shield setting: their visible shield asks again (S5).
  func updateShield(_ state: inout DeviceState, changed: Set<FamilyID> = []) -> [ShieldTransition] {
    let old = state.shield
    let new = wantedShield(in: state)
    guard old != nil || new != nil else { return [] }
    state.shield = new
    let at = state.now
    switch (old, new) {
    case (let old?, let new?) where old.item == new.item:
      let isAskedAgain = old != new || new.family.map(changed.contains) == true
      return isAskedAgain ? [ShieldTransition(change: .changed, shield: new, at: at)] : []
    default:
      let gone = old.map { ShieldTransition(change: .disappeared, shield: $0, at: at) }
      let come = new.map { ShieldTransition(change: .appeared, shield: $0, at: at) }
      return [gone, come].compactMap(\.self)
    }
  }

  /// The outer item first: a shielded or hidden browser hides its page (S3).
  private func wantedShield(in state: DeviceState) -> Shield? {
    for item in [state.front.app, state.front.web].compactMap(\.self) {
      let isUp = state.shield?.item == item
      switch decision(on: item, in: state, holder: isUp ? state.shield?.family : nil) {
      case .shielded(let hit, let winner):
        return Shield(item: item, hit: hit, family: winner, since: isUp ? state.shield?.since ?? state.now : state.now)
      case .blocked: return nil
      case .free, .granted: continue
      }
    }
    return nil
  }
}

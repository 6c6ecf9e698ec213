// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The decision of the merged stores on one item (S11).
package enum ShieldDecision: Hashable, Sendable {
  /// Nothing covers it.
  case free
  /// A grant opens it for now (LIVE-GRT1).
  case granted
  /// Hidden or filtered, by this family or by the operator (nil). Overrides any shield (M10).
  case blocked(FamilyID?)
  /// Shielded. The winner, nil for the operator, draws the shield (S11).
  case shielded(ShieldHit, winner: FamilyID?)
}

/// One family's rule that shields an item.
package struct ShieldClaim: Hashable, Sendable {
  package var family: FamilyID?
  package var hit: ShieldHit
  /// Name of the store with the narrowest rule.
  package var store: String
  /// The number at which the rule appeared, which decides which family shielded first (S11).
  package var order: Int64
}

/// The decision of all settings on one item, before grants and the current shield are considered.
struct SettingsVerdict: Sendable {
  enum Word {
    case free
    case blocked(FamilyID?)
    /// Carries all claims, the winner first.
    case shielded([ShieldClaim])
  }

  var facts: ItemFacts
  var word: Word

  var isFree: Bool {
    if case .free = word { true } else { false }
  }
}

extension DeviceRules {
  /// The decision on an item: blocked beats a grant, a grant beats a shield (M10, LIVE-GRT1).
  ///
  /// - Parameter holder: the family whose shield is up. It keeps the shield while it still shields the item (S11).
  package func decision(on item: Item, in state: DeviceState, holder: FamilyID? = nil) -> ShieldDecision {
    decision(by: verdict(on: item, in: state), in: state, holder: holder)
  }

  private func decision(by verdict: SettingsVerdict, in state: DeviceState, holder: FamilyID?) -> ShieldDecision {
    switch verdict.word {
    case .free: return .free
    case .blocked(let family): return .blocked(family)
    case .shielded(let claims):
      if isGranted(verdict.facts, in: state) { return .granted }
      guard let winner = claims.first(where: { holder != nil && $0.family == holder }) ?? claims.first else {
        return .free
      }
      return .shielded(winner.hit, winner: winner.family)
    }
  }

  /// The verdict of the settings on an item. It changes only with them and with the registry.
  func verdict(on item: Item, in state: DeviceState) -> SettingsVerdict {
    let facts = ItemFacts(item, registry: registry)
    let blocking = state.families.filter { $0.value.blocks(item, registry: registry) }
    if let family = blocking.keys.min() { return SettingsVerdict(facts: facts, word: .blocked(family)) }
    if state.operatorStores.values.contains(where: { $0.blocks(item, registry: registry) }) {
      return SettingsVerdict(facts: facts, word: .blocked(nil))
    }
    let claims = claims(on: facts, in: state)
    return SettingsVerdict(facts: facts, word: claims.isEmpty ? .free : .shielded(claims))
  }

  /// All families that shield an item, the winner first (S11): the `.child` holder, then direct before category, then
  /// the earliest rule, then the family id. The operator's policy comes last.
  package func claims(on item: Item, in state: DeviceState) -> [ShieldClaim] {
    claims(on: ItemFacts(item, registry: registry), in: state)
  }

  private func claims(on facts: ItemFacts, in state: DeviceState) -> [ShieldClaim] {
    var claims: [(claim: ShieldClaim, isChild: Bool)] = []
    for (id, family) in state.families {
      guard let found = family.shieldHit(on: facts) else { continue }
      let order = family.order(of: found.hit, on: facts)
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

  /// Updates the shield on screen to match the foreground and the stores (S1, S3).
  ///
  /// - Parameter changed: the families whose visible shield requests its configuration again, because they changed a
  ///   shield setting or asked for it (S5).
  func updateShield(_ state: inout DeviceState, changed: Set<FamilyID> = []) -> [ShieldTransition] {
    let at = state.now
    let new = wantedShield(plan(for: state.front, in: &state), in: state)
    guard var shown = state.shield else {
      state.shield = new
      return new.map { [ShieldTransition(change: .appeared, shield: $0, at: at)] } ?? []
    }
    guard let new, new.item == shown.item else {
      state.shield = new
      let gone = ShieldTransition(change: .disappeared, shield: shown, at: at)
      return [gone] + (new.map { [ShieldTransition(change: .appeared, shield: $0, at: at)] } ?? [])
    }
    let isStale =
      shown.family != new.family || shown.hit != new.hit || shown.asksAgainAt != nil
      || new.family.map(changed.contains) == true
    guard isStale else { return [] }
    let isAsked = shown.askAgain(as: new, at: at)
    state.shield = shown
    return isAsked ? [ShieldTransition(change: .changed, shield: shown, at: at)] : []
  }

  /// Requests the configuration of a family's shield again, after `.defer` or at the family's request (S5).
  ///
  /// - Parameter item: the item that the shield must cover; `nil` for any.
  package func askAgain(_ family: FamilyID, over item: Item? = nil, in state: inout DeviceState) -> [ShieldTransition] {
    guard let shield = state.shield, shield.family == family, item == nil || item == shield.item else { return [] }
    return updateShield(&state, changed: [family])
  }

  /// The shield to show for the foreground, the outer item first: a shielded or hidden browser hides its page (S3).
  private func wantedShield(_ plan: ForegroundPlan, in state: DeviceState) -> Shield? {
    for verdict in plan.verdicts {
      let item = verdict.facts.item
      let isUp = state.shield?.item == item
      switch decision(by: verdict, in: state, holder: isUp ? state.shield?.family : nil) {
      case .shielded(let hit, let winner):
        return Shield(item: item, hit: hit, family: winner, since: isUp ? state.shield?.since ?? state.now : state.now)
      case .blocked: return nil
      case .free, .granted: continue
      }
    }
    return nil
  }
}

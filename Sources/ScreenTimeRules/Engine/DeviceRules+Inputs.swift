// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Inputs that take no time. What they make due comes with the next ``DeviceRules/advance(_:through:cause:)``.
extension DeviceRules {
  /// A delivery was settled, in whichever way: its activity may leave now (D13). Unknown numbers do nothing.
  package func settle(_ sequence: Int64, of family: FamilyID, in state: inout DeviceState) {
    guard let index = state.families[family]?.outstanding.firstIndex(where: { $0.sequence == sequence }) else { return }
    state.keepingPlans { $0[family]?.outstanding.remove(at: index) }
    if state.families[family]?.activities.values.contains(where: \.isOver) == true {
      state.families[family]?.removeFinishedActivities()
    }
  }

  /// What a request for authorization comes to before anybody is asked (A4, A6).
  package func authorizationVerdict(
    for member: FamilyMember, of family: FamilyID, in state: DeviceState
  ) -> AuthorizationVerdict {
    guard let known = state.families[family] else { return .unavailable }
    if known.isApproved { return known.member == member ? .alreadyApproved : .conflict }
    let isTaken = state.families.contains { $0.key != family && $0.value.isApproved && $0.value.member == .child }
    return member == .child && isTaken ? .childTaken : .ask
  }

  /// The person or guardian agreed (A3, A5).
  package func approve(_ family: FamilyID, as member: FamilyMember, in state: inout DeviceState) -> Outcome {
    guard var known = state.families[family] else { return Outcome() }
    known.authorization = .approved
    known.member = member
    known.revision += 1
    state.families[family] = known
    return Outcome(shields: updateShield(&state))
  }

  /// The person refused (A7).
  package func deny(_ family: FamilyID, in state: inout DeviceState) {
    guard state.families[family]?.isApproved == false else { return }
    state.families[family]?.authorization = .denied
    state.families[family]?.revision += 1
  }

  /// Revocation by the family or from outside (A9, A10).
  ///
  /// - Parameter keepsShields: the person's choice: the family's shields stay, as the operator's own policy.
  package func revoke(_ family: FamilyID, keepsShields: Bool = false, in state: inout DeviceState) -> Outcome {
    guard let known = state.families[family] else { return Outcome() }
    if keepsShields, known.isApproved {
      for (name, store) in known.stores where store.isActive {
        let shields = store.values.filter { $0.key.isShield }
        if !shields.isEmpty {
          state.operatorStores["\(family.rawValue)/\(name)"] = SettingsStore(values: shields)
        }
      }
    }
    var transaction = EffectTransaction(
      rules: self, context: context(state), id: family, performing: nil, family: known)
    transaction.revoke()
    return transaction.family == known ? Outcome() : commit(transaction, to: &state)
  }

  /// The family is removed with everything it had (M4).
  package func remove(_ family: FamilyID, in state: inout DeviceState) -> Outcome {
    let dropped = state.families[family]?.outstanding.map(\.sequence) ?? []
    state.families[family] = nil
    return Outcome(shields: updateShield(&state), dropped: dropped)
  }

  /// The person's zone changed (D16).
  package func setPlace(_ place: CalendarPlace, in state: inout DeviceState) {
    let old = state.place
    guard old != place else { return }
    state.place = place
    let context = context(state)
    state.forEachActivity { _, activity in
      activity.moveZone(from: old, in: context)
      return true
    }
    state.plans.forget()
  }

  /// The clock jumped, or the host was down and no sample tells of that time (D17). Forward, an open interval that
  /// ended is owed its end, then the running one its start; what was wholly missed owes nothing. Backward, nothing
  /// comes twice.
  package func jump(to now: Timestamp, in state: inout DeviceState) {
    let isBackward = now < state.now
    state.now = now
    let context = context(state)
    state.forEachActivity { _, activity in
      if isBackward { activity.moveBack(in: context) } else { activity.tick(in: context) }
      return true
    }
    state.plans.forget()
  }

  /// A guardian opens an item until an instant (`linux.md` GRT-1); no store is touched, so shields return by themselves.
  package func grant(_ item: Item, until end: Timestamp, in state: inout DeviceState) -> Outcome {
    state.grants[item] = end > state.now ? end : nil
    return Outcome(shields: updateShield(&state))
  }

  /// The operator's own policy changed (M2).
  package func setOperatorStores(_ stores: [String: SettingsStore], in state: inout DeviceState) -> Outcome {
    state.operatorStores = stores
    return Outcome(shields: updateShield(&state))
  }
}

/// What a request for authorization comes to before anybody is asked (A4, A6).
package enum AuthorizationVerdict: String, Sendable {
  /// Succeeds without a surface.
  case alreadyApproved
  /// Approved for the other member: revoke first.
  case conflict
  /// Another family holds `.child`; how that is told depends on the privacy profile (A4).
  case childTaken
  case ask
  case unavailable
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Granting and ending the authorization of families (A3–A10).
extension DeviceRules {
  private static let hour: Int64 = 3_600_000

  /// Decides a request from a family's app and records its prompt.
  ///
  /// A refusal without a prompt sets the same status as a person's refusal, so that the app can't tell the two apart
  /// (A7).
  package func requestAuthorization(
    for member: FamilyMember, of family: FamilyID, in state: inout DeviceState
  ) -> AuthorizationVerdict {
    let verdict = authorizationVerdict(for: member, of: family, in: state)
    switch verdict {
    case .ask: state.prompts[family] = recentPrompts(of: family, in: state) + [state.now]
    case .refused(.authorizationCanceled): deny(family, in: &state)
    case .alreadyApproved, .refused: break
    }
    return verdict
  }

  /// Decides a request without recording a prompt or a refusal.
  package func authorizationVerdict(
    for member: FamilyMember, of family: FamilyID, in state: DeviceState
  ) -> AuthorizationVerdict {
    if let verdict = standingVerdict(for: member, of: family, in: state) { return verdict }
    let authenticator: Authenticator
    switch member {
    case .child:
      guard authorization.person == .child, authorization.authenticators.contains(.guardian) else {
        return .refused(.invalidAccountType)
      }
      authenticator = .guardian
    case .individual:
      guard authorization.authenticators.contains(.owner) else {
        return .refused(.authenticationMethodUnavailable)
      }
      authenticator = .owner
    }
    let isTooOften = recentPrompts(of: family, in: state).count >= authorization.promptsAnHour
    return isTooOften ? .refused(.authorizationCanceled) : .ask(authenticator)
  }

  /// The verdict if the existing grants already determine it, or `nil` if a person decides. It is checked again after the
  /// person agrees, because another prompt may have been answered first.
  package func standingVerdict(
    for member: FamilyMember, of family: FamilyID, in state: DeviceState
  ) -> AuthorizationVerdict? {
    guard let known = state.families[family] else { return .refused(.unavailable) }
    if authorization.forbiddenFamilies.contains(family) { return .refused(.restricted) }
    if known.isApproved { return known.member == member ? .alreadyApproved : .refused(.authorizationConflict) }
    let isTaken = member == .child && state.families.values.contains { $0.isApproved && $0.member == .child }
    // A conflict reveals that another family exists, which only the profile `open` allows (A4).
    if isTaken { return .refused(tellsOfOtherFamilies ? .authorizationConflict : .authorizationCanceled) }
    return nil
  }

  /// Returns the prompts of the last hour. Prompts dated after `now` don't count: a clock that was set back would
  /// otherwise lock the family out.
  private func recentPrompts(of family: FamilyID, in state: DeviceState) -> [Timestamp] {
    (state.prompts[family] ?? []).filter { (0..<Self.hour).contains(state.now.milliseconds(since: $0)) }
  }

  /// Records that the person or guardian agreed (A3, A5).
  package func approve(_ family: FamilyID, as member: FamilyMember, in state: inout DeviceState) -> Outcome {
    guard var known = state.families[family] else { return Outcome() }
    known.authorization = .approved
    known.member = member
    known.revision += 1
    state.families[family] = known
    return Outcome(shields: updateShield(&state))
  }

  /// Records that the person refused (A7).
  package func deny(_ family: FamilyID, in state: inout DeviceState) {
    guard let known = state.families[family], !known.isApproved, known.authorization != .denied else { return }
    state.families[family]?.authorization = .denied
    state.families[family]?.revision += 1
  }

  // MARK: - Ending it

  /// Whether an authority may end a family's authorization. A child's authorization can only be ended by its guardian,
  /// or by the operator through the device's configuration (A8).
  package func mayEndAuthorization(of family: FamilyID, by authority: Authority, in state: DeviceState) -> Bool {
    guard let known = state.families[family], known.isApproved, known.member == .child else { return true }
    return authority == .guardian || authority == .operator
  }

  /// Revokes a family's authorization from outside the family (A9, A10).
  ///
  /// - Parameter keepsShields: whether the person keeps the family's shields, as the operator's own policy.
  /// - Throws: `.authorizationCanceled` if only the guardian may revoke it (A8). The state is then unchanged.
  package func revoke(
    _ family: FamilyID, by authority: Authority, keepsShields: Bool = false, in state: inout DeviceState
  ) throws(AuthorizationRefusal) -> Outcome {
    guard mayEndAuthorization(of: family, by: authority, in: state) else { throw .authorizationCanceled }
    guard let known = state.families[family], known.isApproved else { return Outcome() }
    if keepsShields {
      for (name, store) in known.stores where store.isActive {
        let shields = store.values.filter { $0.key.isShield }
        if !shields.isEmpty {
          state.operatorStores["\(family.rawValue)/\(name)"] = SettingsStore(values: shields)
        }
      }
    }
    var transaction = RuleTransaction(
      rules: self, context: context(state), id: family, performing: nil, family: known)
    transaction.revoke()
    return commit(transaction, to: &state)
  }

  /// Removes the family with all of its state (M4).
  ///
  /// - Throws: `.authorizationCanceled` if only the guardian may remove it (A8). The state is then unchanged.
  package func remove(
    _ family: FamilyID, by authority: Authority, in state: inout DeviceState
  ) throws(AuthorizationRefusal) -> Outcome {
    guard mayEndAuthorization(of: family, by: authority, in: state) else { throw .authorizationCanceled }
    let dropped = state.families[family]?.outstanding.map(\.sequence) ?? []
    state.families[family] = nil
    state.prompts[family] = nil
    return Outcome(shields: updateShield(&state), dropped: dropped)
  }

  /// Ends supervision, which revokes everything that a guardian approved for the child.
  ///
  /// - Returns: the families that lost their authorization, each with its outcome.
  /// - Throws: `.authorizationCanceled` if only the guardian may end it (A8). The state is then unchanged.
  package func endSupervision(
    by authority: Authority, in state: inout DeviceState
  ) throws(AuthorizationRefusal) -> [FamilyID: Outcome] {
    let held = state.familyIDs.filter {
      state.families[$0]?.isApproved == true && state.families[$0]?.member == .child
    }
    guard held.allSatisfy({ mayEndAuthorization(of: $0, by: authority, in: state) }) else {
      throw .authorizationCanceled
    }
    var outcomes: [FamilyID: Outcome] = [:]
    for family in held { outcomes[family] = try revoke(family, by: authority, in: &state) }
    return outcomes
  }
}

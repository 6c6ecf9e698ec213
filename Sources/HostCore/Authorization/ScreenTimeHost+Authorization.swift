// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - Asking

extension ScreenTimeHost {
  /// An app's `authorize`: the rules say whether anybody is asked, the person's answer is durable at once.
  func authorize(
    _ params: AuthorizeParams, _ family: FamilyID, _ program: HostedProgram, _ transaction: CallbackTransaction
  ) throws -> WireValue {
    try require(.authorization, program)
    let member: FamilyMember = params.member == .child ? .child : .individual
    let verdict = rules.requestAuthorization(for: member, of: family, in: &state)
    transaction.adopt { _ = rules.requestAuthorization(for: member, of: family, in: &$0) }
    switch verdict {
    case .alreadyApproved: break
    case .refused(let refusal):
      try persist()
      throw ErrorObject(refusal)
    case .ask(let authenticator):
      let answer = configuration.answers.authorization(of: family)
      guard answer.isConsent else {
        rules.deny(family, in: &state)
        transaction.adopt { rules.deny(family, in: &$0) }
        try persist()
        tell(family, "refused", detail: "\(answer.rawValue) by the \(authenticator.rawValue)")
        throw ErrorObject(.authorizationCanceled)
      }
      try grant(family, as: member) { change in transaction.adopt(change) }
    }
    let result = AuthorizeResult(authorization: .approved)
    return try self.answer { () throws(FlowPolicyError) in try encoder(for: .app, of: family).result(of: result) }
  }

  /// A family without an app can't ask, so the person's answer stands for it.
  func approveWithoutApp(_ family: FamilyID) throws {
    guard state.families[family]?.authorization == .notDetermined,
      case .ask = rules.authorizationVerdict(for: .individual, of: family, in: state),
      configuration.answers.authorization(of: family).isConsent
    else { return }
    try grant(family, as: .individual) { _ in }
  }

  /// The person agreed: a new audience, the state, and the ledger entry in one transaction.
  private func grant(
    _ family: FamilyID, as member: FamilyMember, adopt: ((inout DeviceState) -> Void) -> Void
  ) throws {
    let outcome = rules.approve(family, as: member, in: &state)
    adopt { _ = rules.approve(family, as: member, in: &$0) }
    let random = random.stream("grant \(family.rawValue) \(state.families[family]?.revision ?? 0)")
    try persist(outcome, of: family) { transaction in
      var person = try transaction.meta(HostMeta.person)
      if person == nil {
        person = self.random.stream("person").bytes(16)
        try transaction.setMeta(HostMeta.person, to: person)
      }
      try tokens.grant(
        AudienceRow(
          family: family.rawValue, person: person ?? [], fingerprint: random.bytes(32), grantSalt: random.bytes(16),
          epoch: 1, rotatedOn: nil), in: transaction)
      try enter(
        LedgerEvent(
          family: family.rawValue, kind: .grant,
          values: ["member": .word(member.rawValue), "profile": .word(profile.rawValue)],
          profile: profile), in: transaction)
      try keepConsent(to: configuration.profile, policy: policy.version, for: family, in: transaction)
    }
    updateGrids()
    tell(family, "approved", detail: member.rawValue)
  }
}

// MARK: - Ending

extension ScreenTimeHost {
  /// Somebody takes a family's authorization away (A9, A10): rules, tokens, owed deliveries and ledger in one
  /// transaction. A running app is told at once, everything else of the family by its next snapshot.
  ///
  /// - Parameter keepsShields: the person's choice: the shields stay, as the operator's own policy (CS4).
  /// - Throws: `HostError` where only a guardian may (A8); nothing has changed then.
  package func revoke(_ family: FamilyID, by authority: Authority, keepsShields: Bool = false) throws {
    try durably { try endAuthorization(of: family, by: authority, keepsShields: keepsShields) }
  }

  private func endAuthorization(of family: FamilyID, by authority: Authority, keepsShields: Bool = false) throws {
    guard state.families[family]?.isApproved == true else { return }
    var changed = state
    let outcome: Outcome
    do throws(AuthorizationRefusal) {
      outcome = try rules.revoke(family, by: authority, keepsShields: keepsShields, in: &changed)
    } catch {
      throw Self.needsGuardian("The authorization of \(family.rawValue)")
    }
    killExtensions(of: family)
    try end(family, outcome, becoming: changed)
    tell(family, "revoked", detail: "by the \(authority.rawValue)")
    try push([.authorization, .stores, .activities, .tokens], to: family)
  }

  /// Removes a family with everything it had (M4): settings, activities, tokens, what it is owed, and once its processes
  /// are gone its container and the host's copies of its programs.
  ///
  /// - Throws: `HostError` where only a guardian may (A8); nothing has changed then.
  package func remove(_ family: FamilyID, by authority: Authority) throws {
    guard state.families[family] != nil else { return }
    var changed = state
    let outcome: Outcome
    do throws(AuthorizationRefusal) {
      outcome = try rules.remove(family, by: authority, in: &changed)
    } catch {
      throw Self.needsGuardian("The family \(family.rawValue)")
    }
    let programs = families[family].map { Array($0.programs.values) } ?? []
    for program in programs { program.supervised.stop(.operator, now: state.now.milliseconds) }
    try durably { try end(family, outcome, becoming: changed, forgetsOpening: true) }
    tell(family, "removed", detail: "by the \(authority.rawValue)")
    try eraseRemovedFamilies()
  }

  /// Families that the operator has come to forbid lose what they were given (A12).
  func enforceAuthorizationPolicy() throws {
    for family in state.familyIDs where configuration.authorization.forbiddenFamilies.contains(family) {
      try endAuthorization(of: family, by: .operator)
    }
  }

  /// Nothing of a revoked family goes on but its open app, which is told (A10). They are killed, not asked: a callback
  /// in flight is dropped with what it wanted.
  func killExtensions(of family: FamilyID) {
    for program in families[family]?.programs.values.map(\.self) ?? [] where program.point != .app {
      program.supervised.revoke(now: state.now.milliseconds)
    }
  }

  /// The states of a family's processes, by their names in the journal.
  package func processStates(of family: FamilyID) -> [String] {
    (families[family]?.programs.values.map(\.self) ?? []).map(\.supervised.lifecycle.state.name)
  }

  private func end(
    _ family: FamilyID, _ outcome: Outcome, becoming changed: DeviceState, forgetsOpening: Bool = false
  ) throws {
    let wasApproved = state.families[family]?.isApproved == true
    state = changed
    updatePress(for: outcome.shields)
    let gone = owed.filter { $0.family == family.rawValue }.map { (family, $0.sequence) }
    try persist(dropping: gone) { transaction in
      try savePress(in: transaction)
      if wasApproved { try void(family, in: transaction) }
      if forgetsOpening {
        try transaction.setMeta(HostMeta.opened(family), to: nil)
        try noteErasure(of: family, in: transaction)
      }
    }
    for transition in outcome.shields { try show(transition) }
  }

  /// The family's tokens name nothing any more (A9), and the ledger says so.
  func void(_ family: FamilyID, in transaction: StoreTransaction) throws {
    try tokens.revoke(family.rawValue, in: transaction)
    try enter(LedgerEvent(family: family.rawValue, kind: .revoke, profile: profile), in: transaction)
  }

  /// What a guardian approved ends with a guardian's consent only (A8): asked for when the app wants to end it.
  func consentToRevoke(_ family: FamilyID, in state: DeviceState) -> Set<Authenticator> {
    guard !rules.mayEndAuthorization(of: family, by: .family, in: state),
      configuration.authorization.authenticators.contains(.guardian)
    else { return [] }
    let answer = configuration.answers.revocation(of: family)
    tell(family, "revocation", detail: "\(answer.rawValue) by the guardian")
    return answer.isConsent ? [.guardian] : []
  }

  private static func needsGuardian(_ what: String) -> HostError {
    HostError(.failed, "\(what) was approved for a child; only its guardian can end that.")
  }

  private func tell(_ family: FamilyID, _ what: String, detail: String) {
    observer.tell(
      state.now, HostEvent(at: state.now, .authorization, family: family.rawValue, what, detail: detail))
  }

  /// A ledger entry of this instant.
  @discardableResult
  func enter(_ event: LedgerEvent, in transaction: StoreTransaction) throws -> LedgerReceipt {
    try ledger.append(event, day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
  }
}

extension ErrorObject {
  /// A refusal by the name of its `FamilyControlsError` (1300).
  init(_ refusal: AuthorizationRefusal) {
    self.init(.authorization, refusal.sentence, reason: refusal.rawValue)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Authorization to manage the device: requested by apps, granted and revoked by people (A1–A13).
final class Authorizations {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let persons: PersonDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let requests: RequestMaker
  let endings: Endings
  let looks: Looks
  let visits: Visits
  let home: HomeActs
  let random: HostRandom

  init(_ owners: Owners, requests: RequestMaker, endings: Endings, looks: Looks, visits: Visits, home: HomeActs) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    persons = owners.persons
    consent = owners.consent
    chronicle = owners.chronicle
    random = owners.random
    self.requests = requests
    self.endings = endings
    self.looks = looks
    self.visits = visits
    self.home = home
  }

  private var now: Timestamp { memory.state.now }

  // MARK: - Asking

  /// Handles an app's `authorize`. The rules decide whether to ask a person; the answer is durable immediately.
  func request(
    _ params: AuthorizeParams, _ id: QuestionID, _ call: OpenCall, _ program: HostedProgram, _ turn: Turn
  ) throws {
    try program.require(.authorization)
    let member: FamilyMember = params.member == .child ? .child : .individual
    switch memory.change({ rules, state in rules.requestAuthorization(for: member, of: call.family, in: &state) }) {
    case .alreadyApproved: answerApproved(id, program, turn)
    case .refused(let refusal): turn.say(.answer(id, .refusal(ErrorObject(refusal))))
    case .ask(let authenticator):
      endings.desk.change(call.id) { $0.question = id }
      try persons.ask(
        .authorization(member, authenticator), .authorization(call.family, as: member, by: authenticator),
        within: call.id, at: now, turn)
    }
  }

  /// Carries out the answer to an app's prompt, and answers the app.
  ///
  /// - Returns: whether the family has the grant that the person agreed to.
  func answered(
    _ answer: PromptAnswer, _ member: FamilyMember, by authenticator: Authenticator, as profile: PrivacyProfile?,
    _ id: QuestionID, _ program: HostedProgram, _ turn: Turn
  ) throws -> Bool {
    guard answer.isConsent else {
      // Only a refusal changes the status: after a prompt that closed without an answer it stays undetermined (H10), and
      // the app may ask again.
      var refusal = ErrorObject(.authorizationCanceled)
      if answer == .denied {
        memory.change { rules, state in rules.deny(program.family, in: &state) }
        try enterRefusal(of: program.family, Self.managing(as: member), turn)
      } else {
        refusal.retry = .same
      }
      tell(program.family, "refused", detail: "\(answer.rawValue) by the \(authenticator.rawValue)", turn)
      turn.say(.answer(id, .refusal(refusal)))
      return false
    }
    if let refusal = try grant(program.family, as: member, profile: profile, turn) {
      turn.say(.answer(id, .refusal(ErrorObject(refusal))))
      return false
    }
    turn.afterCommit { self.answerApproved(id, program, turn) }
    return true
  }

  private func answerApproved(_ id: QuestionID, _ program: HostedProgram, _ turn: Turn) {
    let result = AuthorizeResult(authorization: .approved)
    turn.say(
      .answer(
        id,
        .of { () throws(ErrorObject) in
          try requests.answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
        }))
  }

  /// Asks the person to authorize a family without an app, since only an app can request it.
  func meet(_ family: FamilyID, _ turn: Turn) throws {
    guard registry.families[family] != nil, registry[family, .app] == nil,
      memory.state.families[family]?.authorization == .notDetermined,
      case .ask(let authenticator) = memory.rules.authorizationVerdict(for: .individual, of: family, in: memory.state)
    else { return }
    try persons.ask(
      .acquaintance(.individual), .authorization(family, as: .individual, by: authenticator), at: now, turn)
  }

  /// Grants the authorization: the new audience, the state and the ledger entry are one transaction.
  ///
  /// - Parameter profile: the one that the person allows, if that is narrower than the host's.
  /// - Returns: why nothing was granted although the person agreed. A family that already has this grant keeps it with
  ///   its tokens.
  @discardableResult
  func grant(
    _ family: FamilyID, as member: FamilyMember, profile: PrivacyProfile? = nil, _ turn: Turn
  ) throws -> AuthorizationRefusal? {
    switch memory.rules.standingVerdict(for: member, of: family, in: memory.state) {
    case .alreadyApproved: return nil
    case .refused(let refusal):
      // The status is that of a request that was refused without a prompt (A7).
      if refusal == .authorizationCanceled { memory.change { rules, state in rules.deny(family, in: &state) } }
      tell(family, "refused", detail: refusal.rawValue, turn)
      return refusal
    case .ask, nil: break
    }
    let outcome = memory.change { rules, state in rules.approve(family, as: member, in: &state) }
    let stream = random.stream("grant \(family.rawValue) \(memory.state.families[family]?.revision ?? 0)")
    var person = try turn.transaction.meta(HostMeta.person)
    if person == nil {
      person = random.stream("person").bytes(16)
      try turn.transaction.setMeta(HostMeta.person, to: person)
    }
    try consent.tokens.grant(
      AudienceRow(
        family: family.rawValue, person: person ?? [], fingerprint: stream.bytes(32), grantSalt: stream.bytes(16),
        epoch: 1, rotatedOn: nil), in: turn.transaction)
    let agreed = Consent(profile, of: consent)
    let inForce = PrivacyProfile.isWider(consent.profile, than: agreed.profile) ? agreed.profile : consent.profile
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .grant,
        values: ["member": .word(member.rawValue), "profile": .word(inForce.rawValue)],
        profile: inForce), at: now, in: turn.transaction)
    try turn.transaction.setValue(agreed, HostMeta.consent(family))
    consent.noteAgreement(to: consent.policy.version, for: family)
    tell(family, "approved", detail: member.rawValue, turn)
    turn.afterCommit { self.updateGrids() }
    try looks.show(outcome.shields, turn)
    return nil
  }

  /// Enters that the person said no. The family learns that it was refused (A7), never by whom or why.
  func enterRefusal(of family: FamilyID, _ what: String, _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .refused, values: ["what": .word(what)], profile: consent.profile), at: now,
      in: turn.transaction)
  }

  static func managing(as member: FamilyMember) -> String { "manage Screen Time (\(member.rawValue))" }

  /// Assigns each family the slots of its grant. Called again after a grant or a reset, which changes the phase.
  func updateGrids() {
    let grids = consent.grids(of: memory.state.familyIDs)
    memory.adjustRules { $0.grids = grids }
  }

  // MARK: - Ending

  /// Revokes a family's authorization (A9, A10): rules, tokens, pending deliveries and ledger in one transaction. An
  /// open app is notified immediately; the family's other programs see it in their next snapshot.
  ///
  /// - Throws: `HostError` if only a guardian may revoke it (A8). Nothing has changed then.
  func revoke(_ family: FamilyID, by authority: Authority, keepsShields: Bool = false, _ turn: Turn) throws {
    guard memory.state.families[family]?.isApproved == true else { return }
    let outcome: Outcome
    do throws(AuthorizationRefusal) {
      outcome = try memory.change { rules, state throws(AuthorizationRefusal) in
        try rules.revoke(family, by: authority, keepsShields: keepsShields, in: &state)
      }
    } catch {
      throw Self.needsGuardian("The authorization of \(family.rawValue)")
    }
    try endings.stopExtensions(of: family, turn)
    try end(family, wasApproved: true, turn)
    tell(family, "revoked", detail: "by the \(authority.rawValue)", turn)
    try looks.show(outcome.shields, turn)
    visits.push([.authorization, .stores, .activities, .tokens], to: family, turn)
  }

  /// Removes a family with everything it had (M4): settings, activities, tokens and pending callbacks; after its
  /// processes have exited, also its container and the host's copies of its programs.
  ///
  /// - Throws: `HostError` if only a guardian may remove it (A8). Nothing has changed then.
  func remove(_ family: FamilyID, by authority: Authority, keepsShields: Bool = false, _ turn: Turn) throws {
    guard let known = memory.state.families[family] else { return }
    let outcome: Outcome
    do throws(AuthorizationRefusal) {
      outcome = try memory.change { rules, state throws(AuthorizationRefusal) in
        if keepsShields { _ = try rules.revoke(family, by: authority, keepsShields: true, in: &state) }
        return try rules.remove(family, by: authority, in: &state)
      }
    } catch {
      throw Self.needsGuardian("The family \(family.rawValue)")
    }
    for program in registry.programs(of: family) {
      try endings.cancelCalls(of: program, .removed, turn)
      turn.say(.stop(program.id, .operator))
      try turn.transaction.setMeta(HostMeta.output(program.id), to: nil)
    }
    try end(family, wasApproved: known.isApproved, turn)
    try turn.transaction.setMeta(HostMeta.opened(family), to: nil)
    try turn.transaction.setMeta(HostMeta.buttons(family), to: nil)
    try turn.transaction.setMeta(HostMeta.poison(family), to: nil)
    try turn.transaction.setMeta(HostMeta.writers(family), to: nil)
    try FamilyErasure.note(family, in: turn.transaction)
    endings.notices.remove(family, turn)
    try home.widgets.removeAll(of: family, turn)
    try home.filters.remove(family, turn)
    try looks.show(outcome.shields, turn)
    tell(family, "removed", detail: "by the \(authority.rawValue)", turn)
  }

  /// Revokes the authorization of every family that the operator's policy forbids (A12).
  func enforcePolicy(_ turn: Turn) throws {
    for family in memory.state.familyIDs where memory.rules.authorization.forbiddenFamilies.contains(family) {
      try revoke(family, by: .operator, turn)
    }
  }

  private func end(_ family: FamilyID, wasApproved: Bool, _ turn: Turn) throws {
    let gone = outbox.owed.filter { $0.family == family.rawValue }.map(\.sequence)
    try outbox.drop(gone, of: family, at: now, in: turn.transaction)
    if wasApproved { try endings.void(family, turn) }
  }

  private static func needsGuardian(_ what: String) -> HostError {
    HostError(.failed, "\(what) was approved for a child; only its guardian can end that.")
  }

  func tell(_ family: FamilyID, _ what: String, detail: String, _ turn: Turn) {
    turn.tell(HostEvent(at: now, .authorization, family: family.rawValue, what, detail: detail))
  }
}

extension ErrorObject {
  /// The refusal, with the name of its `FamilyControlsError` as the reason (code 1300).
  init(_ refusal: AuthorizationRefusal) {
    self.init(.authorization, refusal.sentence, reason: refusal.rawValue)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Reconciles the configured profile and the current policy with what people agreed to (PRIV-CS1, PRIV-CS2, PRIV-FP6).
final class Consents {
  let memory: DeviceMemory
  let registry: FamilyRegistry
  let persons: PersonDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let authorizations: Authorizations
  /// The mode of the rules under every profile but `tight`.
  private let mode: DeliveryMode

  init(_ owners: Owners, authorizations: Authorizations) {
    memory = owners.memory
    registry = owners.registry
    persons = owners.persons
    consent = owners.consent
    chronicle = owners.chronicle
    self.authorizations = authorizations
    mode = owners.configuration.mode
  }

  private var now: Timestamp { memory.state.now }

  /// Applies a narrower profile immediately and asks for consent to a wider one. Until every family's person has
  /// consented, the old profile holds for all families, since the grid belongs to the device.
  func settle(_ turn: Turn) throws {
    for family in memory.state.familyIDs where memory.state.families[family]?.isApproved == true {
      try settle(family, turn)
    }
    try load(turn.transaction)
    try tellOfWidenings(turn)
  }

  /// Reads the agreements and updates the rules to match.
  func load(_ reader: StoreReader) throws {
    try consent.reload(reader, families: memory.state.familyIDs)
    try applyProfile(reader)
  }

  /// Whether ``settle(_:)`` has anything to write or to ask.
  func isDue(_ reader: StoreReader) throws -> Bool {
    try memory.state.familyIDs.contains { family in
      guard memory.state.families[family]?.isApproved == true else { return false }
      guard let known = try reader.value(Consent.self, HostMeta.consent(family)) else { return true }
      if known.profile != consent.wanted, known.declined != consent.wanted { return true }
      return suspension(of: family).map { $0.widened != known.toldOf } ?? false
    }
  }

  private func settle(_ family: FamilyID, _ turn: Turn) throws {
    let wanted = consent.wanted
    guard let known = try turn.transaction.value(Consent.self, HostMeta.consent(family)) else {
      // Agreements from before consents were stored were made under the first policy.
      return try keep(Consent(profile: wanted, policy: 1), of: family, turn)
    }
    guard known.profile != wanted else { return }
    if PrivacyProfile.isWider(wanted, than: known.profile) {
      guard known.declined != wanted else { return }
      try persons.ask(.profile, .profile(family, profile: wanted.rawValue), at: memory.state.now, turn)
    } else {
      // Narrowing the profile is not a consent to a newer policy.
      try change(family, to: Consent(profile: wanted, policy: known.policy), turn)
    }
  }

  /// Handles the person's answer to a profile wider than the one they agreed to.
  func answered(_ answer: PromptAnswer, of family: FamilyID, _ turn: Turn) throws {
    guard var known = try turn.transaction.value(Consent.self, HostMeta.consent(family)) else { return }
    let wanted = consent.wanted
    if answer.isConsent {
      try change(family, to: Consent(wanted, of: consent), turn)
    } else {
      known.declined = wanted
      try turn.transaction.setValue(known, HostMeta.consent(family))
      try chronicle.enter(
        LedgerEvent(
          family: family.rawValue, kind: .policyWidened,
          values: [
            "what": .word("Learning more finely (\(wanted.rawValue))"), "meanwhile": .word("it stays as it was"),
          ], profile: known.profile), at: now, in: turn.transaction)
    }
    try applyProfile(turn.transaction)
  }

  private func change(_ family: FamilyID, to agreed: Consent, _ turn: Turn) throws {
    try keep(agreed, of: family, turn)
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .profileChanged, values: ["profile": .word(agreed.profile.rawValue)],
        profile: agreed.profile), at: now, in: turn.transaction)
  }

  private func keep(_ agreed: Consent, of family: FamilyID, _ turn: Turn) throws {
    try turn.transaction.setValue(agreed, HostMeta.consent(family))
    consent.noteAgreement(to: agreed.policy, for: family)
  }

  /// Updates the rules to the narrowest profile that a person agreed to.
  private func applyProfile(_ reader: StoreReader) throws {
    var narrowest = consent.wanted
    for family in memory.state.familyIDs where memory.state.families[family]?.isApproved == true {
      let known = try reader.value(Consent.self, HostMeta.consent(family))
      if let known, PrivacyProfile.isWider(narrowest, than: known.profile) { narrowest = known.profile }
    }
    consent.setProfile(narrowest)
    memory.adjustRules { [mode] rules in
      rules.limits.thresholdStepMilliseconds = Int64(narrowest.stepMinutes) * 60_000
      rules.tellsOfOtherFamilies = narrowest == .open
      // In `tight`, intervals begin and end by the clock alone, so they reveal nothing (DC2).
      rules.mode = narrowest == .tight ? .exact : mode
    }
    authorizations.updateGrids()
  }

  // MARK: - A policy that was widened since the person agreed (PRIV-FP6)

  /// The releases that are suspended until the person consents, or `nil` if there are none.
  func suspension(of family: FamilyID) -> Suspension? {
    guard let manifest = registry.families[family]?.manifest else { return nil }
    return Suspension(
      family: family.rawValue, name: manifest.displayName, points: Set(manifest.programs.map(\.point)),
      profile: consent.profile, agreed: consent.agreedPolicy(of: family, in: memory.state), policy: consent.policy)
  }

  /// Enters suspensions in the ledger, once per widening of the policy.
  private func tellOfWidenings(_ turn: Turn) throws {
    for suspension in memory.state.familyIDs.compactMap(suspension(of:)) {
      let family = FamilyID(suspension.family)
      guard var known = try turn.transaction.value(Consent.self, HostMeta.consent(family)),
        known.toldOf != suspension.widened
      else { continue }
      known.toldOf = suspension.widened
      try turn.transaction.setValue(known, HostMeta.consent(family))
      try chronicle.enter(
        LedgerEvent(
          family: family.rawValue, kind: .policyWidened,
          values: [
            "what": .word("What policy \(suspension.widened) widened (\(suspension.what))"),
            "meanwhile": .word("nothing of that is told or shown to it"),
          ], profile: consent.profile), at: now, in: turn.transaction)
    }
  }

  /// Records the person's consent to the current policy. Suspended releases resume, and the deliveries that waited are
  /// sent.
  ///
  /// - Parameter profile: how finely the family may learn from now on; `nil` for as finely as before.
  /// - Throws: `HostError` if nothing would change, or if only a guardian may agree (A8).
  func agree(to family: FamilyID, by authority: Authority, as profile: PrivacyProfile?, _ turn: Turn) throws {
    let isApproved = memory.state.families[family]?.isApproved == true
    guard isApproved, suspension(of: family) != nil || profile != nil else {
      throw HostError(
        .failed,
        "“\(family.rawValue)” has nothing to agree to; `sallyport consent \(family.rawValue)` shows its terms.")
    }
    let member = memory.state.families[family]?.member ?? .individual
    guard member != .child || authority == .guardian else {
      throw HostError(
        .failed,
        "“\(family.rawValue)” was approved for a child, so its guardian has to agree; repeat with --as guardian.")
    }
    var known =
      try turn.transaction.value(Consent.self, HostMeta.consent(family))
      ?? Consent(profile: consent.profile, policy: 1)
    let wasSuspended = suspension(of: family) != nil
    known.policy = consent.policy.version
    known.toldOf = nil
    try keep(known, of: family, turn)
    if let profile, profile != known.profile {
      try change(family, to: Consent(profile, of: consent), turn)
      try applyProfile(turn.transaction)
    }
    guard wasSuspended else { return }
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .grant,
        values: ["member": .word(member.rawValue), "profile": .word(consent.profile.rawValue)],
        profile: consent.profile), at: now, in: turn.transaction)
  }
}

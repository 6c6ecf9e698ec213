// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
package import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

/// What the person agreed to for a family, beside the grant itself.
struct Consent: Codable, Hashable {
  /// How finely it may know.
  var profile: PrivacyProfile
  /// The policy that the sheet was generated from.
  var policy: Int
  /// A wider profile that the person was asked about and declined: asked once, not at every start.
  var declined: PrivacyProfile?
  /// The last widening that the person was told of: once, not at every start.
  var toldOf: Int?
}

// MARK: - Consent (CS1, CS2)

extension ScreenTimeHost {
  /// What the person is asked before a family is approved: generated from the policy.
  package func consentSheet(for family: FamilyID, profile: PrivacyProfile? = nil) -> ConsentSheet {
    let known = families[family]
    return ConsentSheet(
      family: known?.manifest.displayName ?? family.rawValue,
      points: Set((known?.manifest.programs ?? []).map(\.point)), profile: profile ?? self.profile, tier: tier,
      policy: policy, suspended: suspension(of: family))
  }

  /// What may be claimed about this run.
  package var tier: IsolationTier { IsolationTier(acceptedMissing: configuration.acceptedMissing) }

  /// Brings the configured profile together with what was agreed to: narrower at once, wider only with the person's
  /// consent, and for as long as it is missing the old terms hold for everybody, since the grid is the device's.
  func settleConsent() throws {
    var narrowest = configuration.profile
    for family in state.familyIDs where state.families[family]?.isApproved == true {
      let known = try store.read { try $0.value(Consent.self, HostMeta.consent(family)) }
      let agreed = try settleConsent(of: family, known)
      if PrivacyProfile.isWider(narrowest, than: agreed) { narrowest = agreed }
    }
    profile = narrowest
    try loadAgreedPolicies()
    try tellOfWidenings()
  }

  private func settleConsent(of family: FamilyID, _ known: Consent?) throws -> PrivacyProfile {
    let wanted = configuration.profile
    guard let known, known.profile != wanted else {
      // What was agreed to before consents were kept was agreed to under the first policy.
      if known == nil { try store.transaction { try keepConsent(to: wanted, policy: 1, for: family, in: $0) } }
      return wanted
    }
    let isWider = PrivacyProfile.isWider(wanted, than: known.profile)
    if isWider, known.declined == wanted { return known.profile }
    let isConsent = !isWider || configuration.answers.authorization(of: family).isConsent
    try store.transaction { transaction in
      if isConsent {
        // Narrower terms are no consent to anything else.
        try keepConsent(to: wanted, policy: isWider ? policy.version : known.policy, for: family, in: transaction)
      } else {
        var declined = known
        declined.declined = wanted
        try transaction.setValue(declined, HostMeta.consent(family))
      }
      try enter(
        LedgerEvent(
          family: family.rawValue, kind: isConsent ? .profileChanged : .policyWidened,
          values: isConsent
            ? ["profile": .word(wanted.rawValue)]
            : [
              "what": .word("Learning more finely (\(wanted.rawValue))"), "meanwhile": .word("it stays as it was"),
            ], profile: isConsent ? wanted : known.profile), in: transaction)
    }
    return isConsent ? wanted : known.profile
  }

  /// Remembers what was agreed to, with the grant or with a change of the profile.
  func keepConsent(
    to profile: PrivacyProfile, policy agreed: Int, for family: FamilyID, in transaction: StoreTransaction
  ) throws {
    try transaction.setValue(Consent(profile: profile, policy: agreed), HostMeta.consent(family))
    agreedPolicies[family] = agreed
  }
}

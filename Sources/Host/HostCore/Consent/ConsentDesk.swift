// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The person's agreement for a family, in addition to the grant.
struct Consent: Codable, Hashable {
  /// The profile that the person agreed to.
  var profile: PrivacyProfile
  /// The policy that the sheet was generated from.
  var policy: Int
  /// A wider profile that the person declined, stored so that they are not asked at every start.
  var declined: PrivacyProfile?
  /// The last widening that was entered in the ledger, stored so that it is not entered at every start.
  var toldOf: Int?
}

extension Consent {
  /// The agreement to the current policy under a profile. If that is narrower than the host's, the person is not asked
  /// about the host's at every start.
  init(_ profile: PrivacyProfile?, of desk: ConsentDesk) {
    let chosen = profile ?? desk.wanted
    self.init(
      profile: chosen, policy: desk.policy.version,
      declined: PrivacyProfile.isWider(desk.wanted, than: chosen) ? desk.wanted : nil)
  }
}

/// The basis of what families may learn: the flow policy, the profile in force, each family's agreement, and the
/// tokens.
final class ConsentDesk {
  let policy: FlowPolicy
  let tokens: TokenRegistry
  /// The profile that the operator configured.
  let wanted: PrivacyProfile
  /// The profile in force: the configured profile, or the agreed one if that is narrower (PRIV-CS2).
  private(set) var profile: PrivacyProfile
  /// The policy that each family's person last agreed to (PRIV-FP6).
  private var agreed: [FamilyID: Int] = [:]

  init(policy: FlowPolicy, tokens: TokenRegistry, wanted: PrivacyProfile) {
    self.policy = policy
    self.tokens = tokens
    self.wanted = wanted
    profile = wanted
  }

  func setProfile(_ profile: PrivacyProfile) { self.profile = profile }

  func noteAgreement(to policy: Int, for family: FamilyID) { agreed[family] = policy }

  func reload(_ reader: StoreReader, families: [FamilyID]) throws {
    agreed = [:]
    for family in families { agreed[family] = try reader.value(Consent.self, HostMeta.consent(family))?.policy }
  }

  /// The policy that a family's person agreed to. If the family is not approved, that is the current one, which the
  /// person will be asked about.
  func agreedPolicy(of family: FamilyID, in state: DeviceState) -> Int {
    guard state.families[family]?.isApproved == true else { return policy.version }
    return agreed[family] ?? policy.version
  }

  func encoder(for point: ExtensionPoint, of family: FamilyID, in state: DeviceState) -> RequestEncoder {
    RequestEncoder(policy: policy, point: point, profile: profile, consent: agreedPolicy(of: family, in: state))
  }

  /// Whether a whole point is suspended until the person consents (PRIV-FP6).
  func isSuspended(_ point: ExtensionPoint, of family: FamilyID, in state: DeviceState) -> Bool {
    policy.isSuspended(point, since: agreedPolicy(of: family, in: state))
  }

  /// Whether one release is suspended until the person consents.
  func isSuspended(release: Int, at point: ExtensionPoint, of family: FamilyID, in state: DeviceState) -> Bool {
    policy.isSuspended(release: release, at: point, since: agreedPolicy(of: family, in: state))
  }

  /// The slots of each family's grant.
  func grids(of families: [FamilyID]) -> [FamilyID: DeliveryGrid] {
    let minutes = Int64(profile.gridMinutes)
    return Dictionary(
      uniqueKeysWithValues: families.compactMap { family in
        let phase = Int64(tokens.phaseSeconds(of: family.rawValue, gridMinutes: profile.gridMinutes))
        return DeliveryGrid(stepMilliseconds: minutes * 60_000, phaseMilliseconds: phase * 1_000).map { (family, $0) }
      })
  }
}

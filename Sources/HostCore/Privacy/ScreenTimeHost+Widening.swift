// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
package import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - A policy that was widened since the person agreed (FP6)

extension ScreenTimeHost {
  /// The policy that a family's person agreed to; of whom nobody approved yet, the one in force will be asked about.
  func agreedPolicy(of family: FamilyID) -> Int {
    guard state.families[family]?.isApproved == true else { return policy.version }
    return agreedPolicies[family] ?? policy.version
  }

  func loadAgreedPolicies() throws {
    agreedPolicies = try store.read { reader in
      var agreed: [FamilyID: Int] = [:]
      for family in state.familyIDs {
        agreed[family] = try reader.value(Consent.self, HostMeta.consent(family))?.policy
      }
      return agreed
    }
  }

  /// What waits for the person's consent; `nil`: nothing.
  package func suspension(of family: FamilyID) -> Suspension? {
    guard let manifest = families[family]?.manifest else { return nil }
    return Suspension(
      family: family.rawValue, name: manifest.displayName, points: Set(manifest.programs.map(\.point)),
      profile: profile, agreed: agreedPolicy(of: family), policy: policy)
  }

  /// Of every family, in one order.
  package var suspensions: [Suspension] { state.familyIDs.compactMap(suspension(of:)) }

  func isSuspended(_ point: ExtensionPoint, of family: FamilyID) -> Bool {
    policy.isSuspended(point, since: agreedPolicy(of: family))
  }

  /// Whether an owed callback would tell what waits for consent: it stays owed meanwhile, for the seven days that
  /// everything may be owed, and nothing of it is encoded.
  func isSuspended(_ owed: OwedDelivery) throws -> Bool {
    let family = FamilyID(owed.family)
    guard agreedPolicy(of: family) < policy.newestWidening, let point = ExtensionPoint(rawValue: owed.point),
      let program = program(family, point)
    else { return false }
    do throws(FlowPolicyError) {
      _ = try encoder(for: point, of: family).hello(program.supervised.configuration.hello)
    } catch { return error.reason == .consent }
    switch point {
    case .monitor:
      let delivery = try owed.monitorDelivery()
      guard let callback = ExtensionProtocol.MonitorCallback(rawValue: delivery.callback.rawValue) else {
        return false
      }
      return isRefused { () throws(FlowPolicyError) in try monitorRequest(callback, owed, delivery, program) }
    case .app:
      let opening = try CanonicalJSON.value(AppDelivery.self, from: owed.body, named: "opening \(owed.id)")
      return isRefused { () throws(FlowPolicyError) in try appRequest(opening.callback, of: owed, program) }
    // A press is not made owed at all, and nothing else is delivered this way.
    case .shieldAction, .shieldConfiguration, .report, .widget, .focusFilter: return false
    }
  }

  private func isRefused(_ encode: () throws(FlowPolicyError) -> EncodedRequest) -> Bool {
    do throws(FlowPolicyError) {
      _ = try encode()
      return false
    } catch { return error.reason == .consent }
  }

  /// Writes down what came to be suspended: once for each widening.
  func tellOfWidenings() throws {
    for suspension in suspensions {
      let family = FamilyID(suspension.family)
      guard var consent = try store.read({ try $0.value(Consent.self, HostMeta.consent(family)) }),
        consent.toldOf != suspension.widened
      else { continue }
      consent.toldOf = suspension.widened
      try store.transaction { transaction in
        try transaction.setValue(consent, HostMeta.consent(family))
        try enter(
          LedgerEvent(
            family: family.rawValue, kind: .policyWidened,
            values: [
              "what": .word("What policy \(suspension.widened) widened (\(suspension.what))"),
              "meanwhile": .word("nothing of that is told or shown to it"),
            ], profile: profile), in: transaction)
      }
    }
  }

  /// The person agreed again, to the policy in force: what was suspended goes on, and what waited goes out.
  ///
  /// - Throws: `HostError` where nobody asked, or where only a guardian may agree (A8).
  package func agree(to family: FamilyID, by authority: Authority) throws {
    guard let suspension = suspension(of: family) else {
      throw HostError(
        .failed,
        "Nothing of “\(family.rawValue)” waits for consent; `sallyport consent \(family.rawValue)` shows what holds.")
    }
    let member = state.families[family]?.member ?? .individual
    guard member != .child || authority == .guardian else {
      throw HostError(
        .failed,
        "“\(suspension.name)” was approved for a child, so its guardian has to agree; repeat with --guardian.")
    }
    try durably {
      try store.transaction { transaction in
        var consent =
          try transaction.value(Consent.self, HostMeta.consent(family)) ?? Consent(profile: profile, policy: 1)
        consent.policy = policy.version
        consent.toldOf = nil
        try transaction.setValue(consent, HostMeta.consent(family))
        try enter(
          LedgerEvent(
            family: family.rawValue, kind: .grant,
            values: ["member": .word(member.rawValue), "profile": .word(profile.rawValue)], profile: profile),
          in: transaction)
      }
      agreedPolicies[family] = policy.version
    }
  }
}

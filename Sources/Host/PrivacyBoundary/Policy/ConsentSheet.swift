// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The text for the person's consent, generated from the policy (PRIV-CS1): a line for each way in which this family
/// can learn something under this profile.
package struct ConsentSheet: Encodable, Hashable, Sendable {
  package struct Line: Encodable, Hashable, Sendable {
    /// The declassification point of `privacy.md#what-a-family-can-learn`; `nil` for data shown behind a seal, which
    /// releases nothing.
    package let dc: Int?
    package let says: String
  }

  package let family: String
  package let profile: PrivacyProfile
  package let policy: Int
  package let tier: String
  package let can: [Line]
  package let isShown: [Line]
  package let cannot: [String]
  /// The cost of the profile, if it has one (PRIV-MT4).
  package let price: String?
  /// What the family asks for that nothing on this device carries out.
  package let notEnforced: [String]
  /// How interpreters are started for its scripts where the family chose arguments, a sentence each (DEV-37).
  package let starts: [String]
  /// The flows that are suspended until the person agrees again; `nil` if none are.
  package let suspended: Suspension?

  static let shieldLine = "the name of an app or site that it shields, to draw the shield"
  static let reportLine = "your use by app and site, to draw your report"

  /// - Parameters:
  /// - family: the name of the family for people.
  /// - points: the points of its programs.
  /// - notEnforced: what it asks for without a consequence on this device, a sentence each.
  /// - starts: the arguments that it chose for interpreters, a sentence each.
  package init(
    family: String, points: Set<ExtensionPoint>, profile: PrivacyProfile, tier: IsolationTier, policy: FlowPolicy,
    notEnforced: [String] = [], starts: [String] = [], suspended: Suspension? = nil
  ) {
    self.family = family
    self.profile = profile
    self.suspended = suspended
    self.notEnforced = notEnforced
    self.starts = starts
    self.policy = policy.version
    self.tier = tier.description
    var lines = policy.releases.compactMap { release -> Line? in
      guard release.profiles.contains(profile), !points.isDisjoint(with: release.points) else { return nil }
      if profile == .tight, release.consentWhenTight != nil { return nil }
      return Line(dc: release.dc, says: release.consent(under: profile))
    }
    // The same release also covers use of the whole device, which the person should see (PRIV-MT3).
    if let index = lines.firstIndex(where: { $0.dc == 1 }) {
      lines.insert(
        Line(dc: 1, says: "learn the same of all your use together, if it sets a limit without a pick"), at: index + 1)
    }
    can = lines
    var shown: [Line] = []
    if points.contains(.shieldConfiguration) {
      shown.append(Line(dc: nil, says: Self.shieldLine))
    }
    if points.contains(.report) { shown.append(Line(dc: nil, says: Self.reportLine)) }
    isShown = shown
    cannot = policy.never.filter { $0.profiles.contains(profile) }.map(\.what)
    price =
      profile.gridMinutes > 0 && points.contains(.monitor)
      ? "A shield that it puts up because you used something may come up to \(profile.resolution) late." : nil
  }
}

extension PrivacyProfile {
  /// The time resolution of callbacks, in words (PRIV-MT5).
  package var resolution: String { gridMinutes == 0 ? "a second" : "\(gridMinutes) minutes" }
}

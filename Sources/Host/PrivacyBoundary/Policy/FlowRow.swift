// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One row of `flow-policy.json`: a field, the points that may receive it, and what that releases
/// (`privacy-policy.md#fields`).
package struct FlowRow: Sendable {
  /// The form in which the field reaches one point.
  package struct Destination: Hashable, Sendable {
    package var `as`: String
    package var when: String?
    package var time: String?
    /// `seal`: only the encoder of a seal writes the field.
    package var after: String?
    /// `open`: only written under that profile.
    package var profile: String?
    /// The last policy that let this point learn more from the field; 1 if it was not widened (PRIV-FP6).
    package var widened = 1
  }

  package enum Label: String, Decodable, Sendable {
    case `public` = "PUB"
    case family = "FAM"
    case item = "ITEM"
    case device = "DEV"
  }

  /// The path of the field in its message, with members joined by `/` and arrays omitted. Dots are not separators,
  /// since setting keys contain dots.
  package var field: String
  package var label: Label
  /// The type whose rows continue below the field: `snapshot`, `components`, `value`.
  package var type: String?
  package var to: [String: Destination]
  package var egress: [String]
  package var release: FlowRelease?
  /// The sentence for the person, by point.
  package var ledger: [String: String]
  package var why: String
  /// The test suites that cover the row.
  package var tests: [String]

  package var points: [ExtensionPoint] { ExtensionPoint.allCases.filter { to[$0.rawValue] != nil } }
}

/// A release of information: what, to whom, where, when and how much (PRIV-FP3), and its line on the consent sheet
/// (PRIV-CS1).
package struct FlowRelease: Hashable, Sendable {
  /// The declassification point of `privacy.md#what-a-family-can-learn`.
  package var dc: Int
  package var what: String
  package var who: String
  package var `where`: String
  package var when: String
  package var bits: String
  /// The points whose presence in a family makes the release possible.
  package var points: [ExtensionPoint]
  package var profiles: [PrivacyProfile]
  /// Completes the sentence “It can …”; `{q}` is the delivery grid in words.
  package var consent: String
  /// The replacement for `consent` under the profile `open`, if the release discloses more there.
  package var consentWhenOpen: String?
  /// The replacement for `consent` under the profile `tight`, if the release discloses nothing there.
  package var consentWhenTight: String?
  /// The last policy that let the release disclose more. All its rows were widened with it (PRIV-FP6).
  package var widened = 1

  /// What a person under `profile` consents to.
  func consent(under profile: PrivacyProfile) -> String {
    let text = profile == .open ? consentWhenOpen ?? consent : consent
    return SentenceTemplate(text).filled { $0 == "q" ? profile.resolution : "{\($0)}" }
  }
}

/// A fact that no family learns, under some or all profiles.
package struct Withheld: Hashable, Sendable, Decodable {
  package var what: String
  package var profiles: [PrivacyProfile]

  package init(from decoder: any Decoder) throws {
    if let what = try? decoder.singleValueContainer().decode(String.self) {
      self.what = what
      profiles = PrivacyProfile.allCases
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    what = try container.decode(String.self, forKey: .what)
    profiles = try container.decodeIfPresent([PrivacyProfile].self, forKey: .profiles) ?? PrivacyProfile.allCases
  }

  private enum Key: String, CodingKey { case what, profiles }
}

/// A kind of ledger entry with its sentence. A kind without one can't occur (PRIV-LG2).
package struct LedgerKindRow: Decodable, Sendable {
  /// The rule that combines entries of the kind into one line of a family's page.
  package struct Page: Decodable, Hashable, Sendable {
    package var line: LedgerPage.Line
    /// The phrase, with the placeholders of the sentence and `{times}` or `{days}` for the count.
    package var says: String
  }

  package var kind: LedgerKind
  /// The sentence, with placeholders in braces.
  package var says: String
  /// The facts withheld from the family in an entry of this kind.
  package var notReleased: [Withheld]?
  /// The declassification point (`privacy.md#what-a-family-can-learn`) that it reports.
  package var dc: Int?
  package var page: Page?

  package func notReleased(under profile: PrivacyProfile?) -> [String] {
    (notReleased ?? []).filter { withheld in profile.map(withheld.profiles.contains) ?? true }.map(\.what)
  }
}

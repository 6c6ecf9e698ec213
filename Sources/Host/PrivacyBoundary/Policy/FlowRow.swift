// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One row of `flow-policy.json`: a field, who may be sent it, and what that releases (`privacy-policy.md#fields`).
package struct FlowRow: Sendable {
  /// How the field reaches one point.
  package struct Destination: Hashable, Sendable {
    package var `as`: String
    package var when: String?
    package var time: String?
    /// `seal`: only the encoder of a seal writes it.
    package var after: String?
    /// `open`: only under that profile.
    package var profile: String?
    /// The policy that last let this point learn more by the field than before; 1: it was so from the beginning
    /// (PRIV-FP6).
    package var widened = 1
  }

  package struct Retention: Sendable {
    package var host: String
    package var `extension`: String
  }

  package enum Label: String, Decodable, Sendable {
    case `public` = "PUB"
    case family = "FAM"
    case item = "ITEM"
    case device = "DEV"
  }

  /// The path of the field in its message, members joined by `/`, arrays transparent. Setting keys hold dots, so a dot
  /// separates nothing.
  package var field: String
  package var label: Label
  /// The rows of this type go on below the field: `snapshot`, `components`, `value`.
  package var type: String?
  package var to: [String: Destination]
  package var egress: [String]
  package var release: FlowRelease?
  package var retention: Retention
  /// The sentence for the person, by point.
  package var ledger: [String: String]
  package var why: String
  /// Test suites that prove it.
  package var tests: [String]

  package var points: [ExtensionPoint] { ExtensionPoint.allCases.filter { to[$0.rawValue] != nil } }
}

/// What leaves the device: what, who, where, when and how much (PRIV-FP3), and how the grant sheet says it (PRIV-CS1).
package struct FlowRelease: Hashable, Sendable {
  /// The declassification point of `privacy.md#what-a-family-can-learn`.
  package var dc: Int
  package var what: String
  package var who: String
  package var `where`: String
  package var when: String
  package var bits: String
  /// Whose presence in a family makes the release possible.
  package var points: [ExtensionPoint]
  package var profiles: [PrivacyProfile]
  /// Completes the sentence “It can …”; `{q}` is the delivery grid in words.
  package var consent: String
  /// What stands there under the profile `tight`, where that releases nothing.
  package var consentWhenTight: String?
  /// The policy that last made the release tell more than before; all its rows were widened with it (PRIV-FP6).
  package var widened = 1
}

/// Something that no family is told, under some or all profiles.
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

/// A kind of ledger entry with its sentence; a kind without one can't occur (PRIV-LG2).
package struct LedgerKindRow: Decodable, Sendable {
  /// How entries of the kind add up to one line of a family's page.
  package struct Page: Decodable, Hashable, Sendable {
    package var line: LedgerPage.Line
    /// Placeholders of the sentence, and `{times}` or `{days}` for how often.
    package var says: String
  }

  package var kind: LedgerKind
  /// Placeholders stand in braces.
  package var says: String
  /// What is kept back from the family in an entry of this kind.
  package var notReleased: [Withheld]?
  /// The declassification point (`privacy.md#what-a-family-can-learn`) it reports.
  package var dc: Int?
  package var page: Page?

  package func notReleased(under profile: PrivacyProfile?) -> [String] {
    (notReleased ?? []).filter { withheld in profile.map(withheld.profiles.contains) ?? true }.map(\.what)
  }
}

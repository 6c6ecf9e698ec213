// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One row of `flow-policy.json`: a field, who may be sent it, and what that releases (`privacy.md` §6.3).
package struct FlowRow: Decodable, Sendable {
  /// How the field reaches one point.
  package struct Destination: Decodable, Sendable {
    package var `as`: String
    package var when: String?
    package var time: String?
    /// `seal`: only the encoder of a seal writes it.
    package var after: String?
    /// `open`: only under that profile.
    package var profile: String?
  }

  /// What leaves the device with it: what, who, where, when and how much (FP3).
  package struct Release: Decodable, Sendable {
    package var dc: Int
    package var what: String
    package var who: String
    package var `where`: String
    package var when: String
    package var bits: String
  }

  package struct Retention: Decodable, Sendable {
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
  package var release: Release?
  package var retention: Retention
  /// The sentence for the person, by point.
  package var ledger: [String: String]
  package var why: String
  /// Test suites that prove it.
  package var tests: [String]

  package var points: [ExtensionPoint] { ExtensionPoint.allCases.filter { to[$0.rawValue] != nil } }
}

/// A kind of ledger entry with its sentence; a kind without one can't occur (LG2).
package struct LedgerKindRow: Decodable, Sendable {
  package var kind: LedgerKind
  /// Placeholders stand in braces.
  package var says: String
  package var notReleased: [String]
  /// The declassification point (`privacy.md` §4) it reports.
  package var dc: Int?
}

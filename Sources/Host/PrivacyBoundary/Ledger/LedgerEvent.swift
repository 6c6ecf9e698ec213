// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// What the ledger is told: a kind, and values for the placeholders of its sentence.
package struct LedgerEvent: Sendable {
  /// A value for a placeholder. There is no case for text of an extension: it can't write into the ledger (PRIV-LG4).
  package enum Value: Hashable, Sendable {
    /// The host's own word, or a name from a manifest.
    case word(String)
    case number(Int)
    /// Stored by number and named when shown.
    case items([Item])
  }

  package var family: String?
  package var kind: LedgerKind
  package var values: [String: Value]
  package var profile: PrivacyProfile?
  /// Thousandths of a bit, where the policy counts them.
  package var millibits: Int64?

  package init(
    family: String?, kind: LedgerKind, values: [String: Value] = [:], profile: PrivacyProfile? = nil,
    millibits: Int64? = nil
  ) {
    self.family = family
    self.kind = kind
    self.values = values
    self.profile = profile
    self.millibits = millibits
  }
}

/// Shows that an entry is in the ledger; only the ledger makes one (PRIV-LG3).
package struct LedgerReceipt: Hashable, Sendable {
  package let seq: Int64
  package let family: String?
  package let kind: LedgerKind

  init(seq: Int64, family: String?, kind: LedgerKind) {
    self.seq = seq
    self.family = family
    self.kind = kind
  }
}

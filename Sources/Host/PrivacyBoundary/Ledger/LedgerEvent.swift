// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An event to record in the ledger: a kind, and values for the placeholders of its sentence.
package struct LedgerEvent: Sendable {
  /// A value for a placeholder. There is no case for text of an extension, which therefore can't write into the ledger.
  package enum Value: Hashable, Sendable {
    /// A word of the host, or a name from a manifest.
    case word(String)
    case number(Int)
    /// Items, stored by number and named when shown.
    case items([Item])
  }

  package var family: String?
  package var kind: LedgerKind
  package var values: [String: Value]
  package var profile: PrivacyProfile?
  /// Thousandths of a bit, if the policy counts them.
  package var millibits: Int64?
  /// Who acted and how, in words; `nil` if no person acted.
  package var by: String?

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

/// Proof that an entry is in the ledger. Only the ledger creates one (PRIV-LG3).
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

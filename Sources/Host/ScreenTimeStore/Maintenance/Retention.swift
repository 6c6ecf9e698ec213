// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How long each thing that grows is kept, in days.
///
/// What has no row here stays: the rules' state and identities are bounded by what families may hold, tokens live as
/// long as their grant (`privacy.md#tokens`), of the ledger the chain stays for ever (PRIV-LG6), and deliveries that
/// `failed` or
/// `expired` stay listed until the operator deals with them (`wire.md#what-the-host-does-with-bad-input`).
package struct Retention: Hashable, Sendable {
  /// Samples and counted use: how far reports reach back (R11), 1 to 400.
  package private(set) var use: Int
  /// Text of ledger entries (PRIV-LG6).
  package let ledgerText = 14
  /// Family, kind and day of ledger entries, which monthly counts are made of (PRIV-LG6).
  package let ledgerCounts = 365
  /// Journal lines and deliveries that ended well: as long as reports reach, since `explain` explains them.
  package var history: Int { max(use, 30) }

  /// What the rules may still count, in whatever time reports reach back: an interval is at most seven days long, and
  /// the first of them may lie on the day before it.
  package static let leastUse = 8

  package static let standard = Retention(use: 30)

  private init(use: Int) { self.use = use }

  /// - Returns: `nil` for a number that isn't from 1 to 400.
  package init?(useDays: Int) {
    guard 1...400 ~= useDays else { return nil }
    use = useDays
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The retention periods of growing data, in days.
///
/// Other data is not deleted by age: the rules' state and identities are bounded by what families may store, tokens
/// last as long as their grant (`privacy.md#tokens`), the ledger's chain is permanent (PRIV-LG6), and deliveries that
/// `failed` or `expired` stay listed until the operator handles them (`wire.md#what-the-host-does-with-bad-input`).
package struct Retention: Hashable, Sendable {
  /// Samples and counted use, 1 to 400: the range of reports (R11).
  package private(set) var use: Int
  /// Text of ledger entries (PRIV-LG6).
  package let ledgerText = 14
  /// Family, kind and day of ledger entries, from which monthly counts are computed (PRIV-LG6).
  package let ledgerCounts = 365
  /// Journal entries and successful deliveries: kept as long as reports, since `explain` explains them.
  package var history: Int { max(use, 30) }

  /// The use that the rules may still count, regardless of the range of reports: an interval lasts at most seven days,
  /// and the first of them may lie on the day before it.
  package static let leastUse = 8

  package static let standard = Retention(use: 30)

  private init(use: Int) { self.use = use }

  /// - Returns: `nil` if the number isn't from 1 to 400.
  package init?(useDays: Int) {
    guard 1...400 ~= useDays else { return nil }
    use = useDays
  }
}

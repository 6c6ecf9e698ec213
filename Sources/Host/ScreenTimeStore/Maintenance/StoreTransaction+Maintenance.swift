// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// The numbers of rows that the daily maintenance deleted or cleared.
package struct PurgeCounts: Hashable, Sendable {
  package var ledgerTexts: Int
  package var journalLines: Int
  package var deliveries: Int
}

extension StoreTransaction {
  /// Deletes rows past their retention period. Running it again on the same day has no effect.
  ///
  /// - Parameters:
  /// - today: the first instant of the current day.
  /// - day: returns the local name of the day that lies the given number of days before.
  @discardableResult
  package func forget(
    by retention: Retention, today: Timestamp, ledgerOffSince off: Int64? = nil, day: (_ daysBefore: Int) -> String
  ) throws -> PurgeCounts {
    func instant(_ days: Int) -> Timestamp { today.advanced(by: Int64(days) * -86_400_000) }
    try forgetUse(before: instant(max(retention.use, Retention.leastUse)))
    let ledgerTexts =
      if let off { try forgetLedger(before: day(0), but: off) } else {
        try forgetLedgerText(before: day(retention.ledgerText))
      }
    try forgetLedgerCounts(before: day(retention.ledgerCounts))
    let limit = instant(retention.history).milliseconds
    try execute("DELETE FROM journal WHERE at < ?", [limit])
    let journalLines = changes
    try execute(
      "DELETE FROM outbox WHERE settledAt < ? AND outcome IN ('applied', 'refused', 'dropped')", [limit])
    let deliveries = changes
    try execute("DELETE FROM attempt WHERE delivery NOT IN (SELECT id FROM outbox)")
    return PurgeCounts(ledgerTexts: ledgerTexts, journalLines: journalLines, deliveries: deliveries)
  }

  /// Clears everything but the chain of entries before `day`, except the entry that records the switch (PRIV-LG6).
  private func forgetLedger(before day: String, but switched: Int64) throws -> Int {
    try execute(
      """
      UPDATE ledger SET salt = NULL, entry = NULL, family = NULL, kind = '', day = ''
      WHERE day < ? AND day <> '' AND seq <> ?
      """, [day, switched])
    return changes
  }

  /// Clears family, kind and day of entries before `day`, whose text is already deleted; the chain still verifies.
  private func forgetLedgerCounts(before day: String) throws {
    try execute(
      "UPDATE ledger SET family = NULL, kind = '', day = '' WHERE day < ? AND day <> '' AND entry IS NULL", [day])
  }
}

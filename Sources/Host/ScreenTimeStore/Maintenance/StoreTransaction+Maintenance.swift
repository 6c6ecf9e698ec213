// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// What a daily job forgot.
package struct PurgeCounts: Hashable, Sendable {
  package var ledgerTexts = 0
  package var journalLines = 0
  package var deliveries = 0
}

extension StoreTransaction {
  /// Forgets what its time is over. The same day again changes nothing.
  ///
  /// - Parameters:
  ///   - today: the first instant of the day it is done for.
  ///   - day: the local name of a day so many days before.
  @discardableResult
  package func forget(
    by retention: Retention, today: Timestamp, ledgerOffSince off: Int64? = nil, day: (_ daysBefore: Int) -> String
  ) throws -> PurgeCounts {
    func instant(_ days: Int) -> Timestamp { today.advanced(by: Int64(days) * -86_400_000) }
    var forgotten = PurgeCounts()
    try forgetUse(before: instant(max(retention.use, Retention.leastUse)))
    if let off {
      forgotten.ledgerTexts = try forgetLedger(before: day(0), but: off)
    } else {
      forgotten.ledgerTexts = try forgetLedgerText(before: day(retention.ledgerText))
    }
    try forgetLedgerCounts(before: day(retention.ledgerCounts))
    let limit = instant(retention.history).milliseconds
    try execute("DELETE FROM journal WHERE at < ?", [limit])
    forgotten.journalLines = changes
    try execute(
      "DELETE FROM outbox WHERE settledAt < ? AND outcome IN ('applied', 'refused', 'dropped')", [limit])
    forgotten.deliveries = changes
    try execute("DELETE FROM attempt WHERE delivery NOT IN (SELECT id FROM outbox)")
    return forgotten
  }

  /// Drops all but the chain of entries before `day`, and leaves the one that tells since when (PRIV-LG6).
  private func forgetLedger(before day: String, but switched: Int64) throws -> Int {
    try execute(
      """
      UPDATE ledger SET salt = NULL, entry = NULL, family = NULL, kind = '', day = ''
      WHERE day < ? AND day <> '' AND seq <> ?
      """, [day, switched])
    return changes
  }

  /// Drops family, kind and day of entries before `day`, which have lost their text long ago; the chain still verifies.
  private func forgetLedgerCounts(before day: String) throws {
    try execute(
      "UPDATE ledger SET family = NULL, kind = '', day = '' WHERE day < ? AND day <> '' AND entry IS NULL", [day])
  }
}

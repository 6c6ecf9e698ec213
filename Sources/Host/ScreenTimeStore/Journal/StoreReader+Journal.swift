// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// The entries in the order in which they were written, optionally of one family or since an instant.
  package func journal(family: String? = nil, since: Timestamp? = nil) throws -> [JournalEntry] {
    try rows(
      """
      SELECT at, family, extension, before, after, reason, detail FROM journal
      WHERE (?1 IS NULL OR family = ?1) AND (?2 IS NULL OR at >= ?2) ORDER BY seq
      """, [family, since?.milliseconds]
    ).map(JournalEntry.init)
  }

  /// The entries with one of some reasons, up to an instant.
  package func journal(of reasons: [ReasonCode], until end: Timestamp) throws -> [JournalEntry] {
    try rows(
      """
      SELECT at, family, extension, before, after, reason, detail FROM journal
      WHERE reason IN (\(reasons.map { _ in "?" }.joined(separator: ", "))) AND at <= ? ORDER BY seq
      """, StatementArguments(reasons.map(\.rawValue)) + [end.milliseconds]
    ).map(JournalEntry.init)
  }
}

extension JournalEntry {
  fileprivate init(_ row: Row) {
    self.init(
      at: Timestamp(milliseconds: row["at"]), family: row["family"], extension: row["extension"],
      before: row["before"], after: row["after"], reason: ReasonCode(rawValue: row["reason"]), detail: row["detail"])
  }
}

extension StoreTransaction {
  package func note(_ entry: JournalEntry) throws {
    try execute(
      "INSERT INTO journal (at, family, extension, before, after, reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        entry.at.milliseconds, entry.family, entry.extension, entry.before, entry.after, entry.reason.rawValue,
        entry.detail,
      ])
  }
}

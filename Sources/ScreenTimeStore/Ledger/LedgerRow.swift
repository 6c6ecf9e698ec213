// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

/// One link of the person's ledger (`privacy.md` LG5). Entry and salt go when their time is over; the rest stays.
package struct LedgerRow: Hashable, Sendable {
  package var seq: Int64
  package var family: String?
  package var kind: String
  package var day: String
  package var salt: [UInt8]?
  package var entry: String?
  /// `SHA256(salt ‖ entry)`.
  package var inner: [UInt8]
  /// `SHA256(hash of the link before ‖ inner)`.
  package var hash: [UInt8]
}

extension StoreReader {
  /// The ledger in order; of one family, of some days.
  package func ledger(family: String? = nil, since day: String? = nil) throws -> [LedgerRow] {
    try rows(
      """
      SELECT * FROM ledger WHERE (?1 IS NULL OR family = ?1) AND (?2 IS NULL OR day >= ?2) ORDER BY seq
      """, [family, day]
    ).map(LedgerRow.init)
  }

  /// The newest link.
  package func ledgerHead() throws -> LedgerRow? {
    try row("SELECT * FROM ledger ORDER BY seq DESC LIMIT 1").map(LedgerRow.init)
  }
}

extension StoreTransaction {
  /// Appends one link to the chain; numbers are given here, without gaps.
  ///
  /// - Parameters:
  ///   - entry: the text for the number that the link gets.
  ///   - digest: SHA-256. Passed in, because the store imports no cryptography.
  @discardableResult
  package func appendLedger(
    family: String?, kind: String, day: String, salt: [UInt8], entry: (Int64) throws -> String,
    digest: ([UInt8]) -> [UInt8]
  ) throws -> LedgerRow {
    let head = try ledgerHead()
    let seq = (head?.seq ?? 0) + 1
    let text = try entry(seq)
    let inner = digest(salt + Array(text.utf8))
    let row = LedgerRow(
      seq: seq, family: family, kind: kind, day: day, salt: salt, entry: text, inner: inner,
      hash: digest((head?.hash ?? []) + inner))
    try execute(
      "INSERT INTO ledger (seq, family, kind, day, salt, entry, inner, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [seq, family, kind, day, Data(salt), text, Data(row.inner), Data(row.hash)])
    return row
  }

  /// Drops text and salt of entries before `day`; the chain still verifies (LG6).
  ///
  /// - Returns: how many entries lost their text.
  @discardableResult
  package func forgetLedgerText(before day: String) throws -> Int {
    try execute("UPDATE ledger SET salt = NULL, entry = NULL WHERE day < ? AND entry IS NOT NULL", [day])
    return changes
  }
}

extension LedgerRow {
  fileprivate init(_ row: Row) {
    self.init(
      seq: row["seq"], family: row["family"], kind: row["kind"], day: row["day"],
      salt: (row["salt"] as Data?).map(Array.init), entry: row["entry"], inner: Array(row["inner"] as Data),
      hash: Array(row["hash"] as Data))
  }
}

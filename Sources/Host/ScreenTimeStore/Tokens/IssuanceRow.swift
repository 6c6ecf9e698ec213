// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// One issued token (`privacy.md#tokens`). Rows are append-only except for their reach, cause and revocation.
package struct IssuanceRow: Hashable, Sendable {
  package var family: String
  package var epoch: UInt16
  package var item: Item
  /// 24 bytes.
  package var token: [UInt8]
  /// The cause: `picker`, `expansion`, `rule`, `dataAccess`, `shield`, `report`.
  package var cause: String
  /// The reach: `open`, or `sealed` (PRIV-TK4).
  package var reach: String
  package var day: String
  package var isRevoked: Bool

  package init(
    family: String, epoch: UInt16, item: Item, token: [UInt8], cause: String, reach: String, day: String,
    isRevoked: Bool = false
  ) {
    self.family = family
    self.epoch = epoch
    self.item = item
    self.token = token
    self.cause = cause
    self.reach = reach
    self.day = day
    self.isRevoked = isRevoked
  }
}

extension StoreReader {
  /// Every issued token that was not erased, in order of issue.
  package func issuance() throws -> [IssuanceRow] {
    try rows(
      """
      SELECT family, epoch, kind, canonical, token, cause, reach, day, revoked
      FROM issuance JOIN identity ON identity.id = issuance.identity ORDER BY seq
      """
    ).map { row in
      guard let kind = Item.Kind(rawValue: UInt8(clamping: row["kind"] as Int64)) else {
        throw StoreError(.corrupt, "The store has a token of an unknown kind; restore it from a backup.")
      }
      return IssuanceRow(
        family: row["family"], epoch: UInt16(clamping: row["epoch"] as Int64),
        item: Item(kind: kind, id: row["canonical"]), token: Array(row["token"] as Data), cause: row["cause"],
        reach: row["reach"], day: row["day"], isRevoked: row["revoked"])
    }
  }

  /// Whether any token was ever issued, in which case a missing key must stop the host.
  package func hasIssuedTokens() throws -> Bool { try number("SELECT EXISTS (SELECT 1 FROM issuance)") == 1 }

  /// The number that stands for an item in ledgers and logs, which must not contain its name.
  package func identity(of item: Item) throws -> Int64? {
    try number("SELECT id FROM identity WHERE kind = ? AND canonical = ?", [Int64(item.kind.rawValue), item.id])
  }

  /// The item of a number in a ledger entry, looked up when the entry is shown.
  package func item(ofIdentity id: Int64) throws -> Item? {
    guard let row = try row("SELECT kind, canonical FROM identity WHERE id = ?", [id]),
      let kind = Item.Kind(rawValue: UInt8(clamping: row["kind"] as Int64))
    else { return nil }
    return Item(kind: kind, id: row["canonical"])
  }
}

extension StoreTransaction {
  /// The number of an item, assigned on first use.
  @discardableResult
  package func registerIdentity(of item: Item) throws -> Int64 {
    if let id = try identity(of: item) { return id }
    try execute("INSERT INTO identity (kind, canonical) VALUES (?, ?)", [Int64(item.kind.rawValue), item.id])
    return database.lastInsertedRowID
  }

  /// Records a token. Issuing it again changes nothing, except that an open cause makes a sealed token open and
  /// restores a revoked one.
  package func issue(_ row: IssuanceRow) throws {
    let identity = try registerIdentity(of: row.item)
    try execute(
      """
      INSERT INTO issuance (family, epoch, identity, token, cause, reach, day, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT (family, token) DO UPDATE SET cause = excluded.cause, reach = excluded.reach, revoked = 0
      WHERE excluded.reach = 'open' AND (reach = 'sealed' OR revoked = 1)
      """,
      [row.family, Int64(row.epoch), identity, Data(row.token), row.cause, row.reach, row.day])
  }

  /// Revokes a token after the person removed its item from those that a family may name.
  package func revokeToken(_ token: [UInt8], of family: String) throws {
    try execute("UPDATE issuance SET revoked = 1 WHERE family = ? AND token = ?", [family, Data(token)])
  }
}

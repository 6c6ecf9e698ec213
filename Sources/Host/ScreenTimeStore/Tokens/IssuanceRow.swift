// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// One token that was handed out (`privacy.md#tokens`). Append-only but for the mark that it is revoked.
package struct IssuanceRow: Hashable, Sendable {
  package var family: String
  package var epoch: UInt16
  package var item: Item
  /// 24 bytes.
  package var token: [UInt8]
  /// Why: `picker`, `expansion`, `rule`, `dataAccess`, `shield`, `report`.
  package var cause: String
  /// Where it resolves: `open`, or `sealed` (PRIV-TK4).
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
  /// Every token ever issued and not erased, in order of issue.
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

  /// Whether any token was ever handed out: then a missing key must stop the host (PRIV-TK8).
  package func hasIssuedTokens() throws -> Bool { try number("SELECT EXISTS (SELECT 1 FROM issuance)") == 1 }

  /// The number that stands for an item in ledgers and logs, where its name must not (PRIV-LG4).
  package func identity(of item: Item) throws -> Int64? {
    try number("SELECT id FROM identity WHERE kind = ? AND canonical = ?", [Int64(item.kind.rawValue), item.id])
  }

  /// The item behind a number in a ledger entry, resolved when it is shown.
  package func item(ofIdentity id: Int64) throws -> Item? {
    guard let row = try row("SELECT kind, canonical FROM identity WHERE id = ?", [id]),
      let kind = Item.Kind(rawValue: UInt8(clamping: row["kind"] as Int64))
    else { return nil }
    return Item(kind: kind, id: row["canonical"])
  }
}

extension StoreTransaction {
  /// The number of an item, given on first use.
  @discardableResult
  package func registerIdentity(of item: Item) throws -> Int64 {
    if let id = try identity(of: item) { return id }
    try execute("INSERT INTO identity (kind, canonical) VALUES (?, ?)", [Int64(item.kind.rawValue), item.id])
    return database.lastInsertedRowID
  }

  /// Records a token. Issuing is idempotent: again changes nothing, except that an open cause opens a sealed token and
  /// picking again revives a revoked one.
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

  /// The person removed an item from what a family may name.
  package func revokeToken(_ token: [UInt8], of family: String) throws {
    try execute("UPDATE issuance SET revoked = 1 WHERE family = ? AND token = ?", [family, Data(token)])
  }
}

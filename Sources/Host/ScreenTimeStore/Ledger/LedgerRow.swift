// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// One link of the person's ledger. Its entry and salt are deleted after the retention period; the rest stays.
package struct LedgerRow: Hashable, Sendable {
  package var seq: Int64
  package var family: String?
  package var kind: String
  package var day: String
  package var salt: [UInt8]?
  package var entry: String?
  /// `SHA256(salt ‖ entry)`.
  package var inner: [UInt8]
  /// `SHA256(hash of the previous link ‖ inner)`.
  package var hash: [UInt8]
  /// `HMAC(k, hash)` under a key that has since been overwritten; `nil` in links of older builds.
  package var mac: [UInt8]?

  package init(
    seq: Int64, family: String?, kind: String, day: String, salt: [UInt8]?, entry: String?, inner: [UInt8],
    hash: [UInt8], mac: [UInt8]?
  ) {
    self.seq = seq
    self.family = family
    self.kind = kind
    self.day = day
    self.salt = salt
    self.entry = entry
    self.inner = inner
    self.hash = hash
    self.mac = mac
  }

  /// Adds authentication codes, and the key for the next one.
  static let codes = """
    ALTER TABLE ledger ADD COLUMN mac BLOB;
    CREATE TABLE ledgerKey (id INTEGER PRIMARY KEY CHECK (id = 1), next BLOB NOT NULL) STRICT;
    """
}

/// The cryptography of the chain, which the store doesn't import.
package protocol LedgerChaining {
  func inner(salt: [UInt8], entry: String) -> [UInt8]
  func hash(after previous: [UInt8], inner: [UInt8]) -> [UInt8]
  func mac(of hash: [UInt8], key: [UInt8]) -> [UInt8]
  /// The key that follows `key`. A key can't be computed from the one after it.
  func key(after key: [UInt8]) -> [UInt8]
  /// Creates the first key of a ledger and shows it to the person once it is durable.
  func firstKey(at seq: Int64) -> [UInt8]
}

extension StoreReader {
  /// The ledger in order, optionally of one family, and from and up to a day.
  package func ledger(
    family: String? = nil, since first: String? = nil, until last: String? = nil
  ) throws -> [LedgerRow] {
    try rows("\(Self.links) \(Self.selected) ORDER BY seq", [family, first, last]).map(LedgerRow.init)
  }

  /// The number of entries of a part of the ledger and the bytes of their texts, without reading them.
  package func ledgerExtent(
    family: String?, since first: String?, until last: String?
  ) throws -> (entries: Int64, bytes: Int64) {
    let found = try row(
      "SELECT count(*), coalesce(sum(length(CAST(entry AS BLOB))), 0) FROM ledger \(Self.selected)",
      [family, first, last])
    return found.map { ($0[0], $0[1]) } ?? (0, 0)
  }

  /// Passes the links to `visit` one by one, oldest first, since a ledger of years is too long to hold in memory.
  ///
  /// - Parameter visit: returns whether to continue.
  package func visitLedger(_ visit: (borrowing LedgerLink) throws -> Bool) throws {
    let cursor = try Row.fetchCursor(database.cachedStatement(sql: "\(Self.links) ORDER BY seq"))
    while let row = try cursor.next() {
      guard try visit(LedgerLink(row)) else { return }
    }
  }

  /// The newest link.
  package func ledgerHead() throws -> LedgerRow? {
    try row("\(Self.links) ORDER BY seq DESC LIMIT 1").map(LedgerRow.init)
  }

  private static let selected =
    "WHERE (?1 IS NULL OR family = ?1) AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)"
  private static let links = "SELECT seq, family, kind, day, salt, entry, inner, hash, mac FROM ledger"
}

/// A link in the database's memory. Its bytes are lent, not copied.
package struct LedgerLink: ~Copyable {
  private let row: Row

  init(_ row: Row) { self.row = row }

  package var seq: Int64 { row[0] }
  package var hasEntry: Bool { !row.hasNull(atIndex: 5) }

  package func withSalt<Result>(_ body: (Data?) throws -> Result) throws -> Result {
    try row.withUnsafeData(atIndex: 4, body)
  }

  package func withEntry<Result>(_ body: (Data?) throws -> Result) throws -> Result {
    try row.withUnsafeData(atIndex: 5, body)
  }

  package func withInner<Result>(_ body: (Data?) throws -> Result) throws -> Result {
    try row.withUnsafeData(atIndex: 6, body)
  }

  package func withHash<Result>(_ body: (Data?) throws -> Result) throws -> Result {
    try row.withUnsafeData(atIndex: 7, body)
  }

  package func withMAC<Result>(_ body: (Data?) throws -> Result) throws -> Result {
    try row.withUnsafeData(atIndex: 8, body)
  }
}

extension StoreTransaction {
  /// Appends one link to the chain and gives it the next number, without gaps.
  ///
  /// - Parameter entry: makes the text for the number that the link gets.
  @discardableResult
  package func appendLedger(
    family: String?, kind: String, day: String, salt: [UInt8], chaining: some LedgerChaining,
    entry: (Int64) throws -> String
  ) throws -> LedgerRow {
    let head = try ledgerHead()
    let seq = (head?.seq ?? 0) + 1
    let text = try entry(seq)
    let inner = chaining.inner(salt: salt, entry: text)
    let hash = chaining.hash(after: head?.hash ?? [], inner: inner)
    let key = try ledgerKey() ?? chaining.firstKey(at: seq)
    let row = LedgerRow(
      seq: seq, family: family, kind: kind, day: day, salt: salt, entry: text, inner: inner, hash: hash,
      mac: chaining.mac(of: hash, key: key))
    try execute(
      "INSERT INTO ledger (seq, family, kind, day, salt, entry, inner, hash, mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [seq, family, kind, day, Data(salt), text, Data(row.inner), Data(row.hash), row.mac.map { Data($0) }])
    try execute(
      "INSERT INTO ledgerKey VALUES (1, ?1) ON CONFLICT DO UPDATE SET next = ?1", [Data(chaining.key(after: key))])
    return row
  }

  private func ledgerKey() throws -> [UInt8]? {
    try row("SELECT next FROM ledgerKey").map { Array($0[0] as Data) }
  }

  /// Deletes text and salt of entries before `day`; the chain still verifies.
  ///
  /// - Returns: the number of entries whose text was deleted.
  @discardableResult
  package func forgetLedgerText(before day: String) throws -> Int {
    try execute("UPDATE ledger SET salt = NULL, entry = NULL WHERE day < ? AND entry IS NOT NULL", [day])
    return changes
  }
}

extension LedgerRow {
  fileprivate init(_ row: Row) {
    self.init(
      seq: row[0], family: row[1], kind: row[2], day: row[3], salt: (row[4] as Data?).map(Array.init), entry: row[5],
      inner: Array(row[6] as Data), hash: Array(row[7] as Data), mac: (row[8] as Data?).map(Array.init))
  }
}

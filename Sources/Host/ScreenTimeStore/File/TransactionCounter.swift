// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// One row that every transaction writes, with the store's number and the count of transactions.
///
/// It costs one page per transaction and ties a log to its file: see `StoreStamp`.
enum TransactionCounter {
  static let table = """
    CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), store INTEGER NOT NULL, transactions INTEGER NOT NULL)
      STRICT;
    INSERT INTO pulse VALUES (1, 0, 0);
    """

  /// Sets the file's number, on the first page and in the row.
  static func set(_ stamp: StoreStamp, in database: Database) throws {
    try database.execute(sql: "PRAGMA user_version = \(stamp.rawValue)")
    try database.execute(sql: "UPDATE pulse SET store = ?", arguments: [Int64(stamp.store)])
  }

  static func stamp(in database: Database) throws -> StoreStamp {
    StoreStamp(rawValue: try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0)
  }

  /// Counts a transaction, within that transaction.
  static func beat(_ database: Database) throws {
    try database.cachedStatement(sql: "UPDATE pulse SET transactions = transactions + 1").execute()
  }

  static func store(of database: Database) throws -> UInt32? {
    try UInt32.fetchOne(database, sql: "SELECT store FROM pulse")
  }
}

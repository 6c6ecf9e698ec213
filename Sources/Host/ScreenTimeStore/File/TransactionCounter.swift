// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// One row that every transaction writes: whose log this is, and how many transactions there were.
///
/// It costs a page a transaction, and it is what ties a log to its file: see `StoreStamp`.
enum TransactionCounter {
  static let table = """
    CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), store INTEGER NOT NULL, transactions INTEGER NOT NULL)
      STRICT;
    INSERT INTO pulse VALUES (1, 0, 0);
    """

  /// Gives a file its number, on the first page and in the row.
  static func set(_ stamp: StoreStamp, in database: Database) throws {
    try database.execute(sql: "PRAGMA user_version = \(stamp.rawValue)")
    try database.execute(sql: "UPDATE pulse SET store = ?", arguments: [Int64(stamp.store)])
  }

  /// Counts a transaction, within it.
  static func beat(_ database: Database) throws {
    try database.cachedStatement(sql: "UPDATE pulse SET transactions = transactions + 1").execute()
  }

  static func store(of database: Database) throws -> UInt32? {
    try UInt32.fetchOne(database, sql: "SELECT store FROM pulse")
  }

  static func transactions(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT transactions FROM pulse") ?? 0
  }
}

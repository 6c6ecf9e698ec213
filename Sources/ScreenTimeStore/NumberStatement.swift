// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
private import GRDBSQLite

/// A prepared statement of three whole numbers: what a batch of use runs by the hundred. Arguments of any sort cost
/// several times as much as the row that they insert.
struct NumberStatement {
  private let statement: Statement
  private let database: Database

  init(_ sql: String, in transaction: StoreTransaction) throws {
    database = transaction.database
    statement = try database.cachedStatement(sql: sql)
  }

  func run(_ first: Int64, _ second: Int64, _ third: Int64?) throws {
    // SAFETY: `statement` owns what this points to, and both are used on the queue of the transaction alone.
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, first)
    sqlite3_bind_int64(handle, 2, second)
    if let third { sqlite3_bind_int64(handle, 3, third) } else { sqlite3_bind_null(handle, 3) }
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE else {
      let message = database.lastErrorMessage
      sqlite3_reset(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
  }
}

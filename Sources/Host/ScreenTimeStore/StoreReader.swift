// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The queries on the state. Valid only inside the closure that receives it.
package class StoreReader {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// All rows of a statement, which is prepared once per connection.
  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Passes the rows to `body` one by one, since a history is too long to hold in memory.
  func forEachRow(
    _ sql: String, _ arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Void
  ) throws {
    let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    while let row = try cursor.next() { try body(row) }
  }

  func number(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }
}

/// A transaction in progress. Its writes become durable together or not at all.
package final class StoreTransaction: StoreReader {
  private(set) var afterCommitActions: [() -> Void] = []
  /// The store's cache of the usage tables.
  let usage: UsageMemory

  init(_ database: Database, usage: UsageMemory) {
    self.usage = usage
    super.init(database)
  }

  /// Runs `action` once the transaction is durable, but not if it is rolled back. For caches that mirror rows.
  package func afterCommit(_ action: @escaping () -> Void) { afterCommitActions.append(action) }

  func execute(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The number of rows that the last `execute` changed.
  var changes: Int { database.changesCount }

  /// The number of the last inserted row.
  var lastNumber: Int64 { database.lastInsertedRowID }

  /// The number of rows written since the store was opened, to measure the cost of a step.
  package var rowsWritten: Int { database.totalChangesCount }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Everything that can be asked of the state; valid only inside the closure it was handed to.
package class StoreReader {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// All rows of a statement, prepared once per connection.
  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Goes through the rows one by one: a history is too long to be held as rows.
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

/// A transaction in progress: what it writes is durable together, or not at all.
package final class StoreTransaction: StoreReader {
  private(set) var afterCommitActions: [() -> Void] = []
  /// What the store knows by heart about use.
  let usage: UsageMemory

  init(_ database: Database, usage: UsageMemory) {
    self.usage = usage
    super.init(database)
  }

  /// Runs `action` once the transaction is durable; never if it is rolled back. For caches that mirror rows.
  package func afterCommit(_ action: @escaping () -> Void) { afterCommitActions.append(action) }

  func execute(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Rows that the last `execute` changed.
  var changes: Int { database.changesCount }

  /// The number that the last inserted row was given.
  var lastNumber: Int64 { database.lastInsertedRowID }

  /// Rows written since the store was opened: how much a step cost.
  package var rowsWritten: Int { database.totalChangesCount }
}

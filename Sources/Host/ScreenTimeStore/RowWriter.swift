// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
private import GRDBSQLite

/// A statement that writes rows of one table, with versions for several rows at once.
///
/// A statement per row opens and closes the table and its indexes each time, which takes longer than the row itself.
struct RowStatement: Sendable {
  let columns: Int
  /// From the most rows to one row.
  fileprivate let versions: [(rows: Int, sql: String)]

  /// - Parameters:
  /// - head: the statement up to and including `VALUES`.
  /// - tail: the statement after the rows. Rows that are written together must not conflict with one another.
  init(_ head: String, columns: Int, _ tail: String = "") {
    let row = "(" + [String](repeating: "?", count: columns).joined(separator: ", ") + ")"
    self.columns = columns
    versions = [16, 4, 1].map { rows in
      (rows, "\(head) \([String](repeating: row, count: rows).joined(separator: ", ")) \(tail)")
    }
  }
}

/// One value of a row to bind to a statement. Generic arguments would cost several times as much as the row.
enum RowCell {
  case null
  case number(Int64)
  case text(String)

  init(_ number: Int64?) { self = number.map(RowCell.number) ?? .null }
  init(_ flag: Bool) { self = .number(flag ? 1 : 0) }
}

/// Collects rows and writes them in batches, in order. Call ``finish()`` to write the last batch before anything reads
/// the rows or the last row number.
struct RowWriter {
  private let statement: RowStatement
  private let database: Database
  private var cells: [RowCell] = []
  /// The statements prepared so far, in the order of the versions.
  private var prepared: [Statement?]

  init(_ statement: RowStatement, in transaction: StoreTransaction) {
    self.statement = statement
    database = transaction.database
    prepared = statement.versions.map { _ in nil }
  }

  mutating func add(_ row: RowCell...) throws {
    precondition(row.count == statement.columns, "a row has as many cells as its statement has columns")
    cells += row
    if cells.count == statement.versions[0].rows * statement.columns { try finish() }
  }

  mutating func finish() throws {
    var done = 0
    for (version, (rows, sql)) in statement.versions.enumerated() {
      let count = rows * statement.columns
      while done + count <= cells.count {
        let ready = try prepared[version] ?? database.cachedStatement(sql: sql)
        prepared[version] = ready
        try run(ready, cells[done..<done + count])
        done += count
      }
    }
    cells.removeAll(keepingCapacity: true)
  }

  private func run(_ statement: Statement, _ cells: ArraySlice<RowCell>) throws {
    // SAFETY: `statement` owns this handle, and both are only used on the queue of the transaction.
    let handle = statement.sqliteStatement
    // SAFETY: -1 is SQLITE_TRANSIENT, which tells SQLite to copy the text now; it is not a pointer.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var code = SQLITE_OK
    for (index, cell) in zip(Int32(1)..., cells) where code == SQLITE_OK {
      switch cell {
      case .null: code = sqlite3_bind_null(handle, index)
      case .number(let number): code = sqlite3_bind_int64(handle, index, number)
      case .text(let text):
        let count = Int32(text.utf8.count)
        code = text.withCString { sqlite3_bind_text(handle, index, $0, count, copied) }
      }
    }
    if code == SQLITE_OK { code = sqlite3_step(handle) }
    defer { sqlite3_reset(handle) }
    guard code == SQLITE_DONE else {
      let message = database.lastErrorMessage
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
  }
}

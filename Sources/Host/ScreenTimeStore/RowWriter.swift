// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
private import GRDBSQLite

/// A statement that writes rows of one table, in versions for several rows at once.
///
/// A statement of its own for each row opens and closes the table and its indexes each time, which takes longer than
/// the row.
struct RowStatement: Sendable {
  let columns: Int
  /// The largest first, one row last.
  fileprivate let versions: [(rows: Int, sql: String)]

  /// - Parameters:
  ///   - head: up to and with `VALUES`.
  ///   - tail: what comes after the rows. No two rows that are written together may conflict with one another.
  init(_ head: String, columns: Int, _ tail: String = "") {
    let row = "(" + [String](repeating: "?", count: columns).joined(separator: ", ") + ")"
    self.columns = columns
    versions = [16, 4, 1].map { rows in
      (rows, "\(head) \([String](repeating: row, count: rows).joined(separator: ", ")) \(tail)")
    }
  }
}

/// One value of a row on its way into a statement. Arguments of any sort would cost several times as much as the row.
enum RowCell {
  case null
  case number(Int64)
  case text(String)

  init(_ number: Int64?) { self = number.map(RowCell.number) ?? .null }
  init(_ flag: Bool) { self = .number(flag ? 1 : 0) }
}

/// Gathers rows and writes them by the dozen, in the order in which they came. The last of them with ``finish()``, which
/// has to be called before anything that reads them or asks for the number of the last.
struct RowWriter {
  private let statement: RowStatement
  private let database: Database
  private var cells: [RowCell] = []
  /// As far as they were needed, in the order of the versions.
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
    // SAFETY: `statement` owns what this points to, and both are used on the queue of the transaction alone.
    let handle = statement.sqliteStatement
    // SAFETY: SQLite's own word for "copy the text now": no pointer at all.
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

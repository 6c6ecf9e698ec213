// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// SQLite through its C interface, used carefully: statements are prepared once, integers are bound.
final class RawSQLite {
  /// A prepared statement with integer parameters.
  struct Prepared {
    fileprivate let statement: OpaquePointer?

    func run(_ values: Int64...) throws {
      for (index, value) in values.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), value) }
      let status = sqlite3_step(statement)
      sqlite3_reset(statement)
      guard status == SQLITE_DONE else { throw BenchmarkError("SQLite failed with status \(status).") }
    }

    /// - Returns: the number of rows, after reading all of them.
    func rows(columns: Int32) throws -> Int {
      var count = 0
      var sum: Int64 = 0
      while sqlite3_step(statement) == SQLITE_ROW {
        for column in 0..<columns { sum &+= sqlite3_column_int64(statement, column) }
        count += 1
      }
      sqlite3_reset(statement)
      return sum == .min ? 0 : count
    }
  }

  private var connection: OpaquePointer?
  private var statements: [OpaquePointer?] = []

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let status = sqlite3_open(path, &opened)
    connection = opened
    try check(status)
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = FULL")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  func execute(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  func prepare(_ sql: String) throws -> Prepared {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    statements.append(statement)
    return Prepared(statement: statement)
  }

  private func check(_ status: Int32) throws {
    guard status != SQLITE_OK else { return }
    throw BenchmarkError("SQLite failed: \(String(cString: sqlite3_errmsg(connection))).")
  }
}

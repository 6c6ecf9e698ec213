// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// SQLite by its C interface with statements prepared once: what the store is compared with.
final class RawSQLite {
  private let connection: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let status = sqlite3_open(path, &opened)
    connection = opened
    try check(status)
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = FULL")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  func execute(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  func run(_ sql: String, _ values: Int64...) throws {
    let statement = try prepared(sql)
    for (index, value) in values.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), value) }
    let status = sqlite3_step(statement)
    guard status == SQLITE_DONE else { return try check(status) }
    sqlite3_reset(statement)
  }

  /// - Returns: how many rows there were, all of them read.
  func rows(_ sql: String, columns: Int32) throws -> Int {
    let statement = try prepared(sql)
    var count = 0
    var sum: Int64 = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<columns { sum &+= sqlite3_column_int64(statement, column) }
      count += 1
    }
    sqlite3_reset(statement)
    return sum == .min ? 0 : count
  }

  private func prepared(_ sql: String) throws -> OpaquePointer? {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    statements[sql] = statement
    return statement
  }

  private func check(_ status: Int32) throws {
    guard status != SQLITE_OK else { return }
    throw BenchmarkError("SQLite failed: \(String(cString: sqlite3_errmsg(connection))).")
  }
}

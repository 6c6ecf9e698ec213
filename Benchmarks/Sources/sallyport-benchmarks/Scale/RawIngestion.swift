// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The same intervals into SQLite by hand: no rules, no names to look up, the days of one zone without a calendar.
final class RawIngestion {
  enum Tables {
    /// The intervals alone, with the index that finds them by time.
    case intervals
    /// And the sums by quarter hour and day.
    case intervalsAndSums
  }

  private let database: RawSQLite
  private let tables: Tables
  private var numbers: [Front: Int64] = [:]

  init(_ path: String, _ tables: Tables) throws {
    database = try RawSQLite(path)
    self.tables = tables
    try database.execute(
      """
      CREATE TABLE usage (seq INTEGER PRIMARY KEY, start INTEGER, finish INTEGER, front INTEGER) STRICT;
      CREATE INDEX usageByEnd ON usage (finish);
      CREATE TABLE useByQuarter (quarter INTEGER, front INTEGER, milliseconds INTEGER,
        PRIMARY KEY (quarter, front)) WITHOUT ROWID, STRICT;
      CREATE TABLE useByDay (day INTEGER, front INTEGER, milliseconds INTEGER,
        PRIMARY KEY (day, front)) WITHOUT ROWID, STRICT;
      """)
  }

  /// Intervals as rows of numbers: made before the clock starts.
  func rows(_ spans: [UseSpan]) -> [(start: Int64, end: Int64, front: Int64)] {
    spans.filter(\.isInUse).map { span in
      let front = Front(span.front)
      let number = numbers[front] ?? Int64(numbers.count + 1)
      numbers[front] = number
      return (span.start.milliseconds, span.end.milliseconds, number)
    }
  }

  func take(_ batch: some Sequence<(start: Int64, end: Int64, front: Int64)>) throws {
    try database.execute("BEGIN IMMEDIATE")
    for row in batch {
      try database.run(
        "INSERT INTO usage (start, finish, front) VALUES (?, ?, ?)", row.start, row.end, row.front)
      guard tables == .intervalsAndSums else { continue }
      try add(row.end - row.start, "useByQuarter", "quarter", row.start / 900_000 * 900_000, row.front)
      try add(row.end - row.start, "useByDay", "day", row.start / 86_400_000 * 86_400_000, row.front)
    }
    try database.execute("COMMIT")
  }

  private func add(_ milliseconds: Int64, _ table: String, _ unit: String, _ start: Int64, _ front: Int64) throws {
    try database.run(
      """
      INSERT INTO \(table) (\(unit), front, milliseconds) VALUES (?, ?, ?)
      ON CONFLICT (\(unit), front) DO UPDATE SET milliseconds = milliseconds + excluded.milliseconds
      """, start, front, milliseconds)
  }
}

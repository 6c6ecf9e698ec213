// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Writes the same use with plain SQLite: no rules, no name lookup, days of one time zone without a calendar.
final class RawIngestion {
  enum Method {
    /// The rows that the store writes: the intervals, and their additions to the sums by quarter hour, day and
    /// category, each sum once per batch. The sums are computed before the clock starts.
    case sameRows
    /// The intervals, each with an upsert for its quarter hour and for its day.
    case oneByOne
    /// Only the intervals, with the index by time.
    case intervals
  }

  /// A batch as rows of numbers, prepared before the clock starts.
  struct Batch {
    fileprivate var intervals: [(start: Int64, end: Int64, front: Int64)] = []
    fileprivate var byQuarter: [Cell: Int64] = [:]
    fileprivate var byDay: [Cell: Int64] = [:]
    fileprivate var byCategory: [Cell: Int64] = [:]
  }

  /// A unit of time with a foreground or category in it.
  fileprivate struct Cell: Hashable {
    var start: Int64
    var number: Int64
  }

  private let database: RawSQLite
  private let method: Method
  private let insert, addToQuarter, addToDay, addToCategory: RawSQLite.Prepared
  private var numbers: [Foreground: Int64] = [:]

  init(_ path: String, _ method: Method) throws {
    let database = try RawSQLite(path)
    func sums(_ table: String) throws -> RawSQLite.Prepared {
      try database.execute(
        """
        CREATE TABLE \(table) (start INTEGER, number INTEGER, milliseconds INTEGER,
          PRIMARY KEY (start, number)) WITHOUT ROWID, STRICT
        """)
      return try database.prepare(
        """
        INSERT INTO \(table) (start, number, milliseconds) VALUES (?, ?, ?)
        ON CONFLICT (start, number) DO UPDATE SET milliseconds = milliseconds + excluded.milliseconds
        """)
    }
    try database.execute(
      """
      CREATE TABLE usage (seq INTEGER PRIMARY KEY, start INTEGER, finish INTEGER, front INTEGER) STRICT;
      CREATE INDEX usageByEnd ON usage (finish);
      """)
    insert = try database.prepare("INSERT INTO usage (start, finish, front) VALUES (?, ?, ?)")
    (addToQuarter, addToDay) = (try sums("useByQuarter"), try sums("useByDay"))
    addToCategory = try sums("useByDayAndCategory")
    self.database = database
    self.method = method
  }

  func batch(_ spans: some Sequence<UseSpan>) -> Batch {
    var batch = Batch()
    for span in spans where span.isInUse {
      let front = Foreground(span.front)
      let number = numbers[front] ?? Int64(numbers.count + 1)
      numbers[front] = number
      let (start, end) = (span.start.milliseconds, span.end.milliseconds)
      batch.intervals.append((start, end, number))
      let day = Self.day(start)
      batch.byQuarter[Cell(start: Self.quarter(start), number: number), default: 0] += end - start
      batch.byDay[Cell(start: day, number: number), default: 0] += end - start
      let category = Person.registry.category(of: span.web ?? span.app ?? .otherCategory)
      batch.byCategory[Cell(start: day, number: Int64(category.id) ?? 0), default: 0] += end - start
    }
    return batch
  }

  func take(_ batch: Batch) throws {
    try database.execute("BEGIN IMMEDIATE")
    for row in batch.intervals {
      try insert.run(row.start, row.end, row.front)
      guard method == .oneByOne else { continue }
      try addToQuarter.run(Self.quarter(row.start), row.front, row.end - row.start)
      try addToDay.run(Self.day(row.start), row.front, row.end - row.start)
    }
    if method == .sameRows {
      for (cell, sum) in batch.byQuarter { try addToQuarter.run(cell.start, cell.number, sum) }
      for (cell, sum) in batch.byDay { try addToDay.run(cell.start, cell.number, sum) }
      for (cell, sum) in batch.byCategory { try addToCategory.run(cell.start, cell.number, sum) }
    }
    try database.execute("COMMIT")
  }

  private static func quarter(_ instant: Int64) -> Int64 { instant / 900_000 * 900_000 }
  private static func day(_ instant: Int64) -> Int64 { instant / 86_400_000 * 86_400_000 }
}

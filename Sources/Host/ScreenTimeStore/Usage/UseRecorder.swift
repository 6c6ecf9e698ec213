// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

/// Stores counted use as rows: the spans themselves, the runs between two pickups, and the roll-ups.
///
/// A batch is summed in memory first, so that each roll-up row is written once per transaction.
struct UseRecorder {
  /// The maximum length of a row, so that the use within a range of time is a range of the index by end.
  static let longestRow: Int64 = 86_400_000
  /// A quarter hour. Every zone's offset has been a whole number of quarter hours since 1972, so the hours, days and
  /// weeks of every calendar consist of whole quarter hours.
  static let quarter: Int64 = 900_000

  /// A row that may still grow: the last one stored, or one not stored yet.
  struct Growing {
    /// Its number, if it is stored.
    var seq: Int64?
    var start: Int64
    var end: Int64
    /// The foreground; in a run the first one with an application, to which the pickup belongs (R10).
    var front: Int64?
    /// Whether it continues a run that was too long for one row.
    var goesOn = false
    var isChanged = false
  }

  /// The last rows of the two tables whose last row may grow.
  struct Tail {
    var stretch: Growing?
    var run: Growing?
  }

  private struct Cell: Hashable, Comparable {
    var start: Int64
    var front: Int64

    static func < (left: Cell, right: Cell) -> Bool { (left.start, left.front) < (right.start, right.front) }
  }

  static func quarterStart(_ instant: Timestamp) -> Timestamp {
    let milliseconds = instant.milliseconds
    let excess = milliseconds % quarter
    return Timestamp(milliseconds: milliseconds).advanced(by: excess < 0 ? -excess - quarter : -excess)
  }

  private let transaction: StoreTransaction
  private let timeZone: String
  private var stretch: Growing?
  private var run: Growing?
  private var stretches: RowWriter
  private var runs: RowWriter
  private var quarters: [Cell: Int64] = [:]

  /// - Parameter count: the approximate number of spans.
  init(_ transaction: StoreTransaction, timeZone: String, expecting count: Int = 0) throws {
    self.transaction = transaction
    self.timeZone = timeZone
    stretches = RowWriter(Self.insertStretch, in: transaction)
    runs = RowWriter(Self.insertRun, in: transaction)
    quarters.reserveCapacity(min(count, 1_000))
    let tail = try transaction.usage.rows.tail ?? Self.storedTail(transaction)
    (stretch, run) = (tail.stretch, tail.run)
    try takeUpDays()
  }

  mutating func add(_ span: UseSpan) throws {
    let front = try transaction.number(of: span.front)
    var start = span.start.milliseconds
    while start < span.end.milliseconds {
      let end = min(span.end.milliseconds, start + Self.longestRow)
      try extendStretch(from: start, to: end, front)
      try extendRun(from: start, to: end, span.app == nil ? nil : front)
      addToQuarters(from: start, to: end, front)
      start = end
    }
  }

  /// Writes everything that is still in memory. Nothing can be added after it.
  mutating func finish() throws {
    try writeStretch()
    try stretches.finish()
    if stretch?.seq == nil { stretch?.seq = transaction.lastNumber }
    try writeRun()
    try runs.finish()
    if run?.seq == nil { run?.seq = transaction.lastNumber }
    stretch?.isChanged = false
    run?.isChanged = false
    transaction.usage.rows.tail = Tail(stretch: stretch, run: run)
    let sums = quarters.sorted { $0.key < $1.key }
    var rows = RowWriter(Self.addToQuarter, in: transaction)
    for (cell, milliseconds) in sums {
      try rows.add(.number(cell.start), .number(cell.front), .number(milliseconds))
    }
    try rows.finish()
    try addToDays(sums)
  }
}

// MARK: - Rows

extension UseRecorder {
  private static let insertStretch = RowStatement("INSERT INTO usage (start, finish, front) VALUES", columns: 3)
  private static let insertRun = RowStatement("INSERT INTO run (start, finish, front, goesOn) VALUES", columns: 4)
  private static let addToQuarter = sum("useByQuarter", "quarter", "front")
  private static let addToDay = sum("useByDay", "day", "front")
  private static let addToCategory = sum("useByDayAndCategory", "day", "category")

  private static func sum(_ table: String, _ unit: String, _ what: String) -> RowStatement {
    RowStatement(
      "INSERT INTO \(table) (\(unit), \(what), milliseconds) VALUES", columns: 3,
      "ON CONFLICT (\(unit), \(what)) DO UPDATE SET milliseconds = milliseconds + excluded.milliseconds")
  }

  private static func storedTail(_ transaction: StoreTransaction) throws -> Tail {
    func last(_ table: String) throws -> Growing? {
      try transaction.row("SELECT seq, start, finish, front FROM \(table) ORDER BY seq DESC LIMIT 1").map {
        Growing(seq: $0[0], start: $0[1], end: $0[2], front: $0[3])
      }
    }
    return Tail(stretch: try last("usage"), run: try last("run"))
  }

  /// Extends the last row if the span continues it with the same foreground, otherwise starts a row.
  private mutating func extendStretch(from start: Int64, to end: Int64, _ front: Int64) throws {
    if let known = stretch, known.end == start, known.front == front, end - known.start <= Self.longestRow {
      stretch?.end = end
      stretch?.isChanged = true
    } else {
      try writeStretch()
      stretch = Growing(seq: nil, start: start, end: end, front: front, isChanged: true)
    }
  }

  private mutating func writeStretch() throws {
    guard let stretch, stretch.isChanged else { return }
    if let seq = stretch.seq {
      try transaction.execute("UPDATE usage SET finish = ? WHERE seq = ?", [stretch.end, seq])
    } else {
      try stretches.add(.number(stretch.start), .number(stretch.end), RowCell(stretch.front))
    }
  }

  private mutating func extendRun(from start: Int64, to end: Int64, _ front: Int64?) throws {
    if let known = run, known.end == start, end - known.start <= Self.longestRow {
      run?.end = end
      if known.front == nil { run?.front = front }
      run?.isChanged = true
    } else {
      let goesOn = run?.end == start
      try writeRun()
      run = Growing(seq: nil, start: start, end: end, front: front, goesOn: goesOn, isChanged: true)
    }
  }

  private mutating func writeRun() throws {
    guard let run, run.isChanged else { return }
    if let seq = run.seq {
      try transaction.execute("UPDATE run SET finish = ?, front = ? WHERE seq = ?", [run.end, run.front, seq])
    } else {
      try runs.add(.number(run.start), .number(run.end), RowCell(run.front), RowCell(run.goesOn))
    }
  }

  private mutating func addToQuarters(from start: Int64, to end: Int64, _ front: Int64) {
    var start = start
    while start < end {
      let quarter = Self.quarterStart(Timestamp(milliseconds: start)).milliseconds
      let next = min(end, quarter + Self.quarter)
      quarters[Cell(start: quarter, front: front), default: 0] += next - start
      start = next
    }
  }

  /// Recomputes the days from the quarter hours if the stored days are those of another zone (D16).
  private func takeUpDays() throws {
    if transaction.usage.rows.timeZone == nil { transaction.usage.rows.timeZone = try transaction.rolledUpTimeZone() }
    guard transaction.usage.rows.timeZone != timeZone else { return }
    try transaction.execute("DELETE FROM useByDay")
    try transaction.execute("DELETE FROM useByDayAndCategory")
    var cells: [Cell: Int64] = [:]
    try transaction.forEachRow("SELECT quarter, front, milliseconds FROM useByQuarter") { row in
      cells[Cell(start: row[0], front: row[1])] = row[2] as Int64
    }
    try addToDays(cells.sorted { $0.key < $1.key })
    try transaction.setMeta(StoreReader.rolledUpTimeZoneKey, to: Array(timeZone.utf8))
    transaction.usage.rows.timeZone = timeZone
  }

  /// - Parameter quarters: sorted ascending, so that the calendar computes each day once.
  private func addToDays(_ quarters: [(key: Cell, value: Int64)]) throws {
    var days: [Cell: Int64] = [:]
    for (cell, milliseconds) in quarters {
      let day = transaction.usage.dayStart(of: cell.start, in: timeZone)
      days[Cell(start: day, front: cell.front), default: 0] += milliseconds
    }
    var rows = RowWriter(Self.addToDay, in: transaction)
    for (cell, milliseconds) in days.sorted(by: { $0.key < $1.key }) {
      try rows.add(.number(cell.start), .number(cell.front), .number(milliseconds))
    }
    try rows.finish()
    try addToCategories(days)
  }

  private func addToCategories(_ days: [Cell: Int64]) throws {
    var sums: [Int64: [Item: Int64]] = [:]
    for (cell, milliseconds) in days {
      for category in try transaction.categories(ofFront: cell.front) {
        sums[cell.start, default: [:]][category, default: 0] += milliseconds
      }
    }
    var rows = RowWriter(Self.addToCategory, in: transaction)
    for (day, categories) in sums.sorted(by: { $0.key < $1.key }) {
      for (category, milliseconds) in categories.sorted(by: { $0.key < $1.key }) {
        try rows.add(.number(day), .text(category.id), .number(milliseconds))
      }
    }
    try rows.finish()
  }
}

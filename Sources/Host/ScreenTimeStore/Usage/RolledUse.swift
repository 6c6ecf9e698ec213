// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// Counted use summed over units of time, from the roll-ups. Long reports are computed from it.
package struct RolledUse: Sendable {
  /// The time of one foreground within one unit.
  package struct Cell: Hashable, Sendable {
    /// The start of the unit.
    package var start: Timestamp
    /// The number of the foreground in ``RolledUse/fronts``.
    package var front: Int64
    package var milliseconds: Int64
  }

  package var fronts: [Int64: RecordedForeground]
  /// Ascending by start.
  package var cells: [Cell]
}

/// Uninterrupted use of the device (R10).
package struct UseRun: Hashable, Sendable {
  /// Whether it begins with a pickup. The rest of a run whose beginning was cut off does not.
  package var isWhole: Bool
  package var start: Timestamp
  package var end: Timestamp
  /// The first application after the pickup, with its category at that time.
  package var app: Item?
  package var appCategory: Item?
}

extension StoreReader {
  /// Use between two boundaries of hours, days or weeks, from the roll-ups without reading individual spans.
  ///
  /// - Parameter timeZone: set if the boundaries are boundaries of days in this zone. Sums of days are used if the
  ///   store keeps them for that zone, otherwise sums of quarter hours, of which every zone's hours consist.
  package func rolledUse(from start: Timestamp, to end: Timestamp, inDaysOf timeZone: String?) throws -> RolledUse {
    let hasDays = try timeZone != nil && rolledUpTimeZone() == timeZone
    let sql =
      hasDays
      ? "SELECT day, front, milliseconds FROM useByDay WHERE day >= ? AND day < ? ORDER BY day, front"
      : "SELECT quarter, front, milliseconds FROM useByQuarter WHERE quarter >= ? AND quarter < ? ORDER BY quarter, front"
    var cells: [RolledUse.Cell] = []
    try forEachRow(sql, [start.milliseconds, end.milliseconds]) { row in
      cells.append(
        RolledUse.Cell(start: Timestamp(milliseconds: row[0]), front: row[1], milliseconds: row[2]))
    }
    return RolledUse(fronts: try fronts(), cells: cells)
  }

  /// Use by local day and category for whole days, with an app and its page in one category counted once (R9). Nil if
  /// the store keeps days of another zone; use ``rolledUse(from:to:inDaysOf:)`` then.
  package func categoryUse(
    from start: Timestamp, to end: Timestamp, inDaysOf timeZone: String
  ) throws -> [(day: Timestamp, category: Item, milliseconds: Int64)]? {
    guard try rolledUpTimeZone() == timeZone else { return nil }
    var sums: [(day: Timestamp, category: Item, milliseconds: Int64)] = []
    try forEachRow(
      """
      SELECT day, category, milliseconds FROM useByDayAndCategory WHERE day >= ? AND day < ? ORDER BY day, category
      """, [start.milliseconds, end.milliseconds]
    ) { row in
      sums.append((Timestamp(milliseconds: row[0]), .category(row[1]), row[2]))
    }
    return sums
  }

  /// The runs that overlap the range, unclipped, in the order in which they were counted.
  package func runs(from start: Timestamp, to end: Timestamp) throws -> [UseRun] {
    let fronts = try fronts()
    var runs: [UseRun] = []
    let latest = end.advanced(by: UseRecorder.longestRow)
    try forEachRow(
      "SELECT start, finish, front, goesOn FROM run WHERE finish > ? AND finish < ? AND start < ? ORDER BY seq",
      [start.milliseconds, latest.milliseconds, end.milliseconds]
    ) { row in
      let span = TimeSpan(start: Timestamp(milliseconds: row[0]), end: Timestamp(milliseconds: row[1]))
      if row[3], let last = runs.last, last.end == span.start {
        runs[runs.count - 1].end = span.end
      } else {
        let front = (row[2] as Int64?).flatMap { fronts[$0] }
        runs.append(
          UseRun(
            isWhole: !(row[3] as Bool), start: span.start, end: span.end, app: front?.app,
            appCategory: front?.appCategory))
      }
    }
    return runs
  }

  static var rolledUpTimeZoneKey: String { "usage.timeZone" }

  /// The time zone of the roll-up by day.
  func rolledUpTimeZone() throws -> String? {
    try meta(Self.rolledUpTimeZoneKey).map { String(decoding: $0, as: UTF8.self) }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// Counted use summed over units of time, from the roll-ups: what a report of a year is made of.
package struct RolledUse: Sendable {
  /// How long one thing was in front within one unit.
  package struct Cell: Hashable, Sendable {
    /// When the unit begins.
    package var start: Timestamp
    /// Its number in ``RolledUse/fronts``.
    package var front: Int64
    package var milliseconds: Int64
  }

  package var fronts: [Int64: RecordedForeground]
  /// Ascending by start.
  package var cells: [Cell]
}

/// The device in use without a break (R10).
package struct UseRun: Hashable, Sendable {
  /// Whether it begins with a pickup; a part that was cut off from its beginning does not.
  package var isWhole: Bool
  package var start: Timestamp
  package var end: Timestamp
  /// The first application after the pickup, and what it was filed under.
  package var app: Item?
  package var appCategory: Item?
}

extension StoreReader {
  /// Use between two edges of hours, days or weeks, from the roll-ups; raw use is never read.
  ///
  /// - Parameter timeZone: set when the edges are edges of days in this zone; then the sums of days will do, if days are
  ///   what the store keeps for that zone. Otherwise sums of quarter hours, which every zone's hours are made of.
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

  /// Use by local day and category, an app and its page in one category counted once (R9), for whole days of the zone
  /// whose days are kept; nil for another zone, whose sums ``rolledUse(from:to:inDaysOf:)`` finds.
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

  /// Runs that overlap the range, unclipped, in the order in which they were counted.
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

  /// Whose days the roll-up by day holds.
  func rolledUpTimeZone() throws -> String? {
    try meta(Self.rolledUpTimeZoneKey).map { String(decoding: $0, as: UTF8.self) }
  }
}

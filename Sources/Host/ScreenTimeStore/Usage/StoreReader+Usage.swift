// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// The spans of use that overlap the range, unclipped, in the order in which they were counted.
  package func use(from start: Timestamp, to end: Timestamp) throws -> [UseSpan] {
    let fronts = try fronts()
    var spans: [UseSpan] = []
    // No row is longer than a day, so a row that overlaps the range ends at most a day after it.
    let latest = end.advanced(by: UseRecorder.longestRow)
    try forEachRow(
      "SELECT start, finish, front FROM usage WHERE finish > ? AND finish < ? AND start < ? ORDER BY seq",
      [start.milliseconds, latest.milliseconds, end.milliseconds]
    ) { row in
      guard let front = fronts[row[2]] else { throw StoreError.namelessUse }
      spans.append(
        UseSpan(start: Timestamp(milliseconds: row[0]), end: Timestamp(milliseconds: row[1]), front: front))
    }
    return spans
  }

  /// Milliseconds of use for each foreground item, clipped to the range: whole quarter hours from the roll-up, the
  /// remainders at the edges from the rows. Spans of the timeline don't overlap, so this is the length of their union
  /// (E1).
  package func useTotals(from start: Timestamp, to end: Timestamp) throws -> [Item: Int64] {
    var totals: [Item: Int64] = [:]
    func add(_ milliseconds: Int64, _ app: Item?, _ web: Item?) {
      for item in [app, web] { if let item { totals[item, default: 0] += milliseconds } }
    }
    func addEdge(_ from: Timestamp, _ to: Timestamp) throws {
      guard from < to else { return }
      for span in try use(from: from, to: to) {
        add(min(span.end, to).milliseconds(since: max(span.start, from)), span.app, span.web)
      }
    }
    let first = UseRecorder.quarterStart(start.advanced(by: UseRecorder.quarter - 1))
    let last = UseRecorder.quarterStart(end)
    guard first < last else {
      try addEdge(start, end)
      return totals
    }
    try addEdge(start, first)
    let rolled = try rolledUse(from: first, to: last, inDaysOf: nil)
    for cell in rolled.cells {
      if let front = rolled.fronts[cell.front] { add(cell.milliseconds, front.app, front.web) }
    }
    try addEdge(last, end)
    return totals
  }
}

extension StoreTransaction {
  /// Appends counted use and adds it to the roll-ups. Time out of use is skipped, and a span that continues the last
  /// one with the same foreground extends it. Not idempotent by itself: call it in the transaction that advances the
  /// rules' clock, so that the same time isn't counted twice.
  ///
  /// - Parameter timeZone: the person's zone, by whose days use is summed. When it changes, all days are recomputed.
  package func recordUse(_ spans: some Sequence<UseSpan>, in timeZone: String) throws {
    var recorder: UseRecorder?
    for span in spans where span.isInUse && span.start < span.end {
      if recorder == nil {
        recorder = try UseRecorder(self, timeZone: timeZone, expecting: spans.underestimatedCount)
      }
      try recorder?.add(span)
    }
    try recorder?.finish()
  }

  /// Deletes use of the days before the one that contains an instant, with roll-ups and foregrounds (R11).
  /// Spans that began before that day are cut at its start.
  package func forgetUse(before instant: Timestamp) throws {
    let timeZone = try rolledUpTimeZone() ?? "GMT"
    let day = usage.dayStart(of: instant.milliseconds, in: timeZone)
    try execute("DELETE FROM usage WHERE finish <= ?", [day])
    try execute(
      "UPDATE usage SET start = ?1 WHERE finish > ?1 AND finish < ?2 AND start < ?1",
      [day, day + UseRecorder.longestRow])
    try execute("DELETE FROM run WHERE finish <= ?", [day])
    try execute(
      "UPDATE run SET start = ?1, goesOn = 1 WHERE finish > ?1 AND finish < ?2 AND start < ?1",
      [day, day + UseRecorder.longestRow])
    try execute("DELETE FROM useByQuarter WHERE quarter < ?", [day])
    try execute("DELETE FROM useByDay WHERE day < ?", [day])
    try execute("DELETE FROM useByDayAndCategory WHERE day < ?", [day])
    try execute("DELETE FROM front WHERE id NOT IN (SELECT front FROM useByDay)")
    usage.forget()
  }
}

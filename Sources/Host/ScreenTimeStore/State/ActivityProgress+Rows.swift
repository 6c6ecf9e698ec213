// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

extension StoreReader {
  /// Restores the progress of all activities into the activities of the state.
  func restoreProgress(in state: inout DeviceState) throws {
    for row in try rows("SELECT * FROM progress") {
      let (family, name) = (FamilyID(row["family"]), row["activity"] as String)
      state.families[family]?.activities[name]?.progress = try ActivityProgress(row)
    }
    for row in try rows("SELECT * FROM meter") {
      let (family, name, number) = (FamilyID(row["family"]), row["activity"] as String, row["meter"] as Int)
      guard state.families[family]?.activities[name]?.meters.indices.contains(number) == true else {
        throw StoreError(
          .corrupt, "The store counts for an unknown event of \(name) of family \(family.rawValue); restore a backup.")
      }
      state.families[family]?.activities[name]?.meters[number].progress = MeterProgress(
        countsFrom: Timestamp(milliseconds: row["countsFrom"]), counted: row["counted"], nextLevel: row["nextLevel"])
    }
  }
}

extension ActivityProgress {
  fileprivate init(_ row: Row) throws {
    func span(_ start: String, _ end: String) -> TimeSpan? {
      guard let start = row[start] as Int64?, let end = row[end] as Int64? else { return nil }
      return TimeSpan(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end))
    }
    current = span("start", "finish").map {
      RunningInterval(span: $0, isOpen: row["isOpen"], isEndWarningDelivered: row["isEndWarned"])
    }
    next = span("nextStart", "nextFinish").map {
      PlannedInterval(span: $0, isStartWarningDelivered: row["isStartWarned"])
    }
    lastSpan = span("lastStart", "lastFinish")
    isFinished = row["isFinished"]
    let starts: String = row["settledStarts"]
    settledStarts = try CanonicalJSON.value([Timestamp].self, from: Array(starts.utf8), named: "starts of intervals")
    warnedStart = (row["warnedStart"] as Int64?).map(Timestamp.init(milliseconds:))
    nextBoundary = Timestamp(milliseconds: row["nextBoundary"])
  }
}

/// Writes the progress of activities, many rows at a time, since nearly every batch of use changes most meters.
struct ProgressWriter {
  private var progress: RowWriter
  private var meters: RowWriter
  private let transaction: StoreTransaction

  init(_ transaction: StoreTransaction) {
    self.transaction = transaction
    progress = RowWriter(Self.setProgress, in: transaction)
    meters = RowWriter(Self.setMeter, in: transaction)
  }

  /// Writes the differences between two states of one activity: only numbers, if the registration is the same.
  mutating func save(_ new: Activity, replacing old: Activity?, _ key: StateRow.Key) throws {
    if old.map({ !new.differsInProgressAlone(from: $0) }) ?? true {
      try transaction.setStateRow(key, to: new.withoutProgress)
    }
    if old?.progress != new.progress { try set(new.progress, key) }
    let known = old?.meters ?? []
    for (number, meter) in new.meters.enumerated()
    where !known.indices.contains(number) || known[number].progress != meter.progress {
      let progress = meter.progress
      try meters.add(
        .text(key.family), .text(key.name), .number(Int64(number)), .number(progress.countsFrom.milliseconds),
        .number(progress.counted), .number(Int64(progress.nextLevel)))
    }
    if known.count > new.meters.count { try transaction.removeMeters(from: new.meters.count, key) }
  }

  mutating func finish() throws {
    try progress.finish()
    try meters.finish()
  }

  private mutating func set(_ progress: ActivityProgress, _ key: StateRow.Key) throws {
    let (current, next, last) = (progress.current, progress.next, progress.lastSpan)
    let starts = progress.settledStarts.map { String($0.milliseconds) }.joined(separator: ",")
    try self.progress.add(
      .text(key.family), .text(key.name), RowCell(current?.span.start.milliseconds),
      RowCell(current?.span.end.milliseconds), RowCell(current?.isOpen ?? false),
      RowCell(current?.isEndWarningDelivered ?? false), RowCell(next?.span.start.milliseconds),
      RowCell(next?.span.end.milliseconds), RowCell(next?.isStartWarningDelivered ?? false),
      RowCell(last?.start.milliseconds), RowCell(last?.end.milliseconds), RowCell(progress.isFinished),
      .text("[\(starts)]"), RowCell(progress.warnedStart?.milliseconds), .number(progress.nextBoundary.milliseconds))
  }

  private static let setProgress = RowStatement(
    """
    INSERT OR REPLACE INTO progress (family, activity, start, finish, isOpen, isEndWarned, nextStart, nextFinish,
      isStartWarned, lastStart, lastFinish, isFinished, settledStarts, warnedStart, nextBoundary) VALUES
    """, columns: 15)
  private static let setMeter = RowStatement(
    "INSERT INTO meter (family, activity, meter, countsFrom, counted, nextLevel) VALUES", columns: 6,
    """
    ON CONFLICT (family, activity, meter) DO UPDATE
      SET countsFrom = excluded.countsFrom, counted = excluded.counted, nextLevel = excluded.nextLevel
    """)
}

extension StoreTransaction {
  func removeActivity(_ key: StateRow.Key) throws {
    try removeStateRow(key)
    try execute("DELETE FROM progress WHERE family = ? AND activity = ?", [key.family, key.name])
    try removeMeters(from: 0, key)
  }

  fileprivate func removeMeters(from number: Int, _ key: StateRow.Key) throws {
    try execute(
      "DELETE FROM meter WHERE family = ? AND activity = ? AND meter >= ?", [key.family, key.name, number])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

extension StoreReader {
  /// Puts the numbers of all activities back into the activities they belong to.
  func restoreProgress(in state: inout DeviceState) throws {
    for row in try rows("SELECT * FROM progress") {
      let (family, name) = (FamilyID(row["family"]), row["activity"] as String)
      state.families[family]?.activities[name]?.progress = try ActivityProgress(row)
    }
    for row in try rows("SELECT * FROM meter") {
      let (family, name, number) = (FamilyID(row["family"]), row["activity"] as String, row["meter"] as Int)
      guard state.families[family]?.activities[name]?.meters.indices.contains(number) == true else {
        throw StoreError(
          .corrupt, "The store counts for an event that \(name) of family \(family.rawValue) lacks; restore a backup.")
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

extension StoreTransaction {
  /// Writes what differs between two states of one activity: numbers, as long as it is the same registration.
  func save(_ new: Activity, replacing old: Activity?, _ key: StateRow.Key) throws {
    if old.map({ !new.differsInProgressAlone(from: $0) }) ?? true { try setStateRow(key, to: new.withoutProgress) }
    if old?.progress != new.progress { try set(new.progress, key) }
    let known = old?.meters ?? []
    for (number, meter) in new.meters.enumerated()
    where !known.indices.contains(number) || known[number].progress != meter.progress {
      try set(meter.progress, ofMeter: number, key)
    }
    if known.count > new.meters.count { try removeMeters(from: new.meters.count, key) }
  }

  func removeActivity(_ key: StateRow.Key) throws {
    try removeStateRow(key)
    try execute("DELETE FROM progress WHERE family = ? AND activity = ?", [key.family, key.name])
    try removeMeters(from: 0, key)
  }

  private func set(_ progress: ActivityProgress, _ key: StateRow.Key) throws {
    let (current, next, last) = (progress.current, progress.next, progress.lastSpan)
    let starts = progress.settledStarts.map { String($0.milliseconds) }.joined(separator: ",")
    try execute(
      """
      INSERT OR REPLACE INTO progress (family, activity, start, finish, isOpen, isEndWarned, nextStart, nextFinish,
        isStartWarned, lastStart, lastFinish, isFinished, settledStarts, warnedStart, nextBoundary)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key.family, key.name, current?.span.start.milliseconds, current?.span.end.milliseconds,
        current?.isOpen ?? false, current?.isEndWarningDelivered ?? false, next?.span.start.milliseconds,
        next?.span.end.milliseconds, next?.isStartWarningDelivered ?? false, last?.start.milliseconds,
        last?.end.milliseconds, progress.isFinished, "[\(starts)]", progress.warnedStart?.milliseconds,
        progress.nextBoundary.milliseconds,
      ])
  }

  private func set(_ progress: MeterProgress, ofMeter number: Int, _ key: StateRow.Key) throws {
    try execute(
      """
      INSERT OR REPLACE INTO meter (family, activity, meter, countsFrom, counted, nextLevel) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        key.family, key.name, number, progress.countsFrom.milliseconds, progress.counted, progress.nextLevel,
      ])
  }

  private func removeMeters(from number: Int, _ key: StateRow.Key) throws {
    try execute(
      "DELETE FROM meter WHERE family = ? AND activity = ? AND meter >= ?", [key.family, key.name, number])
  }
}

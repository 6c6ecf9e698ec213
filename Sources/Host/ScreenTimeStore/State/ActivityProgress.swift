// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// The progress of an activity: the values that change over time, as opposed to what was registered.
///
/// Progress changes with every interval, and meters with every use, but a registration rarely does. So progress is
/// stored as numbers in columns, and saving a batch of use doesn't encode registrations.
struct ActivityProgress: Equatable {
  var current: RunningInterval?
  var next: PlannedInterval?
  var lastSpan: TimeSpan?
  var isFinished = false
  var settledStarts: [Timestamp] = []
  var warnedStart: Timestamp?
  var nextBoundary = Timestamp.distantFuture
}

/// The progress of one meter of an activity.
struct MeterProgress: Equatable {
  var countsFrom = Timestamp.distantPast
  var counted: Int64 = 0
  var nextLevel = 0
}

extension Activity {
  var progress: ActivityProgress {
    get {
      ActivityProgress(
        current: current, next: next, lastSpan: lastSpan, isFinished: isFinished, settledStarts: settledStarts,
        warnedStart: warnedStart, nextBoundary: nextBoundary)
    }
    set {
      (current, next, lastSpan) = (newValue.current, newValue.next, newValue.lastSpan)
      (isFinished, settledStarts) = (newValue.isFinished, newValue.settledStarts)
      (warnedStart, nextBoundary) = (newValue.warnedStart, newValue.nextBoundary)
    }
  }

  /// The contents of its row in the state table: everything without a column elsewhere.
  var withoutProgress: Activity {
    var rest = self
    rest.progress = ActivityProgress()
    for index in rest.meters.indices { rest.meters[index].progress = MeterProgress() }
    return rest
  }

  /// Whether only values with a column differ, so that the row of the state table stays the same.
  func differsInProgressAlone(from other: Activity) -> Bool {
    guard meters.count == other.meters.count else { return false }
    var copy = self
    copy.progress = other.progress
    for index in meters.indices { copy.meters[index].progress = other.meters[index].progress }
    return copy == other
  }
}

extension Meter {
  var progress: MeterProgress {
    get { MeterProgress(countsFrom: countsFrom, counted: counted, nextLevel: nextLevel) }
    set { (countsFrom, counted, nextLevel) = (newValue.countsFrom, newValue.counted, newValue.nextLevel) }
  }
}

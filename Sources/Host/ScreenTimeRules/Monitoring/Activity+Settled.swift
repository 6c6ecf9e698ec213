// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Activity {
  /// Records that the start of an interval was handed to the host, so that it is never delivered again (D17).
  ///
  /// The newest starts are kept individually. Older ones are merged into runs in which no interval starts again,
  /// however far the clock is set back: an hourly schedule of ten years takes up a few numbers.
  mutating func rememberStart(_ start: Timestamp) {
    settledStarts.append(start)
    guard settledStarts.count > 32 else { return }
    let oldest = settledStarts.removeFirst()
    var runs = settledRuns ?? []
    if let last = runs.last, last.start <= oldest, oldest.milliseconds(since: last.end) <= 31 * 86_400_000 {
      runs[runs.count - 1].end = max(last.end, oldest)
    } else {
      runs.append(TimeSpan(start: oldest, end: oldest))
    }
    settledRuns = runs
  }

  /// The run of delivered starts that contains an instant, its last start included.
  func settledRun(around instant: Timestamp) -> TimeSpan? {
    settledRuns?.first { $0.start <= instant && instant <= $0.end }
  }
}

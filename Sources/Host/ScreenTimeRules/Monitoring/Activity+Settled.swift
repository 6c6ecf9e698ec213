// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Activity {
  /// Remembers that the start of an interval was handed to the host, so that it never is again (D17).
  ///
  /// The newest are kept one by one. Older ones fall together into runs in which nothing runs again, however far the
  /// clock is set back: an hourly schedule of ten years stays a few numbers.
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

  /// The run of delivered starts that an instant lies in, its last start included.
  func settledRun(around instant: Timestamp) -> TimeSpan? {
    settledRuns?.first { $0.start <= instant && instant <= $0.end }
  }
}

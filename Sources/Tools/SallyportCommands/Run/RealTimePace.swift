// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// Hands out spans no faster than a wall clock that starts with the run: for watching a recorded day as it was.
struct RealTimePace {
  private let first: Timestamp
  private let started = ContinuousClock.now

  init(from first: Timestamp) { self.first = first }

  /// The spans, each handed out when its time is over.
  func spans(_ spans: [UseSpan]) -> LazyMapSequence<[UseSpan], UseSpan> {
    spans.lazy.map { span in
      let due = started + .milliseconds(span.end.milliseconds - first.milliseconds)
      // Waiting for the clock is what a real-time run is for; nothing else could wake it.
      let left = ContinuousClock.now.duration(to: due)
      if left > .zero {
        Thread.sleep(forTimeInterval: Double(left.components.seconds) + Double(left.components.attoseconds) / 1e18)
      }
      return span
    }
  }
}

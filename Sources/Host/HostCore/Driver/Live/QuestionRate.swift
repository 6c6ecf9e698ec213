// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Rate limit for the questions of one family's programs: `atOnce` in a burst, then `perSecond`. Each question is a
/// transaction of the device, so a flood by one family would slow down all others.
final class QuestionRate: Sendable {
  private struct State {
    var left: Double
    var at: ContinuousClock.Instant?
  }

  static let atOnce = 64
  static let perSecond = 8.0

  private let state = Mutex(State(left: Double(atOnce)))

  /// Counts a question.
  ///
  /// - Returns: whether it may be asked at `now`.
  func takes(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      let passed = state.at.map { (now - $0) / .seconds(1) } ?? 0
      state.left = min(Double(Self.atOnce), state.left + max(0, passed) * Self.perSecond)
      state.at = now
      guard state.left >= 1 else { return false }
      state.left -= 1
      return true
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport

/// The time for extensions' deadlines. It advances only while the host waits.
///
/// SAFETY: `@unchecked Sendable` because one thread of a simulation runs at a time; see `Strand`.
final class SimulatedTime: @unchecked Sendable {
  private(set) var now = MonotonicTime(nanoseconds: 0)
  /// Runs other events until an instant; if `nil`, time jumps there.
  var onWait: ((MonotonicTime) -> Void)?
  /// Whether the host was killed, so that reads and waits end at once.
  var isOver = false

  var clock: DeadlineClock { DeadlineClock { self.now } }

  func advance(to time: MonotonicTime) { now = max(now, time) }

  /// Waits in a conversation until an instant, or until it is woken.
  func wait(until time: MonotonicTime) {
    if let onWait { onWait(time) } else { advance(to: time) }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport

/// The seconds in which extensions meet or miss their deadlines. They pass only while the host waits.
///
/// SAFETY: `@unchecked Sendable` because one thread of a simulation runs at a time, as `Strand` says.
final class SimulatedTime: @unchecked Sendable {
  private(set) var now = MonotonicTime(nanoseconds: 0)
  /// Lets other things happen until an instant; without it time jumps there.
  var onWait: ((MonotonicTime) -> Void)?
  /// The host was killed: nothing is read or waited for any more.
  var isOver = false

  var clock: DeadlineClock { DeadlineClock { self.now } }

  func advance(to time: MonotonicTime) { now = max(now, time) }

  /// A conversation waits until an instant, or until it is woken before.
  func wait(until time: MonotonicTime) {
    if let onWait { onWait(time) } else { advance(to: time) }
  }
}

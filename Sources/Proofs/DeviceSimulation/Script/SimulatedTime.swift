// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport
internal import Synchronization

/// The seconds in which extensions meet or miss their deadlines. They pass only while the host waits.
final class SimulatedTime: Sendable {
  private let nanoseconds = Mutex<Int64>(0)

  var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.withLock { $0 }) }
  var clock: DeadlineClock { DeadlineClock { self.now } }

  func advance(to time: MonotonicTime) { nanoseconds.withLock { $0 = max($0, time.nanoseconds) } }
}

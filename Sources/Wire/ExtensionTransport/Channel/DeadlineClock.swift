// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The clock for deadlines: the kernel's, or a simulated one that waits for a hung extension in no real time.
public struct DeadlineClock: Sendable {
  /// The kernel's monotonic clock.
  public static let kernel = DeadlineClock { .now }

  private let read: @Sendable () -> MonotonicTime

  public init(_ read: @escaping @Sendable () -> MonotonicTime) { self.read = read }

  public var now: MonotonicTime { read() }

  /// The moment `duration` from now.
  public func after(_ duration: Duration) -> MonotonicTime { now + duration }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A point in time on the kernel's monotonic clock, used for deadlines (`wire.md#deadlines`).
///
/// The clock stops while the machine is suspended, so closing a laptop's lid does not make a deadline expire.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: MonotonicTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The moment `duration` from now.
  public static func after(_ duration: Duration) -> MonotonicTime { now + duration }

  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return MonotonicTime(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
  }

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The earlier of two points in time, either of which may be missing.
  static func earlier(_ left: MonotonicTime?, _ right: MonotonicTime?) -> MonotonicTime? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }

  /// The time left in milliseconds for poll(2).
  var millisecondsLeft: Int32 { milliseconds(after: .now) }

  /// The time from another one to this in milliseconds, rounded up, never negative.
  func milliseconds(after time: MonotonicTime) -> Int32 {
    // The clock starts at 0, so a difference that overflows is negative too.
    let (left, overflow) = nanoseconds.subtractingReportingOverflow(time.nanoseconds)
    guard !overflow, left > 0 else { return 0 }
    return Int32(clamping: (left - 1) / 1_000_000 + 1)
  }
}

extension Duration {
  /// The nanoseconds, clamped to 64 bits (about 292 years).
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowOfSum) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowOfSum ? (seconds < 0 ? .min : .max) : sum
  }
}

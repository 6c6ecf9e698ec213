// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The requests of one process of an app: 40 in a burst, then 20 a second of the host's clock, so that a simulated app
/// gets the same answers however fast the machine is.
struct RequestRate {
  static let burst: Int64 = 40
  static let perSecond: Int64 = 20

  /// Thousandths of a request.
  private var left = burst * 1_000
  private var last: Int64?

  /// Counts a request.
  ///
  /// - Returns: the milliseconds after which it may come again, or `nil` if it is within the rate.
  mutating func wait(now: Int64) -> Int64? {
    let passed = max(0, min(60_000, now - (last ?? now)))
    last = now
    left = min(Self.burst * 1_000, left + passed * Self.perSecond)
    guard left < 1_000 else {
      left -= 1_000
      return nil
    }
    return (1_000 - left + Self.perSecond - 1) / Self.perSecond
  }
}

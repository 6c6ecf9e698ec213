// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionTransport

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct MonotonicTimeTests {
  @Test func `never goes back`() {
    let start = MonotonicTime.now
    #expect(MonotonicTime.now >= start)
    #expect(start + .milliseconds(5) - start == .milliseconds(5))
  }

  @Test func `reads the kernel's monotonic clock to the nanosecond`() {
    func reading() -> Int64 {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    for _ in 0..<1_000 {
      let before = reading()
      let now = MonotonicTime.now.nanoseconds
      #expect(before <= now && now <= reading())
    }
  }

  @Test(
    arguments: [
      (.zero, 0), (.seconds(5), 5_000_000_000), (.seconds(-3), -3_000_000_000), (.milliseconds(1_500), 1_500_000_000),
      (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.seconds(31_536_000), 31_536_000_000_000_000),
    ] as [(Duration, Int64)])
  func `a duration is added to the nanosecond`(_ duration: Duration, _ nanoseconds: Int64) {
    for start in [0, 7, 1_000_000_000_000] as [Int64] {
      let time = MonotonicTime(nanoseconds: start) + duration
      #expect(time.nanoseconds == start + nanoseconds && time - MonotonicTime(nanoseconds: start) == duration)
    }
  }

  @Test func `saturates instead of trapping`() {
    let end = MonotonicTime(nanoseconds: .max)
    #expect(end + .seconds(1) == end)
    #expect(MonotonicTime(nanoseconds: 5) + .seconds(Int64.max) == end)
    #expect(MonotonicTime(nanoseconds: .min) + .seconds(-1) == MonotonicTime(nanoseconds: .min))
    // The whole seconds still fit, but not with the fraction.
    let (most, least): (Duration, Duration) = (.nanoseconds(Int64.max), .nanoseconds(Int64.min))
    for time in [MonotonicTime(nanoseconds: 0), MonotonicTime(nanoseconds: 7)] {
      #expect(time + most == end && time + (most + .nanoseconds(1)) == end && time + (most + .seconds(1)) == end)
    }
    let start = MonotonicTime(nanoseconds: .min)
    #expect(MonotonicTime(nanoseconds: 0) + least == start && MonotonicTime(nanoseconds: -7) + least == start)
    #expect(MonotonicTime(nanoseconds: 0) + (least - .nanoseconds(1)) == start)
  }

  @Test func `rounds the time left up to whole milliseconds`() {
    #expect(MonotonicTime(nanoseconds: 0).millisecondsLeft == 0)
    #expect(MonotonicTime.after(.seconds(1) + .microseconds(1)).millisecondsLeft >= 1)
    #expect(MonotonicTime(nanoseconds: .max).millisecondsLeft == .max)
  }

  @Test(
    arguments: [
      (-1, 0), (0, 0), (1, 1), (999_999, 1), (1_000_000, 1), (1_000_001, 2), (2_000_000, 2),
      (2_147_483_647_000_000, .max),
      (2_147_483_646_000_001, .max), (2_147_483_646_000_000, .max - 1), (.max, .max), (.min, 0),
    ] as [(Int64, Int32)])
  func `a wait never ends before its deadline, nor a whole millisecond after it`(_ left: Int64, _ expected: Int32) {
    #expect(MonotonicTime(nanoseconds: left).milliseconds(after: MonotonicTime(nanoseconds: 0)) == expected)
    let (end, overflow) = left.addingReportingOverflow(5_000_000_123)
    if !overflow {
      let start = MonotonicTime(nanoseconds: 5_000_000_123)
      #expect(MonotonicTime(nanoseconds: end).milliseconds(after: start) == expected)
    }
  }

  @Test func `nil is later than any time`() {
    let (early, late) = (MonotonicTime(nanoseconds: 1), MonotonicTime(nanoseconds: 2))
    #expect(MonotonicTime.earlier(late, early) == early)
    #expect(MonotonicTime.earlier(nil, late) == late)
    #expect(MonotonicTime.earlier(early, nil) == early)
    #expect(MonotonicTime.earlier(nil, nil) == nil)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionTransport

@Suite struct MonotonicTimeTests {
  @Test func `never goes back`() {
    let start = MonotonicTime.now
    #expect(MonotonicTime.now >= start)
    #expect(start + .milliseconds(5) - start == .milliseconds(5))
  }

  @Test func `saturates instead of trapping`() {
    let end = MonotonicTime(nanoseconds: .max)
    #expect(end + .seconds(1) == end)
    #expect(MonotonicTime(nanoseconds: 5) + .seconds(Int64.max) == end)
    #expect(MonotonicTime(nanoseconds: .min) + .seconds(-1) == MonotonicTime(nanoseconds: .min))
  }

  @Test func `rounds the time left up to whole milliseconds`() {
    #expect(MonotonicTime(nanoseconds: 0).millisecondsLeft == 0)
    #expect(MonotonicTime.after(.seconds(1) + .microseconds(1)).millisecondsLeft >= 1)
    #expect(MonotonicTime(nanoseconds: .max).millisecondsLeft == .max)
  }

  @Test func `nil is later than any time`() {
    let (early, late) = (MonotonicTime(nanoseconds: 1), MonotonicTime(nanoseconds: 2))
    #expect(MonotonicTime.earlier(late, early) == early)
    #expect(MonotonicTime.earlier(nil, late) == late)
    #expect(MonotonicTime.earlier(early, nil) == early)
    #expect(MonotonicTime.earlier(nil, nil) == nil)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The whole order of a few callbacks that are decided together.
@Suite struct PendingIntervalTests {
  private static func due(
    _ callback: MonitorCallback, of start: Int64, event: String? = nil, at dueAt: Int64 = 200
  ) -> PendingCallback {
    PendingCallback(
      family: Bench.family, activity: "day", event: event, callback: callback, cause: .natural,
      dueAt: Timestamp(milliseconds: dueAt),
      span: TimeSpan(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: start + 50)), registration: 1)
  }

  @Test func `callbacks of two intervals that come at one slot keep the order of their intervals`() {
    let both = [
      Self.due(.intervalDidStart, of: 0), Self.due(.intervalDidEnd, of: 0), Self.due(.intervalDidStart, of: 50),
      Self.due(.intervalDidEnd, of: 50),
    ]
    #expect(PendingCallback.ordered(both) == both)
    let ends = [Self.due(.intervalDidEnd, of: 0), Self.due(.intervalDidEnd, of: 50)]
    #expect(PendingCallback.ordered(ends) == ends)
  }

  @Test func `only the warning of its own interval comes before a start that is due last`() {
    let warning = Self.due(.intervalWillStartWarning, of: 0, at: 80)
    let event = Self.due(.eventDidReachThreshold, of: 0, event: "e", at: 90)
    let other = Self.due(.intervalDidEnd, of: 100, at: 92)
    let end = Self.due(.intervalDidEnd, of: 0, at: 95)
    let start = Self.due(.intervalDidStart, of: 0, at: 100)
    #expect(PendingCallback.ordered([start, end, other, event, warning]) == [warning, other, start, event, end])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

/// The parts of a trace's lanes at the edges of the day, to the millisecond.
@Suite struct TraceLaneEdgeTests {
  /// The lanes of a day from 100,000 to 200,000.
  private let lanes = TraceLanes(
    span: TimeSpan(start: Timestamp(milliseconds: 100_000), end: Timestamp(milliseconds: 200_000))
  ) { "\($0.milliseconds)" }

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  /// The parts of one threshold's lane.
  private func parts(_ pieces: [(Int64, Int64)], level: Int64) -> [String] {
    let filling = ThresholdFilling(
      family: "f", activity: "a", event: "e", level: level,
      pieces: pieces.map { TimeSpan(start: at($0.0), end: at($0.1)) })
    return lanes.thresholds([filling]) { .name($0) }.flatMap(\.parts).map { "\($0.start)+\($0.length) \($0.says.text)" }
  }

  @Test func `a stretch that ends before it begins has no part`() {
    #expect(lanes.part(at(150_000), at(149_999), .first, "x") == nil)
    #expect(lanes.part(at(150_000), at(150_000), .first, "x")?.length == 0)
  }

  @Test func `a threshold counts whole seconds only when they are over`() {
    #expect(
      parts([(110_000, 110_999), (120_000, 120_001)], level: 60_000) == [
        "10000+999 0 s of 1 min 00 s, 110000 to 110999", "20000+1 1 s of 1 min 00 s, 120000 to 120001",
      ])
  }

  @Test func `use before the day began is counted and not drawn`() {
    #expect(
      parts([(70_000, 100_000), (110_000, 120_000)], level: 60_000) == [
        "10000+10000 40 s of 1 min 00 s, 110000 to 120000"
      ])
    #expect(
      parts([(70_000, 100_001), (110_000, 120_000)], level: 60_000) == [
        "0+1 30 s of 1 min 00 s, 100000 to 100001", "10000+10000 40 s of 1 min 00 s, 110000 to 120000",
      ])
  }

  @Test(
    arguments: [
      (39_999, nil), (40_000, "0+0 reached at 100000"), (40_001, "1+0 reached at 100001"),
    ] as [(Int64, String?)])
  func `a threshold that is reached when the day begins is reached on that day`(_ start: Int64, _ reached: String?) {
    let parts = parts([(start, 120_000)], level: 60_000)
    #expect(parts.filter { $0.contains("reached") } == [reached].compactMap(\.self))
    #expect(parts.first == "0+20000 1 min 00 s of 1 min 00 s, 100000 to 120000")
  }
}

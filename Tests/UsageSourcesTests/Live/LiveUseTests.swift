// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import UsageSources

/// The use that a device derives from live records, in seconds: `0–5 a present`.
@Suite struct LiveUseTests {
  private typealias F = LiveFixture

  private func begin(_ second: Double = 0) -> LiveUse {
    LiveUse.start(F.reading(second), mark: nil, device: nil).use
  }

  private func report(_ events: [SampleFeedEvent], feed: Int = 1) -> [LiveUse.Report] {
    events.map { LiveUse.Report(feed: feed, place: .socket, event: $0) }
  }

  @Test func `an open record counts up to the present at each reading, and nothing counts twice`() {
    var use = begin()
    #expect(
      F.words(
        use.advance(
          to: F.reading(1), report([.opened(F.sample(.app("a"), 0, 0)), .opened(F.sample(.active, 0, 0, stream: "l"))]))
      )
        == ["0–1 a present"])
    #expect(F.words(use.advance(to: F.reading(3))) == ["1–3 a present"])
    #expect(use.advance(to: F.reading(3)) == [.time(F.time(3))])
    #expect(
      F.words(
        use.advance(
          to: F.reading(5), report([.grown(F.sample(.app("a"), 0, 5)), .grown(F.sample(.active, 0, 5, stream: "l"))])))
        == ["3–5 a present"])
    #expect(
      F.words(
        use.advance(to: F.reading(8), report([.closed(F.sample(.app("a"), 0, 7)), .opened(F.sample(.app("b"), 7, 7))])))
        == ["5–7 a present", "7–8 b present"])
  }

  @Test func `after 15 s of silence a record ends at its last report and the track is blind (LIVE-SMP2)`() {
    var use = begin()
    _ = use.advance(to: F.reading(5), report([.opened(F.sample(.app("a"), 0, 5))]))
    #expect(use.nextLook == F.time(20.001))
    #expect(F.words(use.advance(to: F.reading(21))) == ["blind focus disconnected since 5"])
    #expect(use.nextLook == nil)
    #expect(F.words(use.advance(to: F.reading(40))).isEmpty, "a gap is reported once")
    #expect(
      F.words(use.advance(to: F.reading(60), report([.grown(F.sample(.app("a"), 0, 60))])))
        == ["40–60 a", "sighted focus at 40"], "time reported as unknown is not counted later")
  }

  @Test func `the end of a connection ends its records at once`() {
    var use = begin()
    _ = use.advance(to: F.reading(5), report([.appeared, .opened(F.sample(.app("a"), 0, 5))]))
    #expect(
      F.words(use.advance(to: F.reading(7), report([.closed(F.sample(.app("a"), 0, 5)), .lost(.writerLeft)])))
        == ["lost socket writer-left", "blind focus disconnected since 5"])
  }

  @Test func `a source's own gap is unknown time with its reason (LIVE-SMP6)`() {
    var use = begin()
    let gap = F.sample(.gap(.focus, .unsupported), 0, 0)
    #expect(F.words(use.advance(to: F.reading(2), report([.gap(gap)]))) == ["blind focus unsupported since 0"])
    #expect(
      F.words(use.advance(to: F.reading(4), report([.closed(gap), .opened(F.sample(.app("a"), 3, 4))])))
        == ["3–4 a", "sighted focus at 3"])
  }

  @Test func `locked and idle time is known and does not count`() {
    var use = begin()
    let app = SampleFeedEvent.opened(F.sample(.app("a"), 0, 9))
    _ = use.advance(to: F.reading(0.5), report([app, .opened(F.sample(.active, 0, 0, stream: "l"))]))
    let words = F.words(
      use.advance(
        to: F.reading(9),
        report([.closed(F.sample(.active, 0, 4, stream: "l")), .opened(F.sample(.lock, 4, 9, stream: "l"))])))
    #expect(words == ["0.5–4 a present", "4–9"])
  }

  @Test func `refuses a record in the future by name, and cuts an end in the future at the present`() {
    var use = begin()
    let words = F.words(
      use.advance(
        to: F.reading(10),
        report([
          .opened(F.sample(.app("a"), 0, 80_000)), .opened(F.sample(.app("x"), 60, 70, stream: "late")),
          .opened(F.sample(.app("y"), 60, 70, stream: "later")),
        ])))
    #expect(words == ["rejected ahead-of-clock", "0–10 a"])
  }

  @Test func `records too coarse for a threshold don't count (LIVE-SMP5)`() {
    var use = begin()
    let inputs = use.advance(to: F.reading(10), report([.opened(F.sample(.app("a"), 0, 10, resolution: 60_001))]))
    #expect(inputs == [.time(F.time(10))])
  }

  @Test func `a polled record holds until the next poll and tolerates one missed poll (LIVE-SMP4)`() {
    var use = begin()
    var sample = F.sample(.app("a"), 0, 0, resolution: 60_000)
    (sample.source, sample.boot) = (.arbtt, nil)
    #expect(F.words(use.advance(to: F.reading(100), report([.opened(sample)]))) == ["0–100 a"])
    #expect(F.words(use.advance(to: F.reading(121))) == ["blind focus disconnected since 0"])
  }

  @Test func `skips records before the device's time`() {
    var use = begin(100)
    #expect(
      F.words(
        use.advance(
          to: F.reading(101), report([.late(F.sample(.app("old"), 0, 50)), .opened(F.sample(.app("a"), 90, 100))])))
        == ["100–101 a"])
  }

  @Test func `two feeds never add up, and the better one wins (LIVE-USE3)`() {
    var use = begin()
    var worse = F.sample(.app("b"), 0, 5)
    worse.source = .x11
    #expect(
      F.words(
        use.advance(to: F.reading(5), report([.opened(F.sample(.app("a"), 0, 5))]) + report([.opened(worse)], feed: 2)))
        == ["0–5 a"])
  }

  @Test func `sleep is excluded from use and reported (LIVE-CLK1)`() {
    var use = begin()
    _ = use.advance(to: F.reading(5), report([.opened(F.sample(.app("a"), 0, 5))]))
    let words = F.words(use.advance(to: F.reading(30_000, asleep: 29_990)))
    #expect(
      words == ["5–10 a", "suspended 10–30000", "blind focus disconnected since 5"].filter { !$0.hasPrefix("blind") })
    #expect(F.words(use.advance(to: F.reading(30_001, asleep: 29_990))) == ["blind focus disconnected since 5"])
  }

  @Test func `both of two records at one wall time count if the clock went back (LIVE-CLK4)`() {
    var use = begin()
    _ = use.advance(to: F.reading(10), report([.opened(F.sample(.app("a"), 0, 10))]))
    let back = F.reading(20, wallAhead: -10, isSynchronised: false)
    let words = F.words(
      use.advance(
        to: back, report([.closed(F.sample(.app("a"), 0, 10)), .opened(F.sample(.app("b"), 10, 20, wallAhead: -10))])))
    #expect(words == ["10–20 b", "set by -10000 followed", "jumped to 10", "marked"])
    #expect(
      F.words(
        use.advance(
          to: F.reading(25, wallAhead: -10, isSynchronised: false),
          report([.grown(F.sample(.app("b"), 10, 25, wallAhead: -10))])))
        == ["10–15 b"])
  }
}

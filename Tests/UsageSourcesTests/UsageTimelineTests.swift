// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing
import UsageSources

@Suite struct UsageTimelineTests {
  private func spans(_ samples: [UsageSample]) -> [String] {
    UsageTimeline(samples).spans.map(SampleFixture.text)
  }

  @Test func `lock and off override active, and active overrides idle (LIVE-USE1)`() {
    #expect(
      spans([
        SampleFixture.sample(.active, 0, 40), SampleFixture.sample(.idle, 0, 100, stream: "replay/b"),
        SampleFixture.sample(.lock, 30, 50, stream: "replay/c"),
        SampleFixture.sample(.app("a"), 0, 100, stream: "replay/d"),
      ]) == ["0–30 a present", "30–100"])
  }

  @Test func `a suspended machine has no use, whatever the foreground app (LIVE-CLK1, LIVE-USE1)`() {
    #expect(
      spans([
        SampleFixture.sample(.active, 0, 100, stream: "replay/p"), SampleFixture.sample(.app("a"), 0, 100),
        SampleFixture.sample(.off(.suspended), 30, 80, stream: "replay/s"),
      ]) == ["0–30 a present", "30–80", "80–100 a present"])
  }

  @Test func `without presence the foreground app counts and is marked unknown (LIVE-USE1)`() {
    let timeline = UsageTimeline([SampleFixture.sample(.app("a"), 0, 10)])
    #expect(!timeline.presenceKnown)
    #expect(timeline.spans.map(SampleFixture.text) == ["0–10 a unknown"])
  }

  @Test func `the compositor overrides X11, and X11 overrides a file (LIVE-USE3)`() {
    let boot = UsageSample.Boot(id: "00000001", up: 0)
    #expect(
      spans([
        SampleFixture.sample(.app("file"), 0, 30, source: .awFile, stream: "aw/1"),
        SampleFixture.sample(.app("x"), 0, 20, source: .x11, stream: "x11/1", boot: boot),
        SampleFixture.sample(.app("kwin"), 0, 10, source: .kwin, stream: "kwin/1", boot: boot),
      ]) == ["0–10 kwin unknown", "10–20 x unknown", "20–30 file unknown"])
  }

  @Test func `a blind source does not override one that can see (LIVE-USE3)`() {
    #expect(
      spans([
        SampleFixture.sample(.app("file"), 0, 30, source: .awFile, stream: "aw/1"),
        SampleFixture.sample(
          .gap(.focus, .disconnected), 0, 20, source: .kwin, stream: "kwin/1", boot: .init(id: "00000001", up: 0)),
      ]) == ["0–30 file unknown"])
  }

  @Test func `a host counts only while its browser is in the foreground and a person is present (LIVE-USE4)`() {
    let firefox = "org.mozilla.firefox"
    #expect(
      spans([
        SampleFixture.sample(.active, 0, 80, stream: "replay/p"),
        SampleFixture.sample(.app(firefox), 0, 50), SampleFixture.sample(.app("org.chromium.Chromium"), 50, 100),
        SampleFixture.sample(.web(host: "a.test", via: firefox), 0, 100, stream: "replay/w"),
        SampleFixture.sample(.web(host: "b.test", via: nil), 60, 100, stream: "replay/v"),
      ]) == [
        "0–50 org.mozilla.firefox a.test present", "50–60 org.chromium.Chromium present",
        "60–80 org.chromium.Chromium b.test present",
      ])
  }

  @Test func `present time without an app is a span, and time without any record is none (LIVE-USE5)`() {
    #expect(
      spans([
        SampleFixture.sample(.active, 0, 30, stream: "replay/p"), SampleFixture.sample(.none, 0, 10),
        SampleFixture.sample(.app("a"), 10, 20), SampleFixture.sample(.active, 50, 60, stream: "replay/p"),
      ]) == ["0–10 present", "10–20 a present", "20–30 present", "50–60 present"])
  }

  @Test func `excludes and counts records too coarse for a threshold (LIVE-SMP5)`() {
    let timeline = UsageTimeline([SampleFixture.sample(.app("a"), 0, 90_000, resolution: 60_001)])
    #expect(timeline.spans.isEmpty)
    #expect(timeline.coarseSamples == 1)
  }

  @Test func `both records at one wall time count after the clock went back (LIVE-CLK4)`() {
    let live: (Int64, Int64, Int64) -> UsageSample = { start, end, up in
      SampleFixture.sample(
        .app("a"), start, end, source: .sway, stream: "sway/1", boot: .init(id: "0000000a", up: up))
    }
    let timeline = UsageTimeline([live(1_000_000, 1_600_000, 0), live(1_000_000, 1_600_000, 600_000)])
    #expect(timeline.spans.map(SampleFixture.text) == ["1000000–2200000 a unknown"])
    #expect(timeline.clockJumps.map(\.milliseconds) == [-600_000])
  }

  @Test func `ignores a clock set forward, and follows it again once it is right (LIVE-CLK5)`() {
    let live: (Int64, Int64) -> UsageSample = { start, up in
      SampleFixture.sample(
        .app("a"), start, start + 10_000, source: .sway, stream: "sway/1", boot: .init(id: "0000000a", up: up))
    }
    let timeline = UsageTimeline([live(100_000, 0), live(9_110_000, 10_000), live(120_000, 20_000)])
    #expect(timeline.spans.map(SampleFixture.text) == ["100000–130000 a unknown"])
    #expect(timeline.clockJumps.map(\.milliseconds) == [9_000_000])
  }

  @Test func `follows a correction of up to a minute (LIVE-CLK3)`() {
    let live: (Int64, Int64) -> UsageSample = { start, up in
      SampleFixture.sample(
        .app("a"), start, start + 10_000, source: .sway, stream: "sway/1", boot: .init(id: "0000000a", up: up))
    }
    let timeline = UsageTimeline([live(100_000, 0), live(140_000, 10_000)])
    #expect(timeline.spans.map(SampleFixture.text) == ["100000–110000 a unknown", "140000–150000 a unknown"])
    #expect(timeline.clockJumps.map(\.wasFollowed) == [true])
  }

  @Test func `trusted time never runs backwards across a reboot (LIVE-CLK5)`() {
    let first = SampleFixture.sample(
      .app("a"), 5_000_000, 5_010_000, source: .sway, stream: "sway/1", boot: .init(id: "0000000a", up: 50_000))
    let second = SampleFixture.sample(
      .app("b"), 5_005_000, 5_025_000, source: .sway, stream: "sway/2", boot: .init(id: "0000000b", up: 9_000))
    #expect(
      UsageTimeline([second, first]).spans.map(SampleFixture.text)
        == ["5000000–5010000 a unknown", "5010000–5030000 b unknown"])
  }

  @Test func `the order of the records does not matter`() {
    let samples = SyntheticWeek(seed: 3, days: 2).samples
    #expect(UsageTimeline(samples.reversed()).spans == UsageTimeline(samples).spans)
  }

  @Test func `spans ascend and never overlap`() {
    let spans = UsageTimeline(SyntheticWeek(seed: 1).samples).spans
    for (earlier, later) in zip(spans, spans.dropFirst()) { #expect(earlier.end <= later.start) }
    #expect(spans.allSatisfy { $0.start < $0.end })
  }
}

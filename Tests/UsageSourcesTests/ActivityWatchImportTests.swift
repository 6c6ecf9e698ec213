// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing
import UsageSources

@Suite struct ActivityWatchImportTests {
  /// Records as text, times in ms after the midnight of the fixture.
  private func texts(_ result: ActivityWatchImport) -> [String] {
    result.samples.map { sample in
      let start = sample.start.milliseconds - SampleFixture.midnight
      let end = sample.end.milliseconds - SampleFixture.midnight
      return "\(start)–\(end) \(sample.claim)"
    }
  }

  private func app(_ name: String) -> String { "\"app\":\"\(name)\",\"title\":\"SECRET\"" }

  private func windows(_ events: [String]) throws -> ActivityWatchImport {
    try ActivityWatchImport(contents: SampleFixture.export([("aw-watcher-window_host", "currentwindow", events)]))
  }

  @Test func `closes gaps up to 5 s, at the midpoint between two apps, and leaves longer holes (LIVE-AW5)`() throws {
    let result = try windows([
      SampleFixture.event(40, 2, app("b")), SampleFixture.event(26, 4, app("b")), SampleFixture.event(20, 4, app("b")),
      SampleFixture.event(5, 0, app("a")), SampleFixture.event(0, 3, app("a")),
    ])
    #expect(
      texts(result) == [
        "0–5000 app(\"wm:a\")",
        "5000–20000 gap(ScreenTimeRules.SourceTrack.focus, ScreenTimeRules.SourceBlindness.hole)",
        "20000–30000 app(\"wm:b\")",
        "30000–40000 gap(ScreenTimeRules.SourceTrack.focus, ScreenTimeRules.SourceBlindness.hole)",
        "40000–42000 app(\"wm:b\")",
      ])
    #expect(result.summary.closedGaps == 2)
    #expect(result.summary.holes == 2)
    #expect(result.summary.zeroLengthEvents == 1)
    #expect(result.summary.presenceUnknown)
    let meeting = try windows([SampleFixture.event(14, 2, app("b")), SampleFixture.event(0, 10, app("a"))])
    #expect(texts(meeting) == ["0–12000 app(\"wm:a\")", "12000–16000 app(\"wm:b\")"])
  }

  @Test func `the later of two overlapping events wins, and the earlier continues after it (LIVE-AW5)`() throws {
    let result = try windows([SampleFixture.event(10, 10, app("b")), SampleFixture.event(0, 100, app("a"))])
    #expect(texts(result) == ["0–10000 app(\"wm:a\")", "10000–20000 app(\"wm:b\")", "20000–100000 app(\"wm:a\")"])
    #expect(result.summary.appMilliseconds == ["wm:a": 90_000, "wm:b": 10_000])
    #expect(result.summary.useMilliseconds == result.summary.appMilliseconds)
  }

  @Test func `tells an app's time in front from its use while a person was present (LIVE-USE1)`() throws {
    let result = try ActivityWatchImport(
      contents: SampleFixture.export([
        ("aw-watcher-window_host", "currentwindow", [SampleFixture.event(0, 100, app("a"))]),
        (
          "aw-watcher-afk_host", "afkstatus",
          [SampleFixture.event(30, 70, #""status":"afk""#), SampleFixture.event(0, 30, #""status":"not-afk""#)]
        ),
      ]))
    #expect(result.summary.appMilliseconds == ["wm:a": 100_000])
    #expect(result.summary.useMilliseconds == ["wm:a": 30_000])
  }

  @Test func `accepts fractions of 0 to 9 digits, Z and offsets (LIVE-AW2)`() throws {
    let event: (String) -> String = { "{\"timestamp\":\"\($0)\",\"duration\":1,\"data\":{\"app\":\"a\"}}" }
    for (text, milliseconds) in [
      ("2020-06-27T00:00:00Z", Int64(0)), ("2020-06-27T00:00:00+00:00", 0), ("2020-06-27T00:00:00.5Z", 500),
      ("2020-06-27T00:00:00.123456789+00:00", 123), ("2020-06-27T00:00:00.999999999Z", 1_000),
      ("2020-06-27T02:00:00.001+02:00", 1), ("2020-06-26T19:30:00-04:30", 0), ("2020-06-28T00:00:00Z", 86_400_000),
    ] {
      let start = try windows([event(text)]).samples.first?.start.milliseconds
      #expect(start == SampleFixture.midnight + milliseconds, "\(text)")
    }
    for text in ["2020-06-27", "2020-13-27T00:00:00Z", "2020-06-27T00:00:00", "2020-06-27T00:00:00.Z", "x"] {
      let error = #expect(throws: UsageImportError.self) { try windows([event(text)]) }
      #expect(error?.name == .badTimestamp)
    }
  }

  @Test func `a negative duration is an error and nothing is imported`() {
    let error = #expect(throws: UsageImportError.self) { try windows([SampleFixture.event(0, -3, app("a"))]) }
    #expect(
      error?.description
        == "import-negative-duration: event 1 of the currentwindow bucket, number 1 of the file, lasts -3.0 s; nothing was imported"
    )
  }

  @Test func `a truncated file, a file that is not JSON and JSON of another kind have distinct errors`() {
    let whole = SampleFixture.export([("w", "currentwindow", [SampleFixture.event(0, 1, app("a"))])])
    for end in [1, 20, whole.count / 2, whole.count - 1] {
      let error = #expect(throws: UsageImportError.self) { try ActivityWatchImport(contents: whole.prefix(end)) }
      #expect(error?.name == .truncated)
    }
    for (text, name) in [
      ("hello", UsageImportError.Name.notJSON), ("", .notJSON), ("{\"a\":1}", .notActivityWatch),
      ("[]", .notActivityWatch),
      ("{\"buckets\":7}", .notActivityWatch),
      ("{\"buckets\":{\"w\":{\"type\":\"currentwindow\",\"events\":[{\"duration\":1}]}}}", .notActivityWatch),
    ] {
      let error = #expect(throws: UsageImportError.self) { try ActivityWatchImport(contents: Data(text.utf8)) }
      #expect(error?.name == name, "\(text)")
    }
  }

  @Test func `refuses a file larger than 64 MiB (LIVE-AW1)`() {
    let error = #expect(throws: UsageImportError.self) { try ActivityWatchImport(contents: Data(count: 67_108_865)) }
    #expect(error?.name == .tooLarge)
  }

  @Test func `buckets as a map, as an array and as a single object give the same records (LIVE-AW1)`() throws {
    let bucket =
      "{\"id\":\"w\",\"type\":\"currentwindow\",\"events\":[\(SampleFixture.event(0, 9, app("a")))]}"
    let forms = ["{\"buckets\":{\"w\":\(bucket)}}", "{\"buckets\":[\(bucket)]}", bucket]
    let results = try forms.map { try ActivityWatchImport(contents: Data($0.utf8)).samples }
    #expect(results[0].count == 1)
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }

  @Test func `counts skipped buckets and treats missing events as an empty list (LIVE-AW1)`() throws {
    let result = try ActivityWatchImport(
      contents: Data(
        #"{"buckets":{"a":{"type":"app.editor.activity","events":[{"x":1}]},"b":{"type":"currentwindow"},"c":{"type":"afkstatus","events":null}}}"#
          .utf8))
    #expect(result.samples.isEmpty)
    #expect(result.summary.skippedBuckets == ["app.editor.activity": 1])
  }

  @Test func `an unknown app is a gap, and an Android package is an app (LIVE-AW6)`() throws {
    let result = try windows([
      SampleFixture.event(100, 9, #""app":"Clock","package":"com.clock","classname":"x""#),
      SampleFixture.event(0, 9, app("unknown")),
    ])
    #expect(result.samples.map(\.claim).first == .gap(.focus, .unreadable))
    #expect(result.samples.map(\.claim).last == .app("android:com.clock"))
    #expect(result.summary.unreadableMilliseconds == 9_000)
  }

  @Test func `repeated afk events are merged, active wins, and the rest is a gap (LIVE-AW7)`() throws {
    let result = try ActivityWatchImport(
      contents: SampleFixture.export([
        (
          "aw-watcher-afk_host", "afkstatus",
          [
            SampleFixture.event(200, 10, #""status":"not-afk""#), SampleFixture.event(50, 100, #""status":"afk""#),
            SampleFixture.event(0, 90, #""status":"not-afk""#), SampleFixture.event(0, 60, #""status":"not-afk""#),
            SampleFixture.event(0, 30, #""status":"not-afk""#),
          ]
        )
      ]))
    #expect(
      texts(result) == [
        "0–90000 active", "90000–150000 idle",
        "150000–200000 gap(ScreenTimeRules.SourceTrack.presence, ScreenTimeRules.SourceBlindness.hole)",
        "200000–210000 active",
      ])
    #expect(!result.summary.presenceUnknown)
  }

  @Test func `keeps only the host, hides incognito tabs, and counts audible tabs as presence (LIVE-AW8)`() throws {
    let result = try ActivityWatchImport(
      contents: SampleFixture.export([
        ("aw-watcher-afk_host", "afkstatus", [SampleFixture.event(0, 10, #""status":"not-afk""#)]),
        (
          "aw-watcher-window_host", "currentwindow",
          [SampleFixture.event(60, 60, app("Code")), SampleFixture.event(0, 60, app("Firefox"))]
        ),
        (
          "aw-watcher-web-firefox", "web.tab.current",
          [
            SampleFixture.event(
              90, 30, #""url":"https://hidden.test/","title":"SECRET","audible":true,"incognito":true"#),
            SampleFixture.event(
              30, 60,
              #""url":"https://User:pw@Video.Test:8443/SECRET?q=SECRET","title":"SECRET","audible":true,"incognito":false"#
            ),
            SampleFixture.event(0, 30, #""url":"http://games.test/","audible":false,"incognito":false,"tabCount":4"#),
          ]
        ),
      ]))
    let web = result.samples.filter { $0.track == .web }
    #expect(
      web.map(\.claim) == [
        .web(host: "games.test", via: "wm:firefox"), .web(host: "video.test", via: "wm:firefox"),
      ])
    #expect(result.summary.hiddenTabs == 1)
    let spans = UsageTimeline(result.samples).spans.map { span in
      (span.milliseconds, span.app?.id, span.web?.id)
    }
    #expect(spans.map(\.0) == [10_000, 30_000])
    #expect(spans.map(\.1) == ["wm:firefox", "wm:firefox"])
    #expect(spans.map(\.2) == ["games.test", "video.test"])
  }

  @Test func `drops titles, paths and personal names (LIVE-AW9)`() throws {
    let result = try ActivityWatchImport(
      contents: SampleFixture.export([
        ("aw-watcher-window_SECRET", "currentwindow", [SampleFixture.event(0, 60, app("Firefox"))]),
        (
          "aw-watcher-web-firefox_SECRET", "web.tab.current",
          [SampleFixture.event(0, 60, #""url":"https://a.test/SECRET","title":"SECRET""#)]
        ),
      ]))
    #expect(result.samples.count == 2)
    for sample in result.samples { #expect(!sample.line.lowercased().contains("secret")) }
  }

  @Test func `importing the same file twice adds its records once`() throws {
    let contents = SampleFixture.export([
      ("w", "currentwindow", [SampleFixture.event(9, 9, app("b")), SampleFixture.event(0, 9, app("a"))])
    ])
    var fold = SampleFold()
    for _ in 0..<2 { for sample in try ActivityWatchImport(contents: contents).samples { try fold.add(sample) } }
    #expect(fold.samples.count == 2)
  }

  @Test func `splits an event of three days into records of at most 24 hours`() throws {
    let result = try windows([SampleFixture.event(0, 259_200, app("a"))])
    #expect(result.samples.map(\.milliseconds) == [86_400_000, 86_400_000, 86_400_000])
    #expect(UsageTimeline(result.samples).spans.count == 1)
  }
}

extension UseSpan {
  fileprivate var milliseconds: Int64 { end.milliseconds(since: start) }
}

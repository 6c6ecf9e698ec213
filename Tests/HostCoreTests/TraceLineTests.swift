// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Lines that a run's observer writes and a trace reads, at the edges of what either takes for a callback.
@Suite struct TraceLineTests {
  private let scratch = Scratch()
  private var path: String { scratch.path + "/run.ndjson" }

  private func recorder(_ names: [Item: String] = [:]) throws -> Recorder {
    var configuration = RunObserverTests.configuration(in: scratch)
    configuration.names = names
    return try Recorder(path: path, configuration, base: "empty")
  }

  private func trace(_ recorder: Recorder) throws -> Trace {
    try recorder.finish(at: HostedRun.start.milliseconds)
    return try Trace(contentsOf: path)
  }

  private func launch(_ recorder: Recorder, after milliseconds: Int64 = 0) {
    recorder.record(
      "launch", at: HostedRun.start.milliseconds + milliseconds, process: 1,
      ["extension": "one.monitor", "grade": "full", "reason": "delivery"])
  }

  // MARK: - Callbacks

  @Test func `only the host's request begins a callback, and only its program's reply ends it`() throws {
    let recorder = try recorder()
    launch(recorder)
    var clock = HostedRun.start.milliseconds
    func line(_ side: String, _ message: WireValue) {
      clock += 1
      recorder.record("line", at: clock, process: 1, ["from": .string(side), "message": message])
    }
    line("host", ["id": "h2", "method": "perform", "params": ["callback": "intervalDidStart"]])
    // Output of no process is that of no callback.
    recorder.record("log", at: clock, ["text": "lost"])
    line("extension", ["id": "e1", "method": "perform", "params": ["callback": "intervalDidEnd"]])
    line("extension", ["id": "h2", "method": "commit", "params": [:]])
    line("host", ["id": "h2", "result": ["effects": [["kind": "host"]]]])
    line("extension", ["id": "h3", "result": ["effects": [["kind": "other"]]]])
    line("extension", ["id": "h2", "result": ["effects": [["kind": "own"]]]])
    let trace = try trace(recorder)
    try #require(trace.callbacks.count == 1)
    let callback = trace.callbacks[0]
    #expect(callback.what == "intervalDidStart" && callback.at == HostedRun.start.advanced(by: 1))
    #expect(callback.end == HostedRun.start.advanced(by: 6))
    #expect(callback.effects == [#"{"kind":"own"}"#] && callback.log == [])
  }

  // MARK: - Pages

  @Test func `two items of one name have the mask of the first`() throws {
    let pages = try TracePages(
      try trace(try recorder([.application("x.a"): "Pad", .application("x.b"): "Pad"])), showsNames: false)
    #expect(pages.masked("Pad, x.b, x.a") == "app 1, app 2, app 1")
  }

  @Test func `a program's lane has two thousand parts`() throws {
    let recorder = try recorder()
    for count in 0..<2_001 { launch(recorder, after: Int64(count)) }
    let page = try TracePages(try trace(recorder), showsNames: true).day("2026-10-19")
    let figure = try #require(page.sections.first?.figure)
    #expect(figure.rows.map(\.parts.count) == [0, 2_000])
  }

  @Test func `a threshold is reached within the piece that fills it`() {
    func span(_ start: Int64, _ end: Int64) -> TimeSpan {
      TimeSpan(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end))
    }
    for (level, reached) in [(1, 101), (9, 109), (10, 110), (11, 201), (19, 209), (20, 210), (21, nil)]
      as [(Int64, Int64?)]
    {
      let filling = ThresholdFilling(
        family: "one", activity: "day", event: "limit", level: level, pieces: [span(100, 110), span(200, 210)])
      #expect(filling.reachedAt?.milliseconds == reached, "\(level)")
    }
  }

  // MARK: - What a run records

  @Test(arguments: [false, true]) func `a single byte of output is news and a line of the recording`(
    _ isCountedOnly: Bool
  ) throws {
    let observer = try RunObserver(RunObserverTests.configuration(in: scratch), base: "empty") { _ in }
    var log = CapturedLog(isCountedOnly: isCountedOnly)
    log.append([UInt8(ascii: "x")])
    observer.logged("a.x", process: 1, log: log)
    #expect(observer.takeNews().count == 1)
    try observer.finish()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[1].contains(isCountedOnly ? #""magnitude":1"# : #""bytes":1"#))
  }

  @Test func `a run without a recording records no content`() throws {
    var configuration = RunObserverTests.configuration(in: scratch)
    for (file, recordsContent) in [(path, true), (nil, false)] as [(String?, Bool)] {
      configuration.recordingPath = file
      let observer = try RunObserver(configuration, base: "empty") { _ in }
      #expect(observer.recordsContent == recordsContent)
    }
  }

  @Test func `changes of zone at one instant are made in the order in which they were given`() throws {
    var configuration = RunObserverTests.configuration(in: scratch)
    let zones = ["Europe/Rome", "Europe/Oslo", "Asia/Tokyo"]
    configuration.zoneChanges = zones.map { ZoneChange(at: HostedRun.start.advanced(by: 20_000), timeZone: $0) }
    let driver = try VirtualDriver(configuration)
    try driver.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 40_000))
    try driver.close()
    let moves = try Recording(contentsOf: path).inputs.compactMap { recorded -> String? in
      guard case .source(.zoneChanged(let place)) = recorded.input else { return nil }
      return place.timeZone
    }
    #expect(moves == zones)
  }
}

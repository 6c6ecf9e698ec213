// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// A recording whose lines are written by the test, as its trace reads them.
@Suite struct RecordedTraceTests {
  private static let start = HostedRun.start
  private static let chess = Item.application("org.gnome.Chess")
  private static let site = Item.webDomain("example.org")
  private let scratch = Scratch()

  private func recorder() throws -> Recorder {
    let configuration = HostConfiguration(
      stateDirectory: scratch.path, outputDirectory: nil, recordingPath: nil, families: [],
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: Self.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [Self.chess: "Chess"], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    return try Recorder(path: scratch.path + "/run.ndjson", configuration, base: "empty")
  }

  private func trace(_ recorder: Recorder) throws -> Trace {
    try recorder.finish(at: Self.start.milliseconds)
    return try Trace(contentsOf: scratch.path + "/run.ndjson")
  }

  private func time(_ instant: Timestamp?) -> String {
    instant.map { "\($0.milliseconds - Self.start.milliseconds)" } ?? "-"
  }

  private func span(_ span: TimeSpan) -> String { "\(time(span.start))…\(time(span.end))" }

  private func lines(_ trace: Trace) -> [String] {
    trace.lives.map { "life \($0.program) \($0.process) \(time($0.start))…\(time($0.end)) \($0.grade)" }
      + trace.callbacks.map { one in
        let end = "\(one.outcome ?? "-") \(one.reason ?? "-")"
        return
          "callback \(one.number) \(one.program) \(one.process) \(time(one.at))…\(time(one.end)) \(one.what) \(one.sequence ?? 0) \(one.cause ?? "-") \(one.reply ?? "-") \(one.effects) \(end) \(one.log) \(one.states)"
      } + trace.closed.map { "closed \($0.item.kind):\($0.item.id) \(span($0.span))" }
      + trace.fillings.map { "filling \($0.family) \($0.activity) \($0.event) \($0.level) \($0.pieces.map(span))" }
      + trace.use.map { "use \($0.app?.id ?? "-") \($0.web?.id ?? "-") \(time($0.start))…\(time($0.end))" }
      + ["end \(time(trace.end))"]
  }

  /// The request of a callback.
  private func perform(_ id: String, _ sequence: Int64?, event: String? = nil) -> WireValue {
    var params: WireObject = ["callback": "eventDidReachThreshold"]
    var arguments: WireObject = ["activity": "day", "other": "word"]
    arguments["event"] = event.map { .string($0) }
    params["arguments"] = .object(arguments)
    params["delivery"] = sequence.map { ["sequence": .integer($0), "cause": "use"] }
    return ["id": .string(id), "method": "perform", "params": .object(params)]
  }

  @Test func `each callback has the lines of its own process, from its request to its end`() throws {
    let recorder = try recorder()
    var clock = Self.start.milliseconds
    func line(_ event: String, of process: Int? = nil, after milliseconds: Int64 = 1, _ members: WireObject) {
      clock += milliseconds
      recorder.record(event, at: clock, process: process, members)
    }
    func state(_ program: String, of process: Int? = nil, to: String, _ reason: String) {
      line(
        "state", of: process,
        ["extension": .string(program), "from": "x", "to": .string(to), "reason": .string(reason)])
    }
    func host(_ process: Int, _ message: WireValue) { line("line", of: process, ["from": "host", "message": message]) }
    func program(_ process: Int, _ message: WireValue) {
      line("line", of: process, ["from": "extension", "message": message])
    }
    line("log", of: 1, ["text": "before any callback"])
    for (process, name) in [(1, "one.monitor"), (2, "two.monitor")] {
      line("launch", of: process, ["extension": .string(name), "grade": "full", "reason": "delivery"])
    }
    host(1, ["id": "h1", "method": "hello", "params": [:]])
    program(1, ["id": "h1", "result": [:]])
    host(1, perform("h2", 5, event: "games"))
    host(2, perform("h2", 5))
    state("one.monitor", of: 1, to: "busy", "delivery")
    line("line", of: 1, ["from": "extension", "sealed": true])
    program(1, ["id": "e1", "method": "commit", "params": [:]])
    program(1, ["id": "h9", "result": ["effects": []]])
    line("log", of: 1, ["text": "while it runs"])
    program(1, ["id": "h2", "result": ["effects": [["kind": "a"], ["kind": "b"]]]])
    program(1, ["id": "h2", "result": ["effects": [["kind": "late"]]]])
    state("one.monitor", of: 1, to: "idle", "reply.ok")
    line("log", of: 1, ["bytes": 4])
    line("settled", ["extension": "one.monitor", "outcome": "applied", "reason": "reply.ok", "sequence": 5])
    line("settled", ["extension": "three.monitor", "outcome": "failed", "reason": "crash", "sequence": 5])
    line("settled", ["extension": "one.monitor", "outcome": "failed", "reason": "crash"])
    program(2, ["id": "h2", "error": ["code": -1]])
    line("settled", ["outcome": "refused", "sequence": 5])
    host(2, perform("h3", nil, event: "late"))
    state("two.monitor", of: 2, to: "exiting", "crash.SIGSEGV")
    state("two.monitor", of: 2, to: "cold", "crash.SIGSEGV")
    host(2, perform("h4", 6))
    line("launch", of: 3, after: -50, ["extension": "one.monitor", "grade": "degraded", "reason": "delivery"])
    let found = lines(try trace(recorder))
    #expect(
      found == [
        "life one.monitor 1 2…- full", "life two.monitor 2 3…23 full", "life one.monitor 3 -25…- degraded",
        "callback 6 one.monitor 1 6…17 eventDidReachThreshold day games 5 use {\"effects\":[{\"kind\":\"a\"},{\"kind\":\"b\"}]} [\"{\\\"kind\\\":\\\"a\\\"}\", \"{\\\"kind\\\":\\\"b\\\"}\"] applied reply.ok [\"while it runs\", \"text that this recording does not hold\"] [\"busy: delivery\"]",
        "callback 7 two.monitor 2 7…21 eventDidReachThreshold day 5 use {\"code\":-1} [] refused - [] []",
        "callback 22 two.monitor 2 22…- eventDidReachThreshold day late 0 - - [] - - [] [\"exiting: crash.SIGSEGV\", \"cold: crash.SIGSEGV\"]",
        "callback 25  2 25…- eventDidReachThreshold day 6 use - [] - - [] []", "end 25",
      ], "\(found.joined(separator: "\n"))")
  }

  @Test func `a lane of shields or of a threshold has only spans that a device can have`() throws {
    let recorder = try recorder()
    let (start, last) = (Self.start.milliseconds, WireLimits.latestTime)
    func shield(_ kind: String, _ since: Int64, _ until: Int64) {
      recorder.record(
        "shield", at: start, ["kind": .string(kind), "id": "x", "since": .integer(since), "until": .integer(until)])
    }
    for kind in ["application", "category", "webDomain"] { shield(kind, start, start + 1) }
    for (since, until) in [
      (start + 1, start), (-1, start), (start, last + 1), (-2, -1), (last + 1, last + 2), (0, 0), (last, last),
    ] {
      shield("application", since, until)
    }
    let pieces: [WireValue] = [
      [.integer(start), .integer(start + 5)], [.integer(start + 5), .integer(start)], [.integer(start)], "piece",
      [.integer(start), .integer(start), .integer(start)], ["a", .integer(start)], [.integer(-1), .integer(start)],
      [.integer(start + 7), .integer(start + 9)],
    ]
    for pieces in [WireValue.array(pieces), "none"] {
      recorder.record(
        "filling", at: start,
        ["family": "one", "activity": "day", "name": "games", "level": 60_000, "pieces": pieces])
    }
    let found = lines(try trace(recorder))
    #expect(
      found == [
        "closed application:x 0…1", "closed category:x 0…1", "closed webDomain:x 0…1",
        "closed application:x \(-start)…\(-start)", "closed application:x \(last - start)…\(last - start)",
        "filling one day games 60000 [\"0…5\", \"7…9\"]", "end 0",
      ])
  }

  @Test func `contiguous use of the same items is one span, and time without use is none`() throws {
    let recorder = try recorder()
    let spans: [(Int64, Int64, Item?, Item?, Bool)] = [
      (0, 10, Self.chess, nil, true), (10, 20, Self.chess, nil, true), (15, 18, Self.chess, nil, true),
      (21, 30, Self.chess, nil, true), (30, 40, Self.chess, Self.site, true), (40, 50, nil, Self.site, true),
      (50, 60, nil, nil, true), (60, 70, Self.chess, nil, false), (70, 80, Self.chess, nil, true),
    ]
    for (from, to, app, web, isPresent) in spans {
      let span = UseSpan(
        start: Self.start.advanced(by: from), end: Self.start.advanced(by: to), app: app, web: web,
        isPresent: isPresent)
      try recorder.record(.use(span), .failed, at: span.end)
    }
    try recorder.record(.time(Self.start.advanced(by: 90)), .failed, at: Self.start.advanced(by: 90))
    let trace = try trace(recorder)
    #expect(
      lines(trace) == [
        "use org.gnome.Chess - 0…20", "use org.gnome.Chess - 21…30", "use org.gnome.Chess example.org 30…40",
        "use - example.org 40…50", "use org.gnome.Chess - 70…80", "end 90",
      ])
    let pages = try TracePages(trace, showsNames: false)
    #expect(pages.days == ["2026-10-19"])
  }

  @Test func `the page of a day lists four hundred callbacks and says how many there are`() throws {
    for count in [0, 1, 400, 401] {
      let recorder = try recorder()
      let start = Self.start.milliseconds
      recorder.record(
        "launch", at: start, process: 1, ["extension": "one.monitor", "grade": "full", "reason": "delivery"])
      for number in 0..<count {
        recorder.record(
          "line", at: start + Int64(number), process: 1,
          ["from": "host", "message": perform("h\(number)", nil)])
      }
      let pages = try TracePages(try trace(recorder), showsNames: true)
      let page = try pages.day("2026-10-19")
      let listed = try #require(page.sections.first { $0.heading == "Callbacks" })
      #expect(listed.table?.rows.count ?? 0 == min(400, count))
      let says = listed.text.map(\.text)
      switch count {
      case 0: #expect(says == ["No callback on this day."])
      case 401: #expect(says == ["The first 400 of 401 callbacks; `--family` shows those of one family."])
      default: #expect(says == [])
      }
    }
  }

  @Test func `lines are written in blocks of more than 256 KiB, and the rest at the end`() throws {
    let recorder = try recorder()
    let path = scratch.path + "/run.ndjson"
    func written() throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    let text = String(repeating: "x", count: 10_000)
    var lines = 0
    while try written() == 0, lines < 100 {
      recorder.record("log", at: Self.start.milliseconds, process: 1, ["text": .string(text)])
      lines += 1
    }
    let first = try written()
    #expect(first > 262_144 && first < 262_144 + 11_000 && lines == 26, "\(first) after \(lines) lines")
    recorder.record("log", at: Self.start.milliseconds, process: 1, ["text": .string(text)])
    #expect(try written() == first)
    _ = try trace(recorder)
    #expect(try written() > first + 10_000)
  }
}

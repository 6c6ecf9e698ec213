// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// The pages of a recording whose lines are written by the test, cell by cell (CON-25).
@Suite struct TracePageValueTests {
  private static let start = HostedRun.start
  private static let eight: Int64 = 8 * 3_600_000
  private static let day: Int64 = 24 * 3_600_000
  private static let chess = Item.application("org.gnome.Chess")
  private let scratch = Scratch()

  /// Writes a recording whose lines have times after the start, in milliseconds.
  private final class Writer {
    private let recorder: Recorder
    private let path: String

    init(_ path: String, names: [Item: String], families: [LoadedFamily] = [], isSynthetic: Bool = true) throws {
      let configuration = HostConfiguration(
        stateDirectory: path, outputDirectory: nil, recordingPath: nil, families: families,
        launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
        environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
        registry: ItemRegistry(), names: names, answers: PersonAnswers(otherwise: .approved),
        presses: PressScript(buttons: []), seed: 1, reproducibleKeys: isSynthetic)
      self.path = path + "/run.ndjson"
      recorder = try Recorder(path: self.path, configuration, base: "empty")
    }

    func line(_ event: String, _ after: Int64, of process: Int? = nil, _ members: WireObject) {
      recorder.record(event, at: HostedRun.start.milliseconds + after, process: process, members)
    }

    func launch(_ program: String, _ after: Int64, of process: Int = 1) {
      line("launch", after, of: process, ["extension": .string(program), "grade": "full", "reason": "delivery"])
    }

    func host(_ id: String, _ after: Int64, of process: Int = 1, sequence: Int64? = nil, event: String? = nil) {
      var arguments: WireObject = ["activity": "day"]
      arguments["event"] = event.map { .string($0) }
      var params: WireObject = ["callback": "eventDidReachThreshold", "arguments": .object(arguments)]
      params["delivery"] = sequence.map { ["sequence": .integer($0), "cause": "use"] }
      let message: WireValue = ["id": .string(id), "method": "perform", "params": .object(params)]
      line("line", after, of: process, ["from": "host", "message": message])
    }

    func program(_ after: Int64, _ message: WireValue) {
      line("line", after, of: 1, ["from": "extension", "message": message])
    }

    func settled(_ sequence: Int64, _ outcome: String, _ reason: String, _ after: Int64) {
      line(
        "settled", after,
        [
          "extension": "one.monitor", "outcome": .string(outcome), "reason": .string(reason),
          "sequence": .integer(sequence),
        ])
    }

    func use(_ item: Item, _ from: Int64, _ to: Int64) throws {
      let start = HostedRun.start
      let span = UseSpan(
        start: start.advanced(by: from), end: start.advanced(by: to), app: item, isPresent: true)
      try recorder.record(.use(span), .failed, at: span.end)
    }

    func trace(endingAfter end: Int64) throws -> Trace {
      try recorder.finish(at: HostedRun.start.milliseconds + end)
      return try Trace(contentsOf: path)
    }
  }

  private func writer(_ names: [Item: String] = [Self.chess: "Chess"], isSynthetic: Bool = true) throws -> Writer {
    try Writer(scratch.path, names: names, isSynthetic: isSynthetic)
  }

  /// Two days: four callbacks at the eighth hour of the first, and one of an hour at the first midnight.
  private func recorded() throws -> TracePages {
    let writer = try writer()
    let at = Self.eight
    writer.launch("one.monitor", at)
    writer.host("h1", at + 9_000, sequence: 5, event: "games")
    writer.line(
      "state", at + 9_000, of: 1,
      ["extension": "one.monitor", "from": "idle", "to": "busy", "reason": "delivery"])
    writer.line("log", at + 9_000, of: 1, ["text": "hello"])
    writer.program(at + 9_000, ["id": "h1", "result": ["effects": [["kind": "a"]]]])
    writer.settled(5, "applied", "reply.ok", at + 10_000)
    writer.host("h2", at + 10_000, sequence: 6)
    writer.settled(6, "failed", "crash", at + 10_000)
    writer.host("h3", at + 11_000)
    writer.program(at + 11_000, ["id": "h3", "error": ["code": -1]])
    writer.host("h4", at + 59_000)
    writer.host("h5", Self.day)
    writer.program(Self.day + 3_600_000, ["id": "h5", "result": [:]])
    try writer.use(Self.chess, at, at + 1_800_000)
    return try TracePages(try writer.trace(endingAfter: Self.day + 3_600_000), showsNames: true)
  }

  private func rows(_ table: Page.Table?) -> [String] {
    table?.rows.map { $0.map(\.says.text).joined(separator: " | ") } ?? []
  }

  private func parts(_ row: Figure.Row) -> [String] {
    row.parts.map { "\($0.start) \($0.length) \($0.tone.rawValue) \($0.says.text)" }
  }

  @Test func `the first page of a trace counts the callbacks of each day and describes the run`() throws {
    let table = Page.Table(
      "The days of the run", columns: ["Day", "Callbacks", "Not applied"],
      rows: [
        [Page.Cell("2026-10-19", link: PageAddress(.trace, "2026-10-19")), Page.Cell("4"), Page.Cell("1")],
        [Page.Cell("2026-10-20", link: PageAddress(.trace, "2026-10-20")), Page.Cell("1"), Page.Cell("0")],
      ])
    let run: Phrase = "Host \(HostVersion.current), virtual clock, profile open, seed 1."
    let expected = Page(
      .trace, title: "Trace", says: "5 callbacks on 2 days.",
      sections: [
        Page.Section("Days", table: table),
        Page.Section("The run", text: [run, "The data is synthetic."]),
      ], asOf: "2026-10-20 01:00", language: "en")
    let index = try recorded().index()
    #expect(index == expected)
  }

  @Test func `a recording without callbacks and use says so, and a redacted one says what it lacks`() throws {
    for isSynthetic in [true, false] {
      let pages = try TracePages(
        try writer(isSynthetic: isSynthetic).trace(endingAfter: 0), showsNames: false)
      let index = try pages.index()
      #expect(index.says == "0 callbacks on 0 days." && index.asOf == "2026-10-19 00:00")
      #expect(index.sections.map(\.table) == [nil, nil])
      #expect(index.sections.first?.text == ["This recording has no callbacks and no use."])
      #expect(
        index.sections.last?.text.last?.text
          == (isSynthetic
            ? "The data is synthetic."
            : "The recording is redacted: it holds neither use nor requests nor replies."))
    }
  }

  @Test func `the page of a day lists its callbacks with their seconds, and each has its details`() throws {
    let page = try recorded().day("2026-10-19")
    #expect(page.address == PageAddress(.trace, "2026-10-19") && page.title == "2026-10-19")
    #expect(page.says == "4 callbacks, 1 was not applied.")
    let what = "one.monitor | eventDidReachThreshold day"
    #expect(
      rows(page.sections[1].table) == [
        "08:00:09 | \(what) games | applied | reply.ok | 1", "08:00:10 | \(what) | failed | crash | 0",
        "08:00:11 | \(what) | answered |  | 0", "08:00:59 | \(what) | no end in this recording |  | 0",
      ])
    let details = page.sections.filter { $0.anchor != nil }
    #expect(details.map(\.anchor) == ["line-2", "line-7", "line-9", "line-11"])
    #expect(page.sections[1].table?.rows.map { $0[0].anchor } == details.map(\.anchor))
    #expect(details.first?.heading.text == "one.monitor: eventDidReachThreshold day games")
    #expect(details.first?.table?.caption == "The callback at 08:00:09")
    let delivery = #""delivery":{"cause":"use","sequence""#
    let named = #""callback":"eventDidReachThreshold""#
    let expected: [[String]] = [
      [
        "At | 08:00:09 to 08:00:10", "Process | 1", "Delivery | 5", "Cause | use", "Outcome | applied",
        "Reason | reply.ok", "Process became | busy: delivery", #"Effect | {"kind":"a"}"#, "Printed | hello",
        #"Request | {"arguments":{"activity":"day","event":"games"},\#(named),\#(delivery):5}}"#,
        #"Reply | {"effects":[{"kind":"a"}]}"#,
      ],
      [
        "At | 08:00:10", "Process | 1", "Delivery | 6", "Cause | use", "Outcome | failed", "Reason | crash",
        #"Request | {"arguments":{"activity":"day"},\#(named),\#(delivery):6}}"#,
        "Reply | none",
      ],
      [
        "At | 08:00:11", "Process | 1", "Outcome | answered",
        #"Request | {"arguments":{"activity":"day"},\#(named)}"#, #"Reply | {"code":-1}"#,
      ],
      [
        "At | 08:00:59", "Process | 1", "Outcome | no end in this recording",
        #"Request | {"arguments":{"activity":"day"},\#(named)}"#, "Reply | none",
      ],
    ]
    #expect(details.map { rows($0.table) } == expected)
    let others = try #require(page.sections.last)
    #expect(others.heading == "Other days")
    #expect(rows(others.table) == ["All days | the list of days", "2026-10-20 | 1 callback"])
    #expect(others.table?.rows.map { $0[0].link } == [PageAddress.trace, PageAddress(.trace, "2026-10-20")])
  }

  @Test func `the lanes of a day show use, processes and callbacks within the day`() throws {
    let pages = try recorded()
    let days = try ["2026-10-19", "2026-10-20"].map { try #require(try pages.day($0).sections.first?.figure) }
    #expect(days[0].rows.map(\.label.text) == ["Use", "one.monitor"])
    #expect(parts(days[0].rows[0]) == ["28800000 1800000 first Chess, 08:00:00 to 08:30:00"])
    // A callback is drawn with at least a two-hundredth of the day.
    let what = "eventDidReachThreshold day"
    #expect(
      parts(days[0].rows[1]) == [
        "28800000 57600000 other process 1, full, 08:00:00 to 00:00:00",
        "28809000 432000 second \(what) games, 08:00:09 to 08:07:21",
        "28810000 432000 closed \(what), 08:00:10 to 08:07:22",
        "28811000 432000 second \(what), 08:00:11 to 08:07:23",
        "28859000 432000 second \(what), 08:00:59 to 08:08:11",
      ])
    #expect(
      days[1].rows.map(parts) == [
        [],
        [
          "0 3600000 other process 1, full, 00:00:00 to 01:00:00", "0 3600000 second \(what), 00:00:00 to 01:00:00",
        ],
      ])
    let legend = days[0].legend.map { "\($0.tone.rawValue) \($0.says.text)" }
    #expect(
      legend == [
        "first use", "third fills a threshold", "fifth reached", "other a process lives", "second applied",
        "closed closed, or not applied",
      ])
    let ticks = [0, 6, 12, 18, 24].map { Figure.Tick($0 * 3_600_000, "\($0):00") }
    #expect(days.allSatisfy { $0.ticks == ticks && $0.whole == Self.day && $0.form == .lanes })
  }

  @Test func `use has a page for each day that it touches, and none for the midnight at which it ends`() throws {
    for (from, to, days) in [
      (Self.day - 1, Self.day, ["2026-10-19"]), (Self.day - 1, Self.day + 1, ["2026-10-19", "2026-10-20"]),
      (Self.day, Self.day + 1, ["2026-10-20"]),
    ] {
      let writer = try writer()
      try writer.use(Self.chess, from, to)
      #expect(try TracePages(try writer.trace(endingAfter: to), showsNames: true).days == days)
    }
    // A process has a page as well, even if it was never called.
    let idle = try writer()
    idle.launch("one.monitor", 2 * Self.day)
    let pages = try TracePages(try idle.trace(endingAfter: 2 * Self.day), showsNames: true)
    #expect(pages.days == ["2026-10-21"])
    #expect(try pages.day("2026-10-21").says == "0 callbacks, 0 were not applied.")
  }

  @Test func `a text of 4,000 characters is shown whole, and a longer one is cut`() throws {
    let writer = try writer()
    writer.launch("one.monitor", 0)
    writer.host("h1", 0)
    for count in [4_000, 4_001] {
      writer.line("log", 0, of: 1, ["text": .string(String(repeating: "x", count: count))])
    }
    let page = try TracePages(try writer.trace(endingAfter: 0), showsNames: true).day("2026-10-19")
    let details = try #require(page.sections.first { $0.anchor != nil }?.table)
    let shown = details.rows.filter { $0[0].says == "Printed" }.map { $0[1].says.text }
    let whole = String(repeating: "x", count: 4_000)
    #expect(shown == [whole, whole + "… (4001 characters)"])
  }

  @Test func `masks are numbered by the items, replace the longest text first and spare categories`() throws {
    let (note, book, games) = (Item.application("note"), Item.application("notebook"), Item.category("3"))
    let writer = try writer([note: "Pad", book: "Pad Pro", games: "Games"])
    try writer.use(note, 0, 1_000)
    for (kind, id) in [("webDomain", "example.org"), ("category", "5")] {
      let (since, until) = (Self.start.milliseconds, Self.start.milliseconds + 1_000)
      writer.line(
        "shield", 0,
        ["kind": .string(kind), "id": .string(id), "since": .integer(since), "until": .integer(until)])
    }
    let pages = try TracePages(try writer.trace(endingAfter: 1_000), showsNames: false)
    #expect(
      pages.masked("notebook, note, Pad Pro, Pad, example.org, Games, other")
        == "app 2, app 1, app 2, app 1, site 3, Games, other")
    let figure = try #require(try pages.day("2026-10-19").sections.first?.figure)
    #expect(
      figure.rows.map { parts($0) } == [
        ["0 1000 first app 1, 00:00:00 to 00:00:01"],
        ["0 1000 closed site 3 closed, 00:00:00 to 00:00:01", "0 1000 closed 5 closed, 00:00:00 to 00:00:01"],
      ])
  }

  @Test func `the trace of one family has its programs, and not those of a family with a longer name`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    for family in ["one", "onetwo"] { try families.add(family) }
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    let writer = try Writer(scratch.path, names: [:], families: catalog.families)
    for (process, program) in [(1, "one.monitor"), (2, "onetwo.monitor"), (3, "one.app")] {
      writer.launch(program, 0, of: process)
      writer.host("h1", 1_000, of: process)
    }
    let pieces: WireValue = [[.integer(Self.start.milliseconds), .integer(Self.start.milliseconds + 60_000)]]
    for family in ["one", "onetwo"] {
      writer.line(
        "filling", 60_000,
        ["family": .string(family), "activity": "day", "name": "games", "level": 60_000, "pieces": pieces])
    }
    let trace = try writer.trace(endingAfter: 60_000)
    for (family, rows) in [
      ("one", ["Use", "one day games: 1 min", "one.app", "one.monitor"]),
      ("onetwo", ["Use", "onetwo day games: 1 min", "onetwo.monitor"]),
    ] {
      let page = try TracePages(trace, family: family, showsNames: true).day("2026-10-19")
      #expect(page.sections.first?.figure?.rows.map(\.label.text) == rows)
      #expect(page.sections[1].table?.rows.count == rows.count - 2)
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

/// The pages of a recorded run (CON-25).
@Suite struct TraceTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")

  /// A recording of two days of a family that sets up a limit, and the day's page of the state.
  private func recorded() throws -> (trace: Trace, families: ScriptFamilies, live: Page) {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(
      families, picks: [["applications": [Self.editor.id]]], names: [Self.editor: "Secret notes", Self.chess: "Chess"])
    try run.use(Self.chess, onDay: 0)
    try run.use(Self.chess, onDay: 1)
    let live = try PageMaker(run.host.facts, hasPasscode: false).page(try #require(PageAddress(.trace, "2026-10-19")))
    _ = try run.close()
    return (try Trace(contentsOf: run.recording), families, live)
  }

  private func text(_ pages: [Page]) -> String {
    let template = PageFile(Set(pages.map(\.address)))
    return pages.map { template.html(of: $0) }.joined()
  }

  @Test func `each callback has its request, its reply and its outcome, and a place on its day's page (CON-25)`() throws
  {
    let (trace, families, live) = try recorded()
    defer { withExtendedLifetime(families) {} }
    let pages = try TracePages(trace, showsNames: true)
    #expect(pages.days.count == 2)
    let day = try pages.day(pages.days[0])
    let table = try #require(day.sections.first { $0.heading == "Callbacks" }?.table)
    let start = try #require(table.rows.first { $0[2].says.text.hasPrefix("intervalDidStart") })
    #expect(start[1].says == .name("steady.monitor") && start[3].says == "applied")
    let detail = try #require(day.sections.first { $0.anchor != nil && $0.anchor == start[0].anchor }?.table)
    let facts = Dictionary(detail.rows.map { ($0[0].says.text, $0[1].says.text) }) { first, _ in first }
    #expect(facts["Request"]?.contains("\"callback\":\"intervalDidStart\"") == true)
    #expect(facts["Reply"]?.contains("effects") == true && facts["Outcome"] == "applied")
    let lanes = try #require(day.sections.first?.figure)
    #expect(lanes.rows.map(\.label.text).contains("steady.monitor"))
    #expect(lanes.rows.first?.parts.isEmpty == false)
    // Every anchor that a row leads to is on the page once, and every page that is linked is written.
    let anchors = table.rows.compactMap { $0[0].anchor }
    #expect(Set(anchors).count == anchors.count && anchors.count == table.rows.count)
    let html = text([day])
    for anchor in anchors { #expect(html.contains("<section id=\"\(anchor)\"")) }
    let index = try pages.index()
    #expect(index.links == pages.days.compactMap { PageAddress(.trace, $0) })
    // The state has the same callbacks, without requests and replies.
    let known = try #require(live.sections.first { $0.heading == "Callbacks" }?.table)
    #expect(known.rows.contains { $0[2].says.text.hasPrefix("intervalDidStart") })
  }

  @Test func `shields have a lane, the same of a recording and of the running host's state (CON-25)`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(
      families, picks: [["applications": [Self.editor.id]]], names: [Self.editor: "Secret notes", Self.chess: "Chess"])
    try run.use(Self.editor, onDay: 0)
    let live = try PageMaker(run.host.facts, hasPasscode: false).page(try #require(PageAddress(.trace, "2026-10-19")))
    _ = try run.close()
    let trace = try Trace(contentsOf: run.recording)
    let named = try TracePages(trace, showsNames: true)
    let drawn = try #require(try named.day(named.days[0]).sections.first?.figure)
    let present = try #require(live.sections.first { $0.figure != nil }?.figure)
    for figure in [drawn, present] {
      let shields = try #require(figure.rows.first { $0.label == "Shields" })
      #expect(shields.parts.first?.says.text.hasPrefix("Secret notes closed") == true)
      #expect(figure.legend.map(\.says.text).contains("fills a threshold"))
    }
    let hidden = try TracePages(trace, showsNames: false)
    #expect(!text(try hidden.days.map { try hidden.day($0) }).contains("Secret notes"))
  }

  @Test func `the lane of a threshold says how far each stretch filled it, and when it was reached (CON-25)`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.add("steady")
    let run = try HostedRun(families, names: [Self.chess: "Chess"])
    try run.use(Self.chess, onDay: 0)
    let address = try #require(PageAddress(.trace, "2026-10-19"))
    let live = try PageMaker(run.host.facts, hasPasscode: false).page(address)
    _ = try run.close()
    let pages = try TracePages(try Trace(contentsOf: run.recording), showsNames: false)
    let figures = [
      try #require(live.sections.first { $0.figure != nil }?.figure),
      try #require(try pages.day("2026-10-19").sections.first?.figure),
    ]
    for figure in figures {
      let lane = try #require(
        figure.rows.first { $0.label.text.contains(" first: 10 min") }, "\(figure.rows.map(\.label.text))")
      let says = lane.parts.map(\.says.text)
      #expect(says.first?.hasPrefix("10 min 00 s of 10 min 00 s, 08:00:00 to") == true, "\(says)")
      #expect(says.last == "reached at 08:10:00", "\(says)")
      #expect(lane.parts.last.map(\.start) == Int64(29_400_000))
    }
    // Another family's trace has no such lane.
    let steady = try TracePages(try Trace(contentsOf: run.recording), family: "steady", showsNames: false)
    #expect(
      try steady.day("2026-10-19").sections.first?.figure?.rows.contains { $0.label.text.contains("first") } == true)
  }

  @Test func `a trace has numbers in place of the names of items unless they are asked for (CON-40)`() throws {
    let (trace, families, _) = try recorded()
    defer { withExtendedLifetime(families) {} }
    for showsNames in [false, true] {
      let pages = try TracePages(trace, showsNames: showsNames)
      let html = text(try [pages.index()] + pages.days.map { try pages.day($0) })
      for name in ["Secret notes", Self.editor.id, Self.chess.id] where !showsNames || name == Self.chess.id {
        #expect(html.contains(name) == (showsNames && name != Self.chess.id), "\(name) \(showsNames)")
      }
      #expect(html.contains("app 1") == !showsNames)
    }
  }

  @Test func `a name is also replaced where JSON escapes it (CON-40)`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.add("steady", app: "picker.py")
    let name = #"The "Best" \ Game"#
    let run = try HostedRun(families, names: [Self.editor: name])
    try run.use(Self.editor, onDay: 0)
    _ = try run.close()
    let pages = try TracePages(try Trace(contentsOf: run.recording), showsNames: false)
    let escaped = Trace.escaped(name)
    #expect(escaped == #"The \"Best\" \\ Game"#)
    #expect(pages.masked(#"{"name":"\#(escaped)","plain":"\#(name)"}"#) == #"{"name":"app 1","plain":"app 1"}"#)
  }

  @Test func `a family that the recording does not hold, and a day without a page, are refused`() throws {
    let (trace, families, _) = try recorded()
    defer { withExtendedLifetime(families) {} }
    #expect(throws: HostError.self) { try TracePages(trace, family: "nobody", showsNames: false) }
    let pages = try TracePages(trace, family: "steady", showsNames: false)
    for day in ["2026-02-30", "1999-01-01", "x", ""] { #expect(throws: HostError.self) { try pages.day(day) } }
  }
}

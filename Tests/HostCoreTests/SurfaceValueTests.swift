// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// What is on screen, as values: reports in windows, the windows' controls, and the notes below widgets.
@Suite struct SurfaceValueTests {
  private static let family = FamilyID("worklog")
  private static let start = Timestamp(milliseconds: UsageLines.midnight)

  private static func content(
    _ context: String, width: Int64 = 390_000, height: Int64 = 480_000
  ) -> ReportSurfaces.Content {
    ReportSurfaces.Content(
      context: context, filter: ReportFilter(segment: .hourly, start: 0, end: 1),
      frame: ViewFrame(width: width, height: height))
  }

  private static func after(_ milliseconds: Int64) -> Timestamp { start.advanced(by: milliseconds) }

  // MARK: - Reports

  @Test(
    arguments: [
      (16_000, 16_000, true), (4_096_000, 4_096_000, true), (15_999, 16_000, false), (16_000, 15_999, false),
      (4_096_001, 4_096_000, false), (4_096_000, 4_096_001, false),
    ] as [(Int64, Int64, Bool)])
  func `a report is drawn in a frame that is neither too small nor too large in either direction`(
    _ width: Int64, _ height: Int64, _ isDrawn: Bool
  ) throws {
    var surfaces = ReportSurfaces()
    let name = try surfaces.present(Self.content("pie", width: width, height: height), of: Self.family, on: "a")
    let due = surfaces.due(at: Self.start, on: "a").map(\.name)
    #expect(name == "s1" && due == (isDrawn ? ["s1"] : []))
    // What is never drawn wakes nobody.
    let wakes = [false, true].map { surfaces.nextWake(after: Self.start, isInUse: $0, on: "a") != nil }
    #expect(wakes == [isDrawn, isDrawn])
  }

  @Test func `the next drawing is a minute after the last, and never at the present instant`() throws {
    var surfaces = ReportSurfaces()
    func wake(_ milliseconds: Int64, isInUse: Bool = false) -> Int64? {
      surfaces.nextWake(after: Self.after(milliseconds), isInUse: isInUse, on: "a")?.milliseconds(since: Self.start)
    }
    #expect(wake(0, isInUse: true) == nil)
    _ = try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
    // It is due already, so another wake is only needed later.
    #expect(wake(0) == 60_000)
    for due in surfaces.due(at: Self.start, on: "a") { surfaces.willDraw(due, at: Self.start, on: "a") }
    #expect(wake(0) == nil && wake(0, isInUse: true) == 60_000 && wake(59_999, isInUse: true) == 60_000)
    #expect(wake(60_000, isInUse: true) == 120_000)
    surfaces.useArrived()
    #expect(wake(59_999) == 60_000 && wake(60_000) == 120_000)
    #expect(surfaces.due(at: Self.after(59_999), on: "a").isEmpty)
    #expect(surfaces.due(at: Self.after(60_000), on: "a").count == 1)
  }

  @Test func `the last drawing of a day goes to the oldest surface, and each family has its own sixty`() throws {
    var surfaces = ReportSurfaces()
    let other = FamilyID("homework")
    _ = try surfaces.present(Self.content("first"), of: Self.family, on: "a")
    _ = try surfaces.present(Self.content("second"), of: Self.family, on: "a")
    _ = try surfaces.present(Self.content("third"), of: other, on: "a")
    let first = try #require(surfaces.due(at: Self.start, on: "a").first { $0.content.context == "first" })
    for count in 1...59 {
      surfaces.willDraw(first, at: Self.start, on: "a")
      #expect(surfaces.counts.renderings(of: Self.family, on: "a") == count)
    }
    surfaces.useArrived()
    let due = surfaces.due(at: Self.after(60_000), on: "a")
    #expect(due.map(\.content.context) == ["third", "first"] && due.map(\.family) == [other, Self.family])
    surfaces.willDraw(first, at: Self.after(60_000), on: "a")
    #expect(surfaces.due(at: Self.after(120_000), on: "a").map(\.name) == ["s1"])
    #expect(surfaces.due(at: Self.after(120_000), on: "b").map(\.content.context) == ["third", "second"])
    #expect(surfaces.counts.renderings(of: other, on: "a") == 0)
  }

  @Test func `a call is counted only if it names a surface, and a drawing also after its surface is gone`() throws {
    var surfaces = ReportSurfaces()
    func counts() -> [Int] {
      [surfaces.counts.calls(of: Self.family, on: "a"), surfaces.counts.renderings(of: Self.family, on: "a")]
    }
    #expect(throws: ReportSurfaces.Refusal.unknownSurface("s1")) {
      try surfaces.replace("s1", with: Self.content("pie"), of: Self.family, on: "a")
    }
    #expect(counts() == [0, 0] && surfaces.isEmpty && !surfaces.hasSurfaces(of: Self.family))
    _ = try surfaces.present(Self.content("pie"), of: Self.family, on: "a")
    let due = try #require(surfaces.due(at: Self.start, on: "a").first)
    #expect(counts() == [1, 0] && !surfaces.isEmpty && surfaces.hasSurfaces(of: Self.family))
    #expect(!surfaces.hasSurfaces(of: FamilyID("homework")))
    try surfaces.dismiss("s1", of: Self.family)
    surfaces.willDraw(due, at: Self.start, on: "a")
    #expect(counts() == [1, 1] && surfaces.isEmpty && !surfaces.hasSurfaces(of: Self.family))
    // The stored counts come back after a failed write, and the open surfaces stay.
    _ = try surfaces.present(Self.content("total"), of: Self.family, on: "a")
    surfaces.restore(ReportCounts())
    #expect(counts() == [0, 0] && surfaces.hasSurfaces(of: Self.family))
  }

  @Test func `the counts of reports and shields are as they were stored`() throws {
    let life = try PlayedLife(points: [])
    let store = life.facts.store
    let keeper = try store.read { try SurfaceKeeper($0) }
    for _ in 0..<2 { try store.transaction { try keeper.countShield(on: "a", in: $0) } }
    let name = try keeper.changeReports { (reports: inout ReportSurfaces) throws(ReportSurfaces.Refusal) -> String in
      try reports.present(Self.content("pie"), of: Self.family, on: "a")
    }
    try store.transaction { try keeper.saveCounts(in: $0) }
    let again = try store.read { try SurfaceKeeper($0) }
    #expect(name == "s1" && again.shieldCount.count(on: "a") == 2 && again.reports.isEmpty)
    #expect(again.reports.counts.calls(of: Self.family, on: "a") == 1)
    _ = try keeper.changeReports { (reports: inout ReportSurfaces) throws(ReportSurfaces.Refusal) -> String in
      try reports.present(Self.content("pie"), of: Self.family, on: "a")
    }
    try store.read { try keeper.reload($0) }
    #expect(keeper.reports.counts == again.reports.counts && keeper.reports.hasSurfaces(of: Self.family))
    #expect(keeper.shieldCount.count(on: "a") == 2 && keeper.shieldCount.count(on: "b") == 0)
  }

  // MARK: - Windows

  @Test func `a report is kept while its app has one open, and trees of a window are counted until it closes`() throws {
    let life = try PlayedLife(points: [])
    let keeper = try life.facts.store.read { try SurfaceKeeper($0) }
    let other = FamilyID("homework")
    let trees = [
      keeper.openWindow(of: Self.family, showing: "a"), keeper.openWindow(of: Self.family, showing: "b"),
      keeper.openWindow(of: other, showing: "c"),
    ]
    #expect(trees == [1, 2, 1] && keeper.windows[Self.family]?.view == "b")
    keeper.closeWindow(of: Self.family)
    #expect(keeper.windows[Self.family] == nil && keeper.windows[other]?.tree == 1)
    let next = keeper.openWindow(of: Self.family, showing: "d")
    #expect(next == 1)
    keeper.keep("view", on: "s1", of: Self.family)
    #expect(keeper.drawnReports.isEmpty)
    _ = try keeper.changeReports { (reports: inout ReportSurfaces) throws(ReportSurfaces.Refusal) -> String in
      try reports.present(Self.content("pie"), of: Self.family, on: "a")
    }
    keeper.keep("view", on: "s1", of: Self.family)
    #expect(keeper.drawnReports == [Self.family: ["s1": "view"]])
    keeper.keep(nil, on: "s1", of: Self.family)
    #expect(keeper.drawnReports == [Self.family: [:]])
    keeper.keep("view", on: "s1", of: Self.family)
    keeper.closeReports(of: Self.family)
    #expect(keeper.drawnReports.isEmpty && keeper.reports.isEmpty)
  }

  @Test func `the controls of a window are its buttons and switches in reading order, each with its text`() {
    func text(_ words: String) -> WireValue { ["kind": "text", "text": .string(words)] }
    func control(_ action: Int64, _ form: String, on: Bool? = nil, _ words: String...) -> WireValue {
      var members: WireObject = [
        "action": .integer(action), "children": .array(words.map(text)), "form": .string(form), "kind": "control",
      ]
      members["on"] = on.map(WireValue.bool)
      return .object(members)
    }
    let switches: [WireValue] = [
      control(2, "toggle", on: true, "Strict"), control(3, "toggle", on: false, "Quiet"),
    ]
    let bare: WireValue = ["kind": "control", "form": "button", "children": .array([text("nothing")])]
    let image: WireValue = ["kind": "image", "action": 9]
    let runs: [WireValue] = [["text": "Stop "], ["text": "now", "style": ["weight": "bold"]]]
    let label: WireValue = ["kind": "text", "runs": .array(runs)]
    let styled: WireValue = ["kind": "control", "action": 6, "form": "button", "children": .array([label])]
    let children: [WireValue] = [
      control(4, "button", "Start ", "now"), text("between"), .array(switches), bare, image,
      control(5, "button", "Strict"), styled,
    ]
    let window = AppWindow(tree: 7, view: ["children": .array(children), "kind": "stack"])
    #expect(
      window.controls == [
        AppWindow.Control(action: 4, label: "Start now", isOn: nil),
        AppWindow.Control(action: 2, label: "Strict", isOn: true),
        AppWindow.Control(action: 3, label: "Quiet", isOn: false),
        AppWindow.Control(action: 5, label: "Strict", isOn: nil),
        AppWindow.Control(action: 6, label: "Stop now", isOn: nil),
      ])
    #expect(window.tap(on: "Strict") == .tap(tree: 7, action: 2, isOn: nil))
    #expect(window.tap(on: "Start now") == .tap(tree: 7, action: 4, isOn: nil))
    #expect(window.tap(on: "between") == nil && window.tap(on: "nothing") == nil)
  }

  // MARK: - Widgets

  @Test(
    arguments: [
      (false, false, nil, ""), (false, true, nil, ""), (false, false, "late", "could not be updated"),
      (false, true, "late", "has drawn nothing yet"), (true, false, nil, "no longer provided"),
      (true, true, "late", "no longer provided"),
    ] as [(Bool, Bool, String?, String)])
  func `a widget says why it may be out of date`(
    _ isOrphan: Bool, _ isPlaceholder: Bool, _ failure: String?, _ note: String
  ) {
    let widget = PresentedWidget(
      id: "w", family: Self.family, familyName: "Worklog", kind: "Clock", title: "Clock", size: "systemSmall",
      spot: PresentedWidget.Spot(place: 0), views: [:],
      condition: PresentedWidget.Condition(
        isPlaceholder: isPlaceholder, isOrphan: isOrphan, failure: failure, isInvalidated: false),
      hasMargins: true, links: PresentedWidget.Links(schemes: [], hosts: []), at: Self.start)
    #expect(widget.note == note)
  }
}

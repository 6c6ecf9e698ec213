// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Families with two widget extensions, or with two Focus filters.
@Suite struct SeveralProgramsTests {
  private let host = WidgetHostTests()

  private func kinds(_ names: String...) -> WireValue {
    [
      "kinds": .array(
        names.map {
          [
            "asksForConfiguration": false, "backgroundRemovable": true, "kind": .string($0), "margins": true,
            "sizes": ["systemSmall"], "title": .string($0),
          ]
        })
    ]
  }

  private func end(_ bench: NotificationBench, _ callback: String, at program: String, _ reply: WireValue) throws {
    try bench.end(callback, of: program, .replied(reply))
  }

  /// A device whose families have the widget extensions “widget” and “clock”.
  private func widgets() throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["timelines"], points: ["widget", "widget clock"])
    for family in NotificationBench.families {
      try end(bench, "widget.describe", at: "\(family).widget", kinds("Countdown"))
      try end(bench, "widget.describe", at: "\(family).clock", kinds("Clock", "Alarm"))
    }
    return bench
  }

  private func place(_ bench: NotificationBench, _ kind: String) throws {
    try bench.take(.person(PersonAct(.placesWidget(WidgetHostTests.family, kind: kind, size: "systemSmall", []))))
  }

  private func onTheWay(_ bench: NotificationBench) -> [String] { bench.sent.map { "\($0.program) \($0.callback)" } }

  @Test func `each widget extension of a family is asked for its own kinds (WIDGET-W1, WIDGET-W3)`() throws {
    let bench = try widgets()
    let offered = bench.driver.facts.offeredWidgets(of: WidgetHostTests.family).description?.kinds.map(\.kind)
    #expect(offered == ["Clock", "Alarm", "Countdown"])
    for (kind, program) in [("Clock", "homework.clock"), ("Countdown", "homework.widget")] {
      try place(bench, kind)
      for callback in ["widget.placeholder", "widget.snapshot", "widget.timeline"] {
        #expect(onTheWay(bench) == ["\(program) \(callback)"])
        switch callback {
        case "widget.placeholder": try bench.end(callback, .replied(["views": host.views("···")]))
        case "widget.snapshot":
          let date = bench.device.now.milliseconds
          try bench.end(callback, .replied(["entry": ["date": .integer(date), "views": host.views(kind)]]))
        default: try bench.end(callback, .replied(host.timeline(bench, [(0, kind)], policy: "never")))
        }
      }
    }
    // Two programs of a family may work at the same time, each for its own widget.
    try bench.reply("homework", ["kind": "reloadTimelines"])
    try bench.pass(seconds: 2)
    let asked = onTheWay(bench).filter { $0.hasSuffix("widget.timeline") }
    #expect(Set(asked) == ["homework.clock widget.timeline", "homework.widget widget.timeline"])
    // Both are still there after a restart, and neither is described again.
    let again = try bench.killed()
    #expect(!again.sent.contains { $0.callback == "widget.describe" })
    #expect(again.driver.facts.widgets.map(\.isOrphan) == [false, false])
  }

  @Test func `families that have a kind of the same name share no placeholder (WIDGET-W25)`() throws {
    let bench = try widgets()
    for family in NotificationBench.families {
      let act = PersonAct.Kind.placesWidget(FamilyID(family), kind: "Clock", size: "systemSmall", [])
      try bench.take(.person(PersonAct(act)))
      #expect(onTheWay(bench).suffix(1) == ["\(family).clock widget.placeholder"])
      try end(bench, "widget.placeholder", at: "\(family).clock", ["views": host.views(family)])
    }
  }

  @Test func `a kind that two extensions of a family describe refuses the second (WIDGET-W3)`() throws {
    let bench = try NotificationBench(points: ["widget", "widget clock"])
    try end(bench, "widget.describe", at: "homework.clock", kinds("Clock"))
    let error = try bench.end("widget.describe", of: "homework.widget", .replied(kinds("Countdown", "Clock")))
    #expect(error?.pointer == "/kinds/1/kind" && error?.message.contains("homework.clock") == true)
    let offered = bench.driver.facts.offeredWidgets(of: WidgetHostTests.family)
    #expect(offered.description?.kinds.map(\.kind) == ["Clock"] && offered.failure != nil)
  }

  @Test func `a kind that moves to the family's other extension keeps its widgets (WIDGET-W4)`() throws {
    let bench = try widgets()
    try place(bench, "Alarm")
    let again = try bench.killed(build: "2")
    try end(again, "widget.describe", at: "homework.clock", kinds("Clock"))
    #expect(again.driver.facts.widgets.map(\.isOrphan) == [true])
    try end(again, "widget.describe", at: "homework.widget", kinds("Alarm"))
    #expect(again.driver.facts.widgets.map(\.isOrphan) == [false])
  }

  private func filter(_ intent: String) -> WireValue {
    ["intents": [["intent": .string(intent), "opensApp": false, "roles": ["focusFilter"], "title": .string(intent)]]]
  }

  private static let intents = ["MailFilter", "MuteFilter"]

  /// A device whose families have the Focus filters “focusfilter” and “mail”, and whose mode “Work” has just begun.
  private func filtering() throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["focus"], points: ["focusFilter", "focusFilter mail"])
    for family in NotificationBench.families {
      for (program, intent) in [("focusfilter", "MuteFilter"), ("mail", "MailFilter")] {
        try end(bench, "focus.describe", at: "\(family).\(program)", filter(intent))
        try end(bench, "focus.suggest", at: "\(family).\(program)", [:])
      }
    }
    let family = WidgetHostTests.family
    let offered = bench.driver.facts.offeredFilters(of: family).description?.intents.map(\.intent)
    #expect(offered == ["MuteFilter", "MailFilter"])
    let filters = Self.intents.map { FocusFilter(FocusFilterKey(family, $0), parameters: []) }
    let changes: [FocusChange] =
      [.define(FocusMode(id: "work", name: "Work"))] + filters.map { FocusChange.set($0, in: "work") } + [
        .activate("work")
      ]
    for change in changes { try bench.take(.person(PersonAct(.changesFocus(change)))) }
    return bench
  }

  @Test func `each Focus filter of a family performs its own intents (FOCUS-F2, FOCUS-F9)`() throws {
    let bench = try filtering()
    #expect(onTheWay(bench) == ["homework.mail focus.perform"])
    try end(bench, "focus.perform", at: "homework.mail", [:])
    #expect(onTheWay(bench) == ["homework.focusfilter focus.perform"])
    try end(bench, "focus.perform", at: "homework.focusfilter", [:])
    #expect(bench.driver.facts.focus.inForce.count == 2)
  }

  @Test func `a filter that is given up is no longer owed, while the family's other filter is (FOCUS-F14)`() throws {
    let bench = try filtering()
    func owed() -> [FilterEdge?] {
      Self.intents.map {
        bench.driver.facts.owners.focus.state.progress(of: FocusFilterKey(WidgetHostTests.family, $0)).owed
      }
    }
    #expect(owed() == [.on, .on])
    try bench.end("focus.perform", of: "homework.mail", .failed(ErrorObject(.extensionError, "no", retry: .never)))
    #expect(owed() == [nil, .on])
  }
}

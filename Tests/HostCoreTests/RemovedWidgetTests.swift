// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Requests of widgets that wait while another one is in flight.
@Suite struct RemovedWidgetTests {
  private static let homework = FamilyID("homework")

  /// A device with two widgets that have a button each.
  private func life() throws -> PlayedLife {
    let life = try PlayedLife(points: ["widget"], extras: ["widget": #", "interactive": true"#])
    life.reply = { [unowned life] one in
      guard one.callback == "widget.timeline" else { return PlayedReplies.reply(to: one.callback, at: life.now) }
      let button: WireValue = [
        "child": ["kind": "text", "text": "Done"], "form": "button", "intent": "Mark", "kind": "control",
      ]
      let entry: WireValue = [
        "date": .integer(life.now),
        "views": [["variant": "light", "view": ["child": button, "kind": "widget"]]],
      ]
      return .replied(["entries": [entry], "policy": ["kind": "never"]])
    }
    try life.settle()
    for _ in 0..<2 {
      life.take(.person(PersonAct(.placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []))))
      try life.settle()
    }
    return life
  }

  @Test func `a widget's request lists the widgets of its family`() throws {
    let life = try life()
    let ids = life.facts.widgets.map(\.id)
    life.isHeld = { $0.program == "homework.widget" }
    life.take(.person(PersonAct(.tapsWidget(ids[1], area: 1))))
    let sent = try #require(life.bench.sent.last { $0.program == "homework.widget" })
    guard case .object(let request) = sent.request, case .object(let snapshot)? = request["snapshot"] else {
      throw CancellationError()
    }
    guard case .array(let listed)? = snapshot["widgets"] else {
      Issue.record("the snapshot lists no widgets: \(snapshot)")
      return
    }
    let kinds = listed.compactMap { value -> WireValue? in
      if case .object(let widget) = value { widget["kind"] } else { nil }
    }
    #expect(kinds == ["Clock", "Clock"])
  }

  @Test func `a request that was sent after its transaction is saved with the next one`() throws {
    let life = try life()
    let keeper = life.facts.owners.widgets
    try life.pass(hours: 1)
    let id = try #require(life.facts.widgets.first?.id)
    life.take(.person(PersonAct(.refreshesWidget(id))))
    #expect(life.bench.sent.contains { $0.callback == "widget.timeline" })
    #expect(keeper.hasUnsaved(at: life.instant))
    life.take(.operator(.saves))
    #expect(!keeper.hasUnsaved(at: life.instant))
  }

  /// The first widget's intent is in flight, and the second one's waits.
  @Test(arguments: [(0, 2), (1, 1)]) func `a removed widget leaves no request behind, and others keep theirs`(
    _ index: Int, _ count: Int
  ) throws {
    let life = try life()
    let widgets = life.facts.widgets.map(\.id)
    var asked: [String] = []
    life.isHeld = { $0.program == "homework.widget" }
    for id in widgets {
      life.take(.person(PersonAct(.refreshesWidget(id))))
      life.take(.person(PersonAct(.tapsWidget(id, area: 1))))
    }
    life.take(.person(PersonAct(.removesWidget(widgets[index]))))
    let usual = life.reply
    life.reply = {
      asked.append($0.callback)
      return try usual($0)
    }
    life.isHeld = { _ in false }
    try life.settle()
    try life.pass(hours: 1)
    #expect(asked.count { $0 == "intent.perform" } == count)
    #expect(!life.facts.owners.widgets.hasRequests)
    life.take(.person(PersonAct(.removesWidget(widgets[1 - index]))))
    #expect(!life.facts.owners.widgets.hasRequests && life.facts.widgets.isEmpty)
  }
}

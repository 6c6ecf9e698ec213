// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Widgets on the page of surfaces: placed, configured, moved, stacked, tapped and removed by its controls.
@Suite struct WidgetPageTests {
  private static let description: WireValue = [
    "kinds": [
      [
        "asksForConfiguration": false, "backgroundRemovable": true, "intent": "Choose", "kind": "Countdown",
        "margins": true, "sizes": ["systemSmall", "systemMedium"], "title": "Countdown",
      ]
    ],
    "intents": [
      [
        "intent": "Choose", "opensApp": false,
        "parameters": [
          [
            "default": ["string": "maths"], "name": "subject", "optional": true, "options": false, "title": "Subject",
            "type": ["kind": "string", "list": false],
          ],
          [
            "name": "loud", "optional": true, "options": false, "title": "Loud",
            "type": ["kind": "bool", "list": false],
          ],
        ], "roles": ["configuration"], "title": "Choose",
      ]
    ],
  ]

  private func bench(_ description: WireValue = WidgetPageTests.description) throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["badge", "notifications", "timelines"], points: ["widget"])
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(description))
    }
    return bench
  }

  private func gallery(_ bench: NotificationBench, hidesNames: Bool = false) throws -> Page {
    try PageMaker(bench.driver.facts, hasPasscode: false, hidesNames: hidesNames).page(.gallery)
  }

  private func press(
    _ label: String, _ bench: NotificationBench, within heading: String? = nil, _ values: [String: String] = [:]
  ) throws {
    let order = try PressedControl(label, on: gallery(bench), within: heading).order(values)
    guard case .input(let input) = try bench.driver.facts.meaning(of: order) else {
      Issue.record("\(label) had no effect")
      return
    }
    try bench.take(input)
  }

  private func parameters(_ bench: NotificationBench) -> [String: String] {
    let stored = bench.driver.facts.widgets.first?.parameters ?? []
    return Dictionary(stored.map { ($0.name, $0.json) }) { first, _ in first }
  }

  @Test func `the page offers each kind, and a placed widget can be configured and removed`() throws {
    let bench = try bench()
    #expect(try gallery(bench).says == "No surface is on screen.")
    try press("Add Countdown of Homework", bench, ["order/place/size": "systemMedium"])
    let widget = try #require(bench.driver.facts.widgets.first)
    #expect(widget.family.rawValue == "homework" && widget.size == "systemMedium")
    #expect(parameters(bench) == ["subject": #"{"string":"maths"}"#])
    let page = try gallery(bench)
    #expect(page.says == "1 surface is on screen.")
    let section = try #require(page.sections.first { $0.heading.text == "Widget of Homework: Countdown" })
    #expect(section.controls.map(\.label.text).contains("Tap"))
    let set = section.controls.filter { $0.label == "Set" }
    #expect(set.map { $0.fields.map(\.label.text) } == [["Subject"], ["Loud"]] && set[0].fields[0].value == "maths")
    #expect(set[1].fields[0].options.map(\.value) == ["", "true", "false"])
    for (control, value) in zip(set, ["history", "true"]) {
      let order = try PressedControl(control).order(["order/set/value": value])
      guard case .input(let input) = try bench.driver.facts.meaning(of: order) else {
        Issue.record("not set")
        return
      }
      try bench.take(input)
    }
    #expect(parameters(bench) == ["subject": #"{"string":"history"}"#, "loud": #"{"bool":true}"#])
    let bad = try PressedControl(set[1]).order(["order/set/value": "perhaps"])
    #expect(throws: HostError.self) { try bench.driver.facts.meaning(of: bad) }
    try press("Remove", bench)
    #expect(bench.driver.facts.widgets.isEmpty)
  }

  @Test func `only a parameter that may be absent can be set to none`() throws {
    let level = ParameterType(
      .enumeration, name: "Level",
      cases: ["easy", "hard"].map { IntentChoice(value: .string($0), title: $0.capitalized) })
    let types = [level, ParameterType(.bool), ParameterType(.bool, isList: true), ParameterType(.string)]
    let parameters = [false, true].flatMap { isOptional in
      types.enumerated().map { number, type in
        DescribedParameter(
          name: "\(isOptional ? "optional" : "required")\(number)", title: "Title", type: type, isOptional: isOptional)
      }
    }
    let kind = DescribedKind(kind: "Countdown", title: "Countdown", sizes: [.systemSmall], intent: "Choose")
    let intent = DescribedIntent(
      intent: "Choose", title: "Choose", roles: [.configuration], parameters: parameters)
    let bench = try bench(WidgetDescription(kinds: [kind], intents: [intent]).wire)
    try press("Add Countdown of Homework", bench)
    let controls = try gallery(bench).sections.flatMap(\.controls).filter { $0.label == "Set" }
    let options = controls.flatMap(\.fields).map { $0.options.map(\.value) }
    #expect(
      options == [
        ["easy", "hard"], ["true", "false"], [], [], ["", "easy", "hard"], ["", "true", "false"], [], [],
      ])
  }

  @Test func `each size of a widget is offered in words`() throws {
    let words = [
      "small", "medium", "large", "extra large", "a circle on the locked screen", "a box on the locked screen",
      "a line on the locked screen",
    ]
    let kind = DescribedKind(kind: "Countdown", title: "Countdown", sizes: WidgetSize.allCases)
    let bench = try bench(WidgetDescription(kinds: [kind]).wire)
    let add = try PressedControl("Add Countdown of Homework", on: gallery(bench)).control
    #expect(add.fields.flatMap(\.options).map(\.says) == words)
  }

  @Test(arguments: [50, 51]) func `the page draws fifty widgets at most, and counts the others`(_ count: Int) throws {
    let bench = try bench()
    for _ in 0..<count {
      try bench.take(
        .person(PersonAct(.placesWidget(FamilyID("homework"), kind: "Countdown", size: "systemSmall", []))))
    }
    let page = try gallery(bench)
    #expect(page.says.text == "\(count) surfaces are on screen.")
    #expect(page.sections.count { $0.heading.text.hasPrefix("Widget of ") } == 50)
  }

  @Test func `widgets change places, go onto each other and come to the front`() throws {
    let bench = try bench()
    try press("Add Countdown of Homework", bench)
    try press("Add Countdown of Worklog", bench)
    func order() -> [String] { bench.driver.facts.widgets.map(\.family.rawValue) }
    #expect(order() == ["homework", "worklog"])
    try press("Move", bench, within: "Widget of Worklog", ["order/move/to": "0"])
    #expect(order() == ["worklog", "homework"])
    try press("Put on another", bench, within: "Widget of Worklog")
    let homework = try #require(bench.driver.facts.widgets.first { $0.family.rawValue == "homework" })
    #expect(bench.driver.facts.stack(of: homework) != nil)
    let hidden = try #require(bench.driver.facts.widgets.first { !bench.driver.facts.isInFront($0) })
    let heading = "Widget of \(hidden.family.rawValue.capitalized)"
    try press("Bring to the front", bench, within: heading)
    #expect(bench.driver.facts.isInFront(hidden))
    try press("Take out of its stack", bench, within: heading)
    #expect(bench.driver.facts.stack(of: homework) == nil)
    try press("Lock", bench)
    #expect(try gallery(bench).sections.last?.controls.map(\.label.text) == ["Unlock"])
  }

  @Test func `a tap is an order on the widget's number, and a reader without names gets no surface`() throws {
    let bench = try bench()
    try press("Add Countdown of Homework", bench)
    let order = try PressedControl("Tap", on: gallery(bench)).order()
    let id = try #require(bench.driver.facts.widgets.first?.id)
    #expect(order.kind == .widget(.tap(id, area: nil)))
    let hidden = try gallery(bench, hidesNames: true)
    #expect(hidden.sections.allSatisfy { $0.picture == nil && $0.controls.isEmpty })
  }

  @Test func `the page of placed, configured, stacked and locked widgets matches its transcript`() throws {
    let bench = try bench()
    var lines = PageTranscript.lines(of: try gallery(bench))
    try press("Add Countdown of Homework", bench, ["order/place/size": "systemMedium"])
    try press("Add Countdown of Worklog", bench)
    try press("Add Countdown of Worklog", bench)
    lines += PageTranscript.lines(of: try gallery(bench))
    try press("Put on another", bench, within: "Widget of Worklog")
    try press("Lock", bench)
    lines += PageTranscript.lines(of: try gallery(bench))
    lines += PageTranscript.lines(of: try gallery(bench, hidesNames: true))
    try PageTranscript.compare(lines, with: "widgets")
  }
}

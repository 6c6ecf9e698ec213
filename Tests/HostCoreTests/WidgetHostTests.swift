// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Placed widgets on a device: descriptions, timelines, reloads and taps.
@Suite struct WidgetHostTests {
  static let family = FamilyID("homework")

  func bench() throws -> NotificationBench {
    let bench = try NotificationBench(
      requests: ["badge", "notifications", "timelines"], points: ["widget"])
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(Self.description))
    }
    return bench
  }

  static let description: WireValue = [
    "kinds": [
      [
        "asksForConfiguration": false, "backgroundRemovable": true, "kind": "Countdown", "margins": true,
        "sizes": ["systemSmall", "systemMedium"], "title": "Countdown",
      ]
    ]
  ]

  static func view(_ text: String) -> WireValue {
    ["kind": "widget", "child": ["kind": "text", "text": .string(text)]]
  }

  func views(_ text: String) -> WireValue {
    [["variant": "light", "view": Self.view(text)], ["variant": "dark", "view": Self.view(text)]]
  }

  func timeline(_ bench: NotificationBench, _ entries: [(Int64, String)], policy: String = "atEnd") -> WireValue {
    [
      "entries": .array(
        entries.map { offset, text in
          ["date": .integer(bench.device.now.advanced(by: offset).milliseconds), "views": views(text)]
        }), "policy": ["kind": .string(policy)],
    ]
  }

  /// Places a widget and answers its placeholder, snapshot and timeline.
  func place(_ bench: NotificationBench, _ entries: [(Int64, String)]) throws -> String {
    try bench.take(
      .person(PersonAct(.placesWidget(Self.family, kind: "Countdown", size: "systemSmall", []))))
    if bench.sent.contains(where: { $0.callback == "widget.placeholder" }) {
      try bench.end("widget.placeholder", .replied(["views": views("···")]))
    }
    try bench.end(
      "widget.snapshot",
      .replied(["entry": ["date": .integer(bench.device.now.milliseconds), "views": views("snapshot")]]))
    try bench.end("widget.timeline", .replied(timeline(bench, entries)))
    return try #require(bench.driver.facts.widgets.last?.id)
  }

  func shown(_ bench: NotificationBench) -> [String] {
    bench.presented.compactMap { surface in
      guard case .widget(let widget) = surface, let view = widget.views["light"] else { return nil }
      return Self.text(of: view)
    }
  }

  static func text(of value: WireValue) -> String {
    switch value {
    case .object(let object):
      if object["kind"] == "text", case .string(let text)? = object["text"] { return text }
      return object.members.map { text(of: $0.value) }.joined()
    case .array(let values): return values.map(text(of:)).joined()
    default: return ""
    }
  }

  @Test func `a build describes itself once, in a request that holds the environment alone (WIDGET-W25)`() throws {
    let bench = try NotificationBench(points: ["widget"])
    let request = try #require(bench.sent.first { $0.callback == "widget.describe" }).request
    guard case .object(let params) = request, case .object(let snapshot)? = params["snapshot"] else {
      Issue.record("\(request)")
      return
    }
    #expect(snapshot.members.map(\.name) == ["environment"])
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(Self.description))
    }
    let again = try bench.killed()
    #expect(again.sent.isEmpty)
  }

  @Test func `placing draws the placeholder, then a snapshot, then the timeline (WIDGET-W6)`() throws {
    let bench = try bench()
    _ = try place(bench, [(0, "one")])
    #expect(shown(bench) == ["···", "snapshot", "one"])
  }

  @Test func `each entry comes up at its instant, also after a restart (WIDGET-W11)`() throws {
    let bench = try bench()
    _ = try place(bench, [(0, "one"), (3_600_000, "two"), (7_200_000, "three")])
    try bench.pass(seconds: 3_599)
    #expect(shown(bench).last == "one")
    try bench.pass(seconds: 1)
    #expect(shown(bench).last == "two")
    // The store has the clock of the last transaction; the next input tells the time.
    let again = try bench.killed()
    try again.pass(until: bench.device.now)
    #expect(shown(again).last == "two")
    try again.pass(seconds: 3_600)
    #expect(shown(again).last == "three")
  }

  @Test func `the timeline after the end is asked for when the last entry comes up (WIDGET-W13)`() throws {
    let bench = try bench()
    _ = try place(bench, [(0, "one"), (3_600_000, "two")])
    #expect(bench.sent.isEmpty)
    try bench.pass(seconds: 3_600)
    let request = try #require(bench.sent.first).request
    guard case .object(let params) = request, case .object(let arguments)? = params["arguments"] else { return }
    #expect(arguments["reason"] == "policy" && arguments["kind"] == "Countdown")
  }

  @Test func `a device has 256 widgets at most, and each full list is refused by the code of its limit`() throws {
    let bench = try bench()
    let placed = DeviceInput.person(
      PersonAct(.placesWidget(Self.family, kind: "Countdown", size: "systemSmall", [])))
    for _ in 0..<NamedLimit.instances.maximum { try bench.take(placed) }
    let error = #expect(throws: HostError.self) { try bench.take(placed) }
    #expect(error?.description.hasPrefix("limit.instances: A device has at most 256 ") == true)
    #expect(bench.driver.facts.widgets.count == 256 && WidgetStack.most == NamedLimit.stack.maximum)
    #expect(FocusMode.mostModes == NamedLimit.modes.maximum && FocusMode.mostFilters == NamedLimit.filters.maximum)
    for (refusal, limit) in [
      (FocusState.Refusal.tooManyModes, NamedLimit.modes), (.tooManyFilters, .filters),
    ] { #expect(refusal.sentence.hasPrefix("\(limit.rawValue): ")) }
  }

  @Test func `another locale at a start asks for new timelines, and the same one for none (WIDGET-W19)`() throws {
    let bench = try bench()
    _ = try place(bench, [(0, "one")])
    /// The requests for timelines in the minute after a start, by their reasons.
    func asked(_ device: NotificationBench) throws -> [WireValue: WireObject] {
      try device.pass(seconds: 60)
      return device.sent.reduce(into: [:]) { requests, sent in
        guard case .object(let params) = sent.request, case .object(let arguments)? = params["arguments"],
          let reason = arguments["reason"]
        else { return }
        requests[reason] = params
      }
    }
    #expect(try asked(bench.killed())["environmentChanged"] == nil)
    let german = try bench.killed(locale: "de_DE")
    let request = try #require(try asked(german)["environmentChanged"])
    guard case .object(let snapshot)? = request["snapshot"], case .object(let environment)? = snapshot["environment"]
    else { throw CancellationError() }
    #expect(environment["locale"] == "de_DE")
    try german.end("widget.timeline", .replied(timeline(german, [(0, "eins")])))
    #expect(shown(german).last == "eins")
    #expect(try asked(german.killed(locale: "de_DE"))["environmentChanged"] == nil)
  }

  @Test func `a timeline with one faulty tree is refused whole, and the old one stays (WIDGET-W9)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one")])
    try bench.take(.person(PersonAct(.refreshesWidget(id))))
    try bench.pass(seconds: 2)
    let bad: WireValue = [
      "entries": [
        ["date": .integer(bench.device.now.milliseconds), "views": views("fine")],
        [
          "date": .integer(bench.device.now.milliseconds),
          "views": [["variant": "light", "view": ["kind": "nonsense"]]],
        ],
      ], "policy": ["kind": "atEnd"],
    ]
    #expect(try bench.end("widget.timeline", .replied(bad)) != nil)
    #expect(shown(bench).last == "one")
    #expect(bench.driver.facts.widgets.first?.reloads.failures == 1)
    // It is asked for again after five minutes (WIDGET-W16).
    try bench.pass(seconds: 299)
    #expect(bench.sent.isEmpty)
    try bench.pass(seconds: 2)
    #expect(bench.sent.map(\.callback) == ["widget.timeline"])
  }

  @Test func `a family's effect reloads its own widgets of the kind, and no neighbour's (WIDGET-W19)`() throws {
    let bench = try bench()
    _ = try place(bench, [(0, "one"), (100_000, "two")])
    try bench.pass(seconds: 60)
    try bench.reply("worklog", ["kind": "reloadTimelines"])
    #expect(!bench.sent.contains { $0.callback == "widget.timeline" })
    try bench.reply("homework", ["kind": "reloadTimelines", "widget": "Countdown"])
    #expect(bench.sent.contains { $0.callback == "widget.timeline" && $0.program == "homework.widget" })
  }

  @Test func `looking at a widget sends nothing to its family (WIDGET-W20)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one"), (100_000, "two")])
    let before = bench.sent.count
    let instance = try bench.driver.facts.widget(id)
    for _ in 0..<20 {
      _ = try bench.driver.facts.presented(instance)
      _ = try bench.driver.facts.timeline(of: instance)
    }
    try bench.take(.person(PersonAct(.movesWidget(id, to: 0))))
    try bench.pass(seconds: 10)
    #expect(bench.sent.count == before)
  }

  @Test func `a tap opens the family's app, and names what was tapped (WIDGET-W35)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one")])
    let commands = try bench.take(.person(PersonAct(.tapsWidget(id, area: nil))))
    let opened = try #require(bench.sent.last)
    #expect(opened.callback == "app.continueActivity" && opened.program == "homework.app")
    #expect(throws: HostError.self) { try bench.take(.person(PersonAct(.tapsWidget(id, area: 7)))) }
    #expect(!commands.isEmpty)
  }

  @Test func `a removed widget is gone, and neither unknown kinds nor other sizes are placed (WIDGET-W1)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one")])
    try bench.take(.person(PersonAct(.removesWidget(id))))
    #expect(bench.driver.facts.widgets.isEmpty)
    #expect(throws: HostError.self) {
      try bench.take(
        .person(PersonAct(.placesWidget(Self.family, kind: "Clock", size: "systemSmall", []))))
    }
    #expect(throws: HostError.self) {
      try bench.take(
        .person(PersonAct(.placesWidget(Self.family, kind: "Countdown", size: "systemLarge", []))))
    }
  }

  @Test func `the app is told which of its widgets are placed, and nobody else (WIDGET-W2)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one")])
    #expect(try bench.reply("homework").request.contains(id))
    #expect(try !bench.reply("worklog").request.contains(id))
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// The locked screen, buttons, damage and programs that may not start yet.
extension WidgetHostTests {
  /// Views of which the one for a locked screen says something else.
  private func views(_ text: String, locked: String, controls: [WireValue] = []) -> WireValue {
    func one(_ variant: String, _ text: String) -> WireValue {
      let children: WireValue = .array([["kind": "text", "text": .string(text), "invalidatable": true]] + controls)
      return [
        "variant": .string(variant),
        "view": [
          "kind": "widget", "child": ["kind": "vstack", "align": "center", "spacing": 8_000, "children": children],
        ],
      ]
    }
    return .array([one("light", text), one("dark", text), one("private", locked)])
  }

  private func placed(_ bench: NotificationBench, _ views: WireValue) throws -> String {
    let id = try place(bench, [(0, "old"), (86_400_000, "later")])
    try bench.pass(seconds: 2)
    try bench.take(.person(PersonAct(.refreshesWidget(id))))
    let entry: WireValue = ["date": .integer(bench.device.now.milliseconds), "views": views]
    let error = try bench.end("widget.timeline", .replied(["entries": [entry], "policy": ["kind": "never"]]))
    #expect(error == nil)
    return id
  }

  private func drawn(_ bench: NotificationBench) throws -> [String: String] {
    let widget = try #require(bench.driver.facts.widgets.first)
    return try bench.driver.facts.presented(widget).views.mapValues(Self.text)
  }

  @Test func `a locked screen gets the variant without anything sensitive, and no tap (WIDGET-W27, WIDGET-W45)`() throws
  {
    let bench = try bench()
    let id = try placed(bench, views("secret", locked: "····"))
    #expect(try drawn(bench)["light"] == "secret")
    let before = bench.sent.count
    try bench.take(.person(PersonAct(.locksScreen(.locked))))
    #expect(try drawn(bench) == ["private": "····"])
    // This also holds after a restart, and families are not informed.
    #expect(try drawn(bench.killed()) == ["private": "····"])
    #expect(throws: HostError.self) { try bench.take(.person(PersonAct(.tapsWidget(id, area: nil)))) }
    #expect(bench.sent.count == before)
    try bench.take(.person(PersonAct(.locksScreen(.unlocked))))
    #expect(try drawn(bench)["light"] == "secret")
  }

  @Test(arguments: [
    ("none", ScreenLock.locked, false), ("untilFirstUnlock", .locked, false),
    ("untilFirstUnlock", .beforeFirstUnlock, true), ("locked", .locked, true), ("locked", .unlocked, false),
  ])
  func `data protection shows the placeholder while it applies, and callbacks go on (WIDGET-W28)`(
    protection: String, lock: ScreenLock, isPlaceholder: Bool
  ) throws {
    let bench = try NotificationBench(
      requests: ["timelines"], points: ["widget"], extra: #", "dataProtection": "\#(protection)""#)
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(Self.description))
    }
    _ = try placed(bench, views("secret", locked: "quiet"))
    try bench.take(.person(PersonAct(.locksScreen(lock))))
    let widget = try #require(bench.driver.facts.widgets.first)
    #expect(try bench.driver.facts.presented(widget).isPlaceholder == isPlaceholder)
    try bench.take(.person(PersonAct(.refreshesWidget(widget.id))))
    try bench.pass(seconds: 2)
    #expect(bench.sent.map(\.callback) == ["widget.timeline"])
  }

  private static let button: WireValue = [
    "kind": "control", "form": "button", "intent": "Mark",
    "parameters": [["name": "subject", "value": ["string": "maths"]]],
    "child": ["kind": "text", "text": "Done"],
  ]

  @Test
  func `a button's work dims what depends on it until the next timeline, also if it fails (WIDGET-W29, WIDGET-W45)`()
    throws
  {
    let bench = try NotificationBench(requests: ["timelines"], points: ["widget"], extra: #", "interactive": true"#)
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(Self.description))
    }
    let id = try placed(bench, views("3", locked: "-", controls: [Self.button]))
    func isDimmed() throws -> Bool {
      try bench.driver.facts.presented(bench.driver.facts.widget(id)).condition.isInvalidated
    }
    #expect(try !isDimmed())
    try bench.take(.person(PersonAct(.tapsWidget(id, area: 1))))
    #expect(bench.sent.map(\.callback) == ["intent.perform"])
    #expect(try isDimmed())
    try bench.end("intent.perform", .fallback(reason: "deadline"))
    try bench.pass(seconds: 2)
    #expect(try isDimmed())
    guard case .object(let params) = try #require(bench.sent.first).request,
      case .object(let arguments)? = params["arguments"]
    else { return }
    #expect(arguments["reason"] == "interaction")
    try bench.end("widget.timeline", .replied(timeline(bench, [(0, "4")])))
    #expect(try !isDimmed())
  }

  @Test func `a button of a widget that is not interactive does nothing (WIDGET-W43)`() throws {
    let bench = try bench()
    let id = try placed(bench, views("3", locked: "-", controls: [Self.button]))
    let before = bench.sent.count
    #expect(throws: HostError.self) { try bench.take(.person(PersonAct(.tapsWidget(id, area: 1)))) }
    #expect(bench.sent.count == before)
  }

  @Test func `links have areas of their own, elsewhere the widget's URL counts (WIDGET-W32, WIDGET-W33, WIDGET-W34)`()
    throws
  {
    let bench = try NotificationBench(requests: ["timelines"], points: ["widget"], family: #", "urlSchemes": ["hw"]"#)
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(Self.description))
    }
    let link: WireValue = ["kind": "link", "url": "hw://link", "child": ["kind": "text", "text": "Link"]]
    let tree: WireValue = ["kind": "widget", "url": "hw://all", "child": link]
    let id = try placed(bench, [["variant": "light", "view": tree]])
    func opened(_ area: Int?) throws -> String {
      let opening = try bench.take(.person(PersonAct(.tapsWidget(id, area: area))))
      return try bench.answer(opening).request.replacing("\\/", with: "/")
    }
    // The widget's own area is the first one.
    #expect(try opened(1).contains("hw://all"))
    #expect(try opened(2).contains("hw://link"))
    #expect(try opened(nil).contains("hw://all"))
    #expect(throws: HostError.self) { try bench.take(.person(PersonAct(.tapsWidget(id, area: 3)))) }
  }

  @Test func `a damaged stored timeline costs its widget, not the home (WIDGET-W40)`() throws {
    let bench = try bench()
    let damaged = try place(bench, [(0, "one"), (3_600_000, "two")])
    try bench.pass(seconds: 2)
    _ = try place(bench, [(0, "neighbour"), (3_600_000, "later")])
    let instance = try bench.driver.facts.widget(damaged)
    let shown = try #require(instance.content.shown)
    try bench.driver.facts.store.transaction { transaction in
      try transaction.put(
        [WidgetTree(number: shown.number, variant: "light", bytes: [0xFF, 0x00])], of: damaged,
        generation: shown.generation)
    }
    let again = try bench.killed()
    let views = try again.driver.facts.widgets.map { try again.driver.facts.presented($0) }
    #expect(views.map(\.isPlaceholder) == [true, false])
    #expect(views.last?.views["light"].map(Self.text) == "neighbour")
    try again.pass(seconds: 2)
    let timelines = again.sent.filter { $0.callback == "widget.timeline" }
    #expect(timelines.count == 1)
    try again.end("widget.timeline", .replied(timeline(again, [(0, "new")])))
    #expect(try again.driver.facts.presented(again.driver.facts.widget(damaged)).views["light"].map(Self.text) == "new")
    let why = try again.driver.facts.explain(again.driver.facts.widget(damaged)).rows.map(\.reason)
    #expect(why.contains("archive.corrupt"))
  }

  @Test func `an entry whose stored drawing is damaged gives way to the placeholder, until a timeline comes`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one"), (3_600_000, "two"), (7_200_000, "three")])
    let generation = try #require(try bench.driver.facts.widget(id).content.archive?.generation)
    try bench.driver.facts.store.transaction { transaction in
      try transaction.put(
        [WidgetTree(number: 1, variant: "light", bytes: [0xFF, 0x00])], of: id, generation: generation)
    }
    let again = try bench.killed()
    try again.pass(seconds: 3_599)
    #expect(shown(again).last == "one")
    // The damage is found when the entry comes up, and handled with the next input.
    try again.pass(seconds: 2)
    #expect(shown(again).last == "···")
    #expect(again.sent.map(\.callback) == ["widget.timeline"])
    try again.end("widget.timeline", .replied(timeline(again, [(0, "new")])))
    #expect(shown(again).last == "new")
  }

  @Test func `every request has a row for explain, with its reason and its source (WIDGET-W24)`() throws {
    let bench = try bench()
    let id = try place(bench, [(0, "one")])
    let rows = try bench.driver.facts.explain(bench.driver.facts.widget(id)).rows
    #expect(rows.map(\.reason) == ["widget.granted", "widget.accepted"])
    #expect(rows.first?.detail.contains("placed") == true)
    try bench.reply("homework", ["kind": "reloadTimelines", "widget": "Countdown"])
    let more = try bench.driver.facts.explain(bench.driver.facts.widget(id)).rows
    #expect(more.contains { $0.detail.contains("app activate") })
  }

  @Test func `a request waits without failing while its program may not start yet (WIDGET-W23)`() throws {
    let bench = try bench()
    try bench.take(
      .person(PersonAct(.placesWidget(Self.family, kind: "Countdown", size: "systemSmall", []))))
    let later = bench.device.now.advanced(by: 60_000).milliseconds
    try bench.end("widget.placeholder", .unavailable(reason: .attempt(.rateLimited), retryAt: later))
    #expect(bench.sent.isEmpty)
    try bench.pass(seconds: 59)
    #expect(bench.sent.isEmpty)
    try bench.pass(seconds: 1)
    try bench.end("widget.placeholder", .replied(["views": views("···")]))
    try bench.end(
      "widget.snapshot",
      .replied(["entry": ["date": .integer(bench.device.now.milliseconds), "views": views("snapshot")]]))
    try bench.end("widget.timeline", .unavailable(reason: .attempt(.rateLimited), retryAt: later + 60_000))
    let waiting = try #require(bench.driver.facts.widgets.first)
    #expect(waiting.failure == nil && waiting.reloads.failures == 0 && waiting.reloads.waiting?.reason == .placed)
    try bench.pass(seconds: 60)
    try bench.end("widget.timeline", .replied(timeline(bench, [(0, "one")])))
    #expect(shown(bench).last == "one")
  }
}

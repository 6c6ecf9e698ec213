// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// Widgets, Focus, notifications and reports on a device whose programs are played, compared with transcripts.
@Suite struct PlayedHomeTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  private static func views(_ text: String, _ more: WireValue...) -> WireValue {
    let children = WireValue.array([["kind": "text", "text": .string(text), "invalidatable": true]] + more)
    let stack: WireValue = ["kind": "vstack", "align": "center", "spacing": 8_000, "children": children]
    let hidden: WireValue = ["kind": "widget", "child": ["kind": "text", "text": "hidden"]]
    return [
      ["variant": "light", "view": ["kind": "widget", "url": "hw://all", "child": stack]],
      ["variant": "private", "view": hidden],
    ]
  }

  // MARK: - Widgets

  private static let link: WireValue = [
    "kind": "link", "url": "hw://link", "child": ["kind": "text", "text": "Link"],
  ]
  private static let button: WireValue = [
    "kind": "control", "form": "button", "intent": "Mark",
    "parameters": [["name": "subject", "value": ["string": "maths"]]], "child": ["kind": "text", "text": "Done"],
  ]

  /// A timeline of three entries an hour apart, the second of which is the most relevant.
  private static func timeline(from now: Int64) -> WireValue {
    let entries = [(0, 1_500), (1, 70_250), (2, -1_050)].map { hour, score -> WireValue in
      [
        "date": .integer(now + hour * 3_600_000), "relevance": ["durationS": 0, "score": .integer(score)],
        "views": views("entry \(hour)", link, button),
      ]
    }
    return ["entries": .array(entries), "policy": ["kind": "atEnd"]]
  }

  private func widgets(on life: PlayedLife) {
    life.reply = { [unowned life] one in
      switch one.callback {
      case "widget.describe": .replied(PlayedReplies.described)
      case "widget.placeholder": .replied(["views": Self.views("···")])
      case "widget.snapshot":
        .replied(["entry": ["date": .integer(life.now), "views": Self.views("snapshot")]])
      case "widget.timeline": .replied(Self.timeline(from: life.now))
      case "intent.perform": .replied(["effects": []])
      default: nil
      }
    }
  }

  /// Notes the explanation and the timeline of each widget.
  private func explain(_ life: PlayedLife) throws {
    for widget in life.facts.widgets {
      let why = try life.facts.explain(widget)
      life.note(
        "\(widget.kind) of \(widget.family): \(why.waitsFor) Credit \(why.creditMinutes) min, \(why.stack ?? "no stack")"
      )
      for row in why.rows { life.note("- \(row.at.milliseconds) \(row.reason) \(row.sentence) \(row.detail)") }
      for entry in try life.facts.timeline(of: widget) {
        life.note("- entry of \(entry.date.milliseconds)\(entry.isCurrent ? ", current" : "") \(entry.widget.note)")
      }
    }
  }

  @Test func `placed, tapped, stacked, failing and locked widgets match their transcript`() throws {
    let life = try PlayedLife(
      requests: ["timelines"], points: ["widget"], extra: #", "interactive": true"#, family: #", "urlSchemes": ["hw"]"#)
    widgets(on: life)
    life.show(["/gallery", "/extensions"])
    try life.settle()
    func widget(_ order: (String) -> WidgetOrder, _ place: Int = 0) {
      life.order(.widget(order(life.facts.widgets[place].id)))
    }
    for (family, kind, size) in [
      (Self.homework, "Countdown", "systemSmall"), (Self.worklog, "Countdown", "systemSmall"),
      (Self.homework, "Clock", "systemSmall"), (Self.homework, "Clock", "systemMedium"),
      (Self.homework, "Nothing", "systemSmall"), (FamilyID("nobody"), "Clock", "systemSmall"),
    ] {
      life.order(.widget(.place(family, kind: kind, size: size, [])))
    }
    try life.pass(hours: 1)
    life.show(["/gallery"])
    for area in [nil, 0, 1, 2, 3, 4] as [Int?] { widget { .tap($0, area: area) } }
    try life.pass(hours: 1)
    widget { .set($0, name: "subject", value: "history") }
    widget { .set($0, name: "colour", value: "red") }
    widget({ .move($0, to: 0) }, 2)
    let other = life.facts.widgets[1].id
    widget { .stack($0, onto: other) }
    widget { .front($0) }
    try explain(life)
    life.show(["/gallery"])
    try life.pass(hours: 3)
    // A tap waits while the family is busy, and its widget is dimmed. A widget may be gone before it is answered.
    let busy = try life.open("homework")
    widget { .tap($0, area: 2) }
    life.show(["/gallery"])
    try life.end(busy, .replied(["effects": []]))
    life.leave("homework")
    let known = Set(life.facts.widgets.map(\.id))
    life.take(.person(PersonAct(.placesWidget(Self.homework, kind: "Clock", size: "systemSmall", []))))
    for one in life.facts.widgets where !known.contains(one.id) {
      life.take(.person(PersonAct(.removesWidget(one.id))))
    }
    try life.settle()
    for lock in [ScreenLock.locked, .locked] { life.order(.widget(.lock(lock))) }
    widget { .tap($0, area: nil) }
    life.show(["/gallery"])
    life.order(.widget(.lock(.unlocked)))
    widget { .unstack($0) }
    life.failure = .fallback(reason: .process(.deadline))
    widget { .refresh($0) }
    try life.pass(hours: 2)
    try explain(life)
    life.failure = nil
    try life.pass(hours: 2)
    life.take(.source(.clockJumped(to: life.instant.advanced(by: -7_200_000))))
    try life.pass(hours: 1)
    try life.restart(build: "2")
    try life.settle()
    try life.pass(hours: 1)
    life.order(.widget(.refresh("nothing")))
    widget({ .remove($0) }, 1)
    try explain(life)
    life.order(.remove(Self.homework))
    life.show(["/gallery", "/ledger"])
    try life.compare("played-widgets")
  }

  // MARK: - Focus and notifications

  private static let filter: WireValue = [
    "intents": [
      [
        "intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute",
        "parameters": [
          [
            "default": ["string": "none"], "name": "account", "optional": false, "options": false, "title": "Account",
            "type": ["kind": "string", "list": false],
          ]
        ],
      ]
    ]
  ]

  private static func notification(
    _ id: String, _ trigger: WireValue? = nil, level: String = "active", criteria: String? = nil
  ) -> WireValue {
    var effect: WireObject = [
      "body": "Text", "id": .string(id), "kind": "scheduleNotification", "level": .string(level),
      "title": .string("Title of \(id)"),
    ]
    effect["trigger"] = trigger
    effect["filterCriteria"] = criteria.map(WireValue.string)
    return .object(effect)
  }

  private func explainNotifications(_ life: PlayedLife) throws {
    for family in [Self.homework, Self.worklog] {
      for one in try life.facts.explainNotifications(of: family) {
        life.note("\(family) \(one.state) \(one.id) \(one.number ?? 0) \(one.at.milliseconds) \(one.sentence)")
      }
    }
  }

  @Test func `modes, their filters and the notifications they silence match their transcript`() throws {
    let life = try PlayedLife(requests: ["badge", "focus"], points: ["focusFilter"])
    life.reply = { one in
      switch one.callback {
      case "focus.describe": .replied(Self.filter)
      case "focus.suggest": .replied([:])
      case "focus.perform":
        .replied([
          "predicate": ["op": "eq", "values": ["business"]], "title": "Business", "subtitle": "Only business",
        ])
      default: nil
      }
    }
    try life.settle()
    func say(_ effects: WireValue..., from family: FamilyID = Self.homework) throws {
      let call = try life.open(family.rawValue)
      try life.end(call, .replied(["effects": .array(effects)]))
      life.leave(family.rawValue)
      try life.settle()
    }
    func filter(_ account: String, isOn: Bool = true) -> FocusFilter {
      let value = StoredParameter(ParameterValue(name: "account", value: .string(account)))
      return FocusFilter(FocusFilterKey(Self.homework, "Mute"), parameters: [value], isOn: isOn)
    }
    let evening = Schedule(start: ScheduleComponents(hour: 18), end: ScheduleComponents(hour: 20), repeats: true)
    for change in [
      .define(FocusMode(id: "work", name: "Work")),
      .define(FocusMode(id: "evening", name: "Evening", schedule: evening, allowed: [Self.worklog])),
      .set(filter("business"), in: "work"), .set(filter("private"), in: "evening"), .set(filter("x"), in: "nothing"),
      .activate("nothing"), .activate("work"), .activate("work"),
    ] as [FocusChange] {
      life.order(.focus(change))
    }
    try say(
      Self.notification("now"), Self.notification("kept", criteria: "business"),
      Self.notification("muted", criteria: "private"), Self.notification("critical", level: "critical"),
      ["count": 3, "kind": "setBadgeCount"])
    try say(
      Self.notification("soon", ["afterS": 60]),
      Self.notification("daily", ["at": ["hour": 19, "minute": 30], "repeats": true]),
      Self.notification("once", ["at": ["hour": 7, "minute": 0], "repeats": false], level: "passive"))
    try say(Self.notification("other"), Self.notification("later", ["afterS": 3_600]), from: Self.worklog)
    try explainNotifications(life)
    life.order(.focus(.treatUntagged(.silence)))
    life.order(.focus(.allowCritical(Self.homework, true)))
    try say(Self.notification("untagged"), Self.notification("critical", level: "critical"))
    try life.pass(hours: 8)
    life.order(.answerNotification(1, of: Self.homework))
    life.order(.answerNotification(99, of: Self.homework))
    life.order(.clearNotification(2, of: Self.homework))
    life.take(.focus(nil))
    try life.pass(hours: 11)
    life.failure = .fallback(reason: .process(.deadline))
    life.take(.focus("work"))
    try life.settle()
    life.failure = nil
    try life.restart()
    try life.pass(hours: 2)
    try say(Self.notification("waits", criteria: "business"))
    try say(["ids": ["once", "waits"], "kind": "cancelNotifications"], from: Self.homework)
    try say(["intent": "Mute", "kind": "invalidateFocusContext"])
    life.order(.focus(.set(filter("business", isOn: false), in: "work")))
    life.order(.focus(.unset(FocusFilterKey(Self.homework, "Mute"), in: "evening")))
    life.order(.focus(.remove(mode: "work")))
    try life.pass(hours: 20)
    for payload in [
      #"{"aps":{"alert":"Alone","badge":7,"interruption-level":"time-sensitive"}}"#,
      #"{"aps":{"content-available":1}}"#,
    ] {
      life.order(.push(Self.homework, try RemotePayload(json: Data(payload.utf8))))
    }
    try explainNotifications(life)
    life.show(["/gallery", "/extensions", "/ledger", "/device"])
    try life.compare("played-focus")
  }

  // MARK: - Reports

  @Test func `reports in a window, asked for, refused and late match their transcript`() throws {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    life.reply = { [unowned life] one in
      guard one.program.hasSuffix(".report") else { return nil }
      let question = QuestionID(one.call, 1)
      life.take(.asked(question, .stillness))
      life.take(.held(FamilyID(String(one.program.prefix { $0 != "." })), failure: nil))
      // The host draws the names behind the family's own tokens.
      let own = (life.tokens["worklog"] ?? []).map { $0.wire }
      return .replied(["kind": "vstack", "children": .array(own + own + ["AQEAAWp_4rDizv8hlpFO_a-kt6qNp7QC"])])
    }
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    try life.use(PlayedLife.editor, minutes: 12)
    let midnight = NotificationBench.start.milliseconds
    let filter = ReportFilter(segment: .hourly, start: midnight, end: midnight + 86_400_000)
    func params(_ surface: String? = nil, context: String = "pie", dismiss: Bool? = nil) -> PresentReportParams {
      PresentReportParams(
        context: context, filter: filter, frame: ViewFrame(width: 390_000, height: 480_000), surface: surface,
        dismiss: dismiss)
    }
    /// Opens the app, which presents reports and stays open.
    func present(_ all: PresentReportParams...) throws {
      let call = try life.open("worklog")
      // The host takes an app for open while it has a process.
      life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
      for (number, one) in all.enumerated() { try life.ask(call, number + 1, .presentReport(one)) }
      try life.end(call, .replied(["effects": []]))
      life.take(.time(life.instant))
      try life.settle()
    }
    try present(params(), params(context: "total"), params("s9"))
    try life.use(PlayedLife.chess, minutes: 3)
    life.show(["/gallery"])
    life.leave("worklog")
    life.failure = .fallback(reason: .process(.deadline))
    try present(params("s1", context: "week"), params("s2", dismiss: true), params(dismiss: true), params())
    try life.use(PlayedLife.editor, minutes: 2)
    life.failure = nil
    try life.use(PlayedLife.editor, minutes: 2)
    life.leave("worklog")
    life.move("worklog.app", .idle(since: life.now), .exiting(.clean), "stop.idle")
    try life.use(PlayedLife.editor, minutes: 2)
    for family in [Self.worklog, Self.homework] {
      let request = ReportRequest(
        family: family, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
      life.take(.person(PersonAct(.opensReport(request))))
      try life.settle()
    }
    life.show(["/gallery", "/ledger", "/extensions", "/family/worklog"])
    try life.compare("played-reports")
  }
}

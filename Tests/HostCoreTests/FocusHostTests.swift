// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// Focus modes on a device: edges, contexts and silenced notifications.
@Suite struct FocusHostTests {
  private static let key = FocusFilterKey(FamilyID("homework"), "MuteFilter")

  private static let description: WireValue = [
    "intents": [
      [
        "intent": "MuteFilter", "opensApp": false, "roles": ["focusFilter"], "title": "Mute",
        "parameters": [
          [
            "default": ["string": "none"], "name": "account", "optional": false, "options": false, "title": "Account",
            "type": ["kind": "string", "list": false],
          ]
        ],
      ]
    ]
  ]

  /// A device with the Focus “work”, whose filter has a value.
  private func bench() throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["notifications", "badge", "focus"], points: ["focusFilter"])
    for name in NotificationBench.families {
      try bench.end("focus.describe", of: name, .replied(Self.description))
      try bench.end("focus.suggest", of: name, .replied([:]))
    }
    try change(bench, .define(FocusMode(id: "work", name: "Work")))
    try change(bench, .define(FocusMode(id: "sleep", name: "Sleep")))
    let value = StoredParameter(ParameterValue(name: "account", value: .string("business")))
    try change(bench, .set(FocusFilter(Self.key, parameters: [value]), in: "work"))
    return bench
  }

  private func change(_ bench: NotificationBench, _ change: FocusChange) throws {
    try bench.take(.person(PersonAct(.changesFocus(change))))
  }

  private func performed(_ bench: NotificationBench) -> [String] {
    bench.sent.compactMap { one in
      guard one.callback == "focus.perform", case .object(let params) = one.request,
        case .object(let arguments)? = params["arguments"], case .string(let edge)? = arguments["edge"]
      else { return nil }
      return "\(edge) \("\(arguments["parameters"] ?? [])".contains("business") ? "business" : "default")"
    }
  }

  private static let only: WireValue = ["predicate": ["op": "eq", "values": ["business"]], "title": "Business"]

  private func notification(_ id: String, _ criteria: String?) -> WireValue {
    var effect: WireObject = [
      "body": "b", "id": .string(id), "kind": "scheduleNotification", "level": "active", "title": .string(id),
    ]
    effect["filterCriteria"] = criteria.map(WireValue.string)
    return .object(effect)
  }

  @Test func `a filter whose program can't be started is asked again at the retry time`() throws {
    let bench = try NotificationBench(requests: ["focus"], points: ["focusFilter"])
    let retryAt = bench.device.now.milliseconds + 60_000
    try bench.end("focus.describe", .unavailable(reason: "backingOff", retryAt: retryAt))
    try bench.end("focus.describe", of: "worklog", .replied(Self.description))
    try bench.end("focus.suggest", of: "worklog", .replied([:]))
    try bench.pass(seconds: 59)
    #expect(!bench.sent.contains { $0.callback == "focus.describe" })
    try bench.pass(seconds: 1)
    #expect(bench.sent.map(\.program).contains { $0.hasPrefix("homework.") })
  }

  @Test func `turning a Focus on and off performs its filter with its values, then with the defaults (FOCUS-F5)`()
    throws
  {
    let bench = try bench()
    try change(bench, .activate("work"))
    #expect(performed(bench) == ["on business"])
    try bench.end("focus.perform", .replied(Self.only))
    try change(bench, .activate(nil))
    #expect(performed(bench) == ["off default"])
    try bench.end("focus.perform", .replied([:]))
    try change(bench, .activate("sleep"))
    #expect(performed(bench).isEmpty)
  }

  @Test func `a predicate silences what it rejects while its mode is on, and nothing afterwards (FOCUS-N3, FOCUS-N4)`()
    throws
  {
    let bench = try bench()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(Self.only))
    try bench.reply("homework", notification("kept", "business"), notification("muted", "private"))
    #expect(bench.shown.map(\.id) == ["kept"])
    // Nothing is thrown away: the silenced one is in the list.
    let listed = bench.driver.facts.notifications(of: Self.key.family).listed
    #expect(listed.map(\.request.id) == ["kept", "muted"])
    #expect(listed.map(\.isSilenced) == [false, true])
    // The page says it, as the list of a Focus does.
    let pages = bench.presented.compactMap { if case .notifications(let list) = $0 { list } else { nil } }
    #expect(pages.last?.notifications.map { $0.shownAt.hasSuffix(", silenced") } == [false, true])
    try change(bench, .activate(nil))
    #expect(bench.shown.map(\.id) == ["kept"])
    try bench.end("focus.perform", .replied([:]))
    try bench.reply("homework", notification("later", "private"))
    #expect(bench.shown.map(\.id) == ["kept", "later"])
  }

  @Test func `an edge is owed until it is settled, also by a later host (FOCUS-F6, FOCUS-F7)`() throws {
    let bench = try bench()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .fallback(reason: "crash.SIGSEGV"))
    let again = try bench.killed()
    try again.pass(seconds: 60)
    #expect(performed(again).last == "on business")
    try again.end("focus.perform", .replied(Self.only))
    try change(again, .activate(nil))
    #expect(performed(again) == ["off default"])
    try again.end("focus.perform", .replied([:]))
    #expect(try again.driver.facts.store.read { try $0.owedDeliveries() }.isEmpty)
  }

  @Test func `from one mode to another the filter of both performs once (FOCUS-F5)`() throws {
    let bench = try bench()
    let value = StoredParameter(ParameterValue(name: "account", value: .string("private")))
    try change(bench, .set(FocusFilter(Self.key, parameters: [value]), in: "sleep"))
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(Self.only))
    try change(bench, .activate("sleep"))
    #expect(performed(bench) == ["on default"])
  }

  @Test func `an edge names neither the mode nor its schedule (FOCUS-F15)`() throws {
    let bench = try bench()
    try change(bench, .activate("work"))
    // The name of the family in the request contains the name of the mode.
    let request = String(describing: try #require(bench.sent.last).request).replacing("homework", with: "")
    #expect(request.contains("MuteFilter"))
    #expect(!request.contains("work") && !request.contains("Work"))
  }

  @Test func `effects and context of an edge are accepted together or not at all (FOCUS-F10)`() throws {
    let bench = try bench()
    try change(bench, .activate("work"))
    var reply: WireObject = ["effects": [["kind": "revokeAuthorization"]]]
    reply["predicate"] = ["op": "false"]
    #expect(try bench.end("focus.perform", .replied(.object(reply))) != nil)
    #expect(bench.driver.facts.focus.progress(of: Self.key).context == nil)
    try bench.reply("homework", notification("free", "anything"))
    #expect(bench.shown.map(\.id) == ["free"])
  }

  @Test func `a filter raises a shield together with its predicate, or neither (FOCUS-F16)`() throws {
    let bench = try NotificationBench(
      requests: ["authorization", "notifications", "focus"], points: ["focusFilter"],
      extra: #", "requests": ["settings"]"#)
    for name in NotificationBench.families {
      try bench.end("focus.describe", of: name, .replied(Self.description))
      try bench.end("focus.suggest", of: name, .replied([:]))
    }
    try bench.approve()
    try change(bench, .define(FocusMode(id: "work", name: "Work")))
    try change(bench, .set(FocusFilter(Self.key, parameters: []), in: "work"))
    func reply(_ key: String) -> WireValue {
      [
        "effects": [["key": .string(key), "kind": "setSetting", "store": "focus", "value": true]],
        "predicate": ["op": "eq", "values": ["business"]],
      ]
    }
    func applied() -> (setting: Bool, context: Bool) {
      let stores = bench.driver.facts.state.families[FamilyID("homework")]?.stores
      return (stores?["focus"] != nil, bench.driver.facts.focus.progress(of: Self.key).context != nil)
    }
    try change(bench, .activate("work"))
    #expect(try bench.end("focus.perform", .replied(reply("no.such"))) != nil)
    #expect(applied() == (false, false))
    // The edge is still pending and is delivered again.
    try bench.pass(seconds: 600)
    #expect(try bench.end("focus.perform", .replied(reply("siri.denySiri"))) == nil)
    #expect(applied() == (true, true))
  }

  @Test func `an off in flight, an on and another off end in one off (FOCUS-F6, FOCUS-F8)`() throws {
    let bench = try bench()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(Self.only))
    for mode in [nil, "work", nil] { try change(bench, .activate(mode)) }
    #expect(performed(bench) == ["off default"])
    try bench.end("focus.perform", .replied([:]))
    #expect(bench.sent.isEmpty)
    #expect(try bench.driver.facts.store.read { try $0.owedDeliveries() }.isEmpty)
  }

  @Test func `a notification whose date passed while the host was off waits for its filter as others do (FOCUS-N3)`()
    throws
  {
    let bench = try bench()
    var late = notification("late", "private")
    if case .object(var object) = late {
      object["trigger"] = ["afterS": 60]
      late = .object(object)
    }
    try bench.reply("homework", late)
    try change(bench, .activate("work"))
    let again = try bench.killed()
    // An hour passes before the filter gets its callback.
    try again.take(.time(again.device.now.advanced(by: 3_600_000)))
    #expect(again.shown.isEmpty)
    try again.end("focus.perform", .replied(Self.only))
    #expect(again.shown.isEmpty)
    #expect(again.own().listed.map(\.isSilenced) == [true])
  }

  @Test
  func `the operator chooses how a filter's untagged and critical notifications are treated (FOCUS-N6, FOCUS-N7)`()
    throws
  {
    let bench = try bench()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(Self.only))
    try bench.reply("homework", notification("first", nil))
    try change(bench, .treatUntagged(.silence))
    try bench.reply("homework", notification("second", nil))
    #expect(bench.shown.map(\.id) == ["first"])
    var urgent = notification("urgent", "private")
    if case .object(var object) = urgent {
      object["level"] = "critical"
      urgent = .object(object)
    }
    try bench.reply("homework", urgent)
    #expect(bench.shown.map(\.id) == ["first"])
    try change(bench, .allowCritical(Self.key.family, true))
    let again = try bench.killed()
    try again.reply("homework", urgent)
    #expect(again.shown.map(\.id).suffix(1) == ["urgent"])
  }

  @Test func `a family that may not interrupt is silenced whatever its criteria (FOCUS-N3)`() throws {
    let bench = try bench()
    try change(bench, .define(FocusMode(id: "sleep", name: "Sleep", allowed: [])))
    try change(bench, .activate("sleep"))
    try bench.reply("worklog", notification("quiet", nil))
    #expect(bench.shown.isEmpty)
    let reasons = try bench.driver.facts.explainNotifications(of: FamilyID("worklog")).compactMap(\.reason)
    #expect(reasons == [.notification(.notAllowed)])
  }

  @Test func `the app and the filter know the values in force, a neighbour does not (FOCUS-F13)`() throws {
    let bench = try bench()
    try change(bench, .activate("work"))
    try bench.end("focus.perform", .replied(Self.only))
    #expect(try bench.reply("homework").request.contains("MuteFilter"))
    #expect(try !bench.reply("worklog").request.contains("MuteFilter"))
  }

  @Test func `a schedule turns its mode on and off by the clock (FOCUS-F17)`() throws {
    let bench = try bench()
    let hours = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    try change(bench, .define(FocusMode(id: "work", name: "Work", schedule: hours)))
    try bench.pass(seconds: 9 * 3_600)
    #expect(performed(bench) == ["on business"])
    try bench.end("focus.perform", .replied(Self.only))
    try bench.pass(seconds: 3_600)
    #expect(performed(bench) == ["off default"])
  }
}

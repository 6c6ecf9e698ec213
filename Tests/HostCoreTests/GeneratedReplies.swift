// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import WrittenCodes

/// Numbers that follow from a seed.
struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

/// Replies of programs that follow from a seed: good ones of each form, ones that break a rule, errors, and starts that
/// have to wait.
struct GeneratedReplies {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed) }

  private mutating func below(_ limit: Int) -> Int { numbers.below(limit) }

  private mutating func one<Value>(of values: [Value]) -> Value { numbers.one(of: values) }

  /// - Parameter own: the tokens that the program's family has.
  mutating func reply(to one: NotificationBench.Sent, at now: Int64, own: Selection) -> CallEnd? {
    switch below(24) {
    case 0: return .unavailable(reason: "launch.mounts", retryAt: now + Int64(60_000 * (1 + below(20))))
    case 1: return .failed(ErrorObject(.busy, "Not now.", retry: self.one(of: [.after, .never])))
    case 2: return .fallback(reason: self.one(of: ["crash.SIGSEGV", "killed.memory", "exit.withoutReply", "deadline"]))
    default: break
    }
    if one.program.hasSuffix(".report") { return .replied(report(own)) }
    if one.program.hasSuffix(".shieldconfiguration") { return .replied(["configuration": .object(look(own))]) }
    if one.program.hasSuffix(".shieldaction") {
      let answer = self.one(of: ["none", "close", "defer", "openParentalControlsApp"])
      return .replied(["effects": .array(effects(own, atMost: 1)), "response": .string(answer)])
    }
    return .replied(reply(to: one.callback, at: now, own))
  }

  private mutating func reply(to callback: String, at now: Int64, _ own: Selection) -> WireValue {
    switch callback {
    case "widget.describe": PlayedReplies.described
    case "widget.placeholder": ["views": views("···")]
    case "widget.snapshot": ["entry": ["date": .integer(now), "views": views("snapshot")]]
    case "widget.timeline": timeline(from: now)
    case "focus.describe": ["intents": Self.intents]
    case "focus.suggest": below(2) == 0 ? [:] : ["suggestions": [["intent": "Mute", "parameters": [Self.account]]]]
    case "focus.perform": context()
    case "intent.perform": ["effects": []]
    default: ["effects": .array(effects(own, atMost: 3))]
    }
  }

  // MARK: - Shields and reports

  private static func label(_ text: String) -> WireValue { ["color": "#1d2b1fff", "text": .string(text)] }

  private mutating func look(_ own: Selection) -> WireObject {
    var look: WireObject = ["title": Self.label(one(of: ["Closed", "Enough", "Until tomorrow"]))]
    if below(2) == 0 { look["subtitle"] = Self.label(own.applications.first.map(\.text) ?? "Nothing") }
    if below(3) > 0 { look["primaryButton"] = Self.label("Close") }
    if below(2) == 0 { look["secondaryButton"] = Self.label(one(of: ["Later", "Ask"])) }
    if look["secondaryButton"] != nil, below(2) == 0 { look["submenu"] = ["5 minutes", "15 minutes"] }
    if below(4) == 0 { look["blur"] = "dark" }
    return look
  }

  private mutating func report(_ own: Selection) -> WireValue {
    let texts = own.applications.map(\.text) + ["AQEAAWp_4rDizv8hlpFO_a-kt6qNp7QC", "12 minutes"]
    let children = texts.prefix(below(4)).map { text -> WireValue in ["kind": "text", "text": .string(text)] }
    let stack: WireValue = ["align": "center", "children": .array(children), "kind": "vstack", "spacing": 8_000]
    return ["view": stack]
  }

  // MARK: - Widgets

  private mutating func views(_ text: String) -> WireValue {
    let link: WireValue = ["child": ["kind": "text", "text": "Link"], "kind": "link", "url": "hw://link"]
    let button: WireValue = [
      "child": ["kind": "text", "text": "Done"], "form": "button", "intent": .string(one(of: ["Mark", "Mute"])),
      "kind": "control", "parameters": [["name": "subject", "value": ["string": "maths"]]],
    ]
    let more: [WireValue] = one(of: [[], [link], [link, button]])
    let children: WireValue = .array([["kind": "text", "text": .string(text)]] + more)
    let stack: WireValue = ["align": "center", "children": children, "kind": "vstack", "spacing": 8_000]
    let hidden: WireValue = ["child": ["kind": "text", "text": "hidden"], "kind": "widget"]
    var shown: WireObject = ["child": stack, "kind": "widget"]
    if below(2) == 0 { shown["url"] = "hw://all" }
    return [["variant": "light", "view": .object(shown)], ["variant": "private", "view": hidden]]
  }

  private mutating func timeline(from now: Int64) -> WireValue {
    let entries = (0..<below(5)).map { number -> WireValue in
      let score = Int64(500 * (below(9) - 2))
      return [
        "date": .integer(now + Int64(number * 1_800_000)),
        "relevance": below(2) == 0 ? nil : ["durationS": .integer(Int64(900 * below(3))), "score": .integer(score)],
        "views": views(one(of: ["one", "two"])),
      ]
    }
    let policies: [WireValue] = [
      ["kind": "atEnd"], ["kind": "never"], ["date": .integer(now + 5_400_000), "kind": "after"],
    ]
    return ["entries": .array(entries), "policy": one(of: policies)]
  }

  // MARK: - Focus filters

  static let account: WireValue = ["name": "account", "value": ["string": "business"]]

  private static let intents: WireValue = [
    [
      "intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute",
      "parameters": [
        [
          "default": ["string": "none"], "name": "account", "optional": false, "options": false, "title": "Account",
          "type": ["kind": "string", "list": false],
        ]
      ],
    ],
    ["intent": "Mark", "opensApp": false, "roles": ["action"], "title": "Mark"],
  ]

  private mutating func context() -> WireValue {
    one(of: [
      [:], ["title": "Quiet"], ["predicate": ["op": "false"], "title": "Quiet"],
      ["predicate": ["op": "eq", "values": ["business"]], "subtitle": "Only business", "title": "Business"],
    ])
  }

  // MARK: - Effects

  /// Effects of an app or a monitor. Some break a rule, for example those of a monitor for which only apps may ask.
  mutating func effects(_ own: Selection, atMost most: Int) -> [WireValue] {
    (0..<below(most + 1)).map { _ in effect(own) }
  }

  private mutating func effect(_ own: Selection) -> WireValue {
    let store = one(of: ["limits", "more"])
    func set(_ key: String, _ value: WireValue) -> WireValue {
      ["key": .string(key), "kind": "setSetting", "store": .string(store), "value": value]
    }
    switch below(20) {
    case 0, 1: return set("shield.applications", own.applications.wire)
    case 2: return set("shield.webDomains", own.webDomains.wire)
    case 3: return set("shield.applicationCategories", ["except": own.applications.wire, "policy": "all"])
    case 4:
      return set(
        "shield.applicationCategories", ["categories": own.categories.wire, "except": [], "policy": "specific"])
    case 5: return set("shield.webDomainCategories", ["except": [], "policy": "all"])
    case 6: return set(one(of: ["media.denyExplicitContent", "appStore.denyInAppPurchases"]), .bool(below(3) > 0))
    case 7: return set("media.maximumMovieRating", .integer(Int64(100 * (1 + below(10)))))
    case 8: return set("webContent.blockedByFilter", ["domains": [["domain": "example.org"]], "policy": "specific"])
    case 9: return Effect.setStoreActive(store: store, isActive: below(2) == 0).wire
    case 10: return one(of: [Effect.clearStore(store), .deleteStore(store)]).wire
    case 11: return Effect.setDefault(suite: "standard", key: "seen", value: .integer(Int64(below(9)))).wire
    case 12: return one(of: [Effect.reloadTimelines(widget: "Clock"), .reloadTimelines(widget: "Nothing")]).wire
    case 13: return Effect.refreshShields(token: one(of: [nil, own.applications.first])).wire
    case 14: return Effect.invalidateFocusContext(intent: "Mute").wire
    case 15: return Effect.stopMonitoring(activities: [one(of: ["day", "school"])]).wire
    case 16: return notification()
    case 17: return NotificationBench.cancel(["n\(below(4))"], of: one(of: [nil, "pending", "delivered"]))
    default: return monitoring(own)
    }
  }

  private mutating func notification() -> WireValue {
    var members: WireObject = [
      "body": "Text", "id": .string("n\(below(4))"), "kind": "scheduleNotification",
      "level": .string(one(of: ["passive", "active", "timeSensitive", "critical"])), "title": "Title",
    ]
    members["trigger"] = one(of: [
      nil, NotificationBench.after(Int64(60 * (1 + below(90)))),
      NotificationBench.at(["hour": .integer(Int64(below(24))), "minute": 30], repeats: true),
    ])
    members["filterCriteria"] = one(of: [nil, "business", "private"])
    return .object(members)
  }

  private mutating func monitoring(_ own: Selection) -> WireValue {
    let event = MonitoringEvent(
      name: one(of: ["limit", "sites"]), applications: one(of: [own.applications, []]), categories: [],
      webDomains: one(of: [own.webDomains, []]), threshold: DateComponentsValue([.minute: Int64(5 * (1 + below(6)))]),
      includesPastActivity: below(2) == 0)
    let start = Int64(below(20))
    return Effect.startMonitoring(
      activity: one(of: ["day", "school"]),
      schedule: MonitoringSchedule(
        start: DateComponentsValue([.hour: start, .minute: 0]),
        end: DateComponentsValue([.hour: start + 3, .minute: 30]), repeats: below(4) > 0,
        warning: one(of: [nil, DateComponentsValue([.minute: 10])])), events: one(of: [[], [event]])
    ).wire
  }
}

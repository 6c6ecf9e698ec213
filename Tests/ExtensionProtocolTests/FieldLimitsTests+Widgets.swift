// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The limits of widgets and filters, each with its code.
extension FieldLimitsTests {
  private static let views: WireValue = [["variant": "light", "view": ["kind": "widget"]]]

  private static func timeline(_ entries: [WireValue], policy: WireValue = ["kind": "never"]) -> WireValue {
    ["entries": .array(entries), "policy": policy]
  }

  private static func entry(_ date: Int64, relevance: WireValue? = nil) -> WireValue {
    ["date": .integer(date), "relevance": relevance, "views": views]
  }

  private static func parameters(_ value: WireValue, count: Int = 1) -> WireValue {
    let all = (0..<count).map { WireValue.object(["name": .string("p\($0)"), "value": value]) }
    return ["intent": "i", "parameters": .array(all)]
  }

  private static func text(_ count: Int) -> WireValue { .string(String(repeating: "x", count: count)) }

  static let namedLimits: [(LimitSample, NamedLimit)] = [
    (
      LimitSample(
        WidgetTimelineResult.self, timeline(Array(repeating: entry(0), count: 257)), "257 entries", at: "/entries"),
      .timelineEntries
    ),
    (
      LimitSample(
        WidgetTimelineResult.self, timeline([entry(WireLimits.latestTime + 1)]), "an entry after 2199",
        at: "/entries/0/date"), .timelineDate
    ),
    (
      LimitSample(
        WidgetTimelineResult.self, timeline([], policy: ["date": -1, "kind": "after"]), "a policy before 1970",
        at: "/policy/date"), .timelineDate
    ),
    (
      LimitSample(
        WidgetTimelineResult.self, timeline([entry(0, relevance: ["durationS": -1, "score": 0])]),
        "a negative duration", at: "/entries/0/relevance/durationS"), .relevance
    ),
    (
      LimitSample(FilterValues.self, parameters(["bool": true], count: 33), "33 parameters", at: "/parameters"),
      .parameters
    ),
    (
      LimitSample(
        FilterValues.self, parameters(["string": text(4_097)]), "a text of 4097 bytes",
        at: "/parameters/0/value/string"), .string
    ),
    (
      LimitSample(
        FilterValues.self, parameters(["entity": ["id": "i", "type": text(129)]]), "a type of 129 bytes",
        at: "/parameters/0/value/entity/type"), .name
    ),
    (
      LimitSample(
        FilterValues.self, parameters(["entity": ["id": text(4_097), "type": "T"]]), "an id of 4097 bytes",
        at: "/parameters/0/value/entity/id"), .entityID
    ),
    (
      LimitSample(
        FilterValues.self, parameters(["list": .array(Array(repeating: ["bool": true], count: 257))]),
        "a list of 257", at: "/parameters/0/value/list"), .list
    ),
    (LimitSample(FilterValues.self, ["intent": text(129)], "an intent of 129 bytes", at: "/intent"), .name),
    (LimitSample(FocusContext.self, ["title": text(257)], "a title of 257 bytes", at: "/title"), .text),
    (
      LimitSample(
        OptionsResult.self,
        ["choices": .array(Array(repeating: ["title": "", "value": ["bool": true]], count: 501))], "501 choices",
        at: "/choices"), .choices
    ),
    (
      LimitSample(
        WidgetDescription.self, ["kinds": .array(Array(repeating: [:], count: 33))], "33 kinds", at: "/kinds"), .kinds
    ),
    (
      LimitSample(
        FocusContext.self, ["predicate": nested(9)], "a predicate nested 9 deep",
        at: "/predicate" + String(repeating: "/args/0", count: 8)), .predicate
    ),
    (
      LimitSample(
        CriteriaPredicate.self, ["args": .array(Array(repeating: ["op": "true"], count: 64)), "op": "and"],
        "65 nodes of a predicate", at: "/args"), .predicate
    ),
    (
      LimitSample(
        FocusContext.self,
        ["predicate": ["op": "in", "values": .array(Array(repeating: "a", count: 257))]], "257 values", at: "/predicate"
      ),
      .predicate
    ),
  ]

  private static func nested(_ depth: Int) -> WireValue {
    (1..<depth).reduce(["op": "true"]) { inner, _ in ["args": [inner], "op": "not"] }
  }

  /// Rules beyond the limits: repeated names, values that a parameter can't have, an intent without a description.
  static let widgetChoices: [LimitSample] = [
    LimitSample(
      CriteriaPredicate.self, ["args": [["op": "true"], ["op": "false"]], "op": "not"], "“not” of two", kind: .schema,
      at: "/args"),
    LimitSample(
      WidgetDescription.self, ["kinds": [kind("a"), kind("a")]], "two kinds of one name", kind: .schema, at: "/kinds/1"),
    LimitSample(
      WidgetDescription.self, ["kinds": [kind("a", intent: "gone")]], "an intent that is not described", kind: .schema,
      at: "/kinds/0/intent"),
    LimitSample(
      WidgetPlaceholderResult.self, ["views": []], "no view", kind: .schema, at: "/views"),
    LimitSample(
      FilterValues.self, parameters(["map": []]), "a map as parameter", kind: .schema, at: "/parameters/0/value"),
    LimitSample(
      FilterValues.self, parameters(["list": [["list": []]]]), "a list in a list", kind: .schema,
      at: "/parameters/0/value/list/0"),
    LimitSample(
      CriteriaPredicate.self, ["op": "like", "values": ["a", "b"]], "two values of one comparison", kind: .schema,
      at: "/values"),
    LimitSample(CriteriaPredicate.self, ["op": "not"], "a negation of nothing", kind: .schema, at: "/args"),
    LimitSample(
      RelevanceAttribute.self, ["context": ["end": 1, "start": 2]], "an end before the start", at: "/context/end"),
  ]

  private static func kind(_ name: String, intent: String? = nil) -> WireValue {
    [
      "asksForConfiguration": false, "backgroundRemovable": true, "intent": intent.map { .string($0) },
      "kind": .string(name), "margins": true, "sizes": ["systemSmall"], "title": "t",
    ]
  }
}

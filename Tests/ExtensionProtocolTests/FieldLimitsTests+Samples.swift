// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension FieldLimitsTests {
  private static func components(_ field: String, _ number: Int64, isAllowed: Bool) -> LimitSample {
    LimitSample(
      DateComponentsValue.self, [field: .integer(number)], "\(field) \(number)", at: isAllowed ? nil : "/\(field)")
  }

  private static func badge(_ count: Int64, isAllowed: Bool) -> LimitSample {
    LimitSample(
      Effect.self, ["count": .integer(count), "kind": "setBadgeCount"], "badge \(count)", at: isAllowed ? nil : "/count"
    )
  }

  private static func filter(_ start: Int64, _ end: Int64, at pointer: String?) -> LimitSample {
    LimitSample(
      ReportFilter.self, ["end": .integer(end), "segment": "daily", "start": .integer(start)],
      "times \(start)…\(end)", at: pointer)
  }

  static let numbers: [LimitSample] = [
    components("hour", 2_147_483_647, isAllowed: true), components("hour", 2_147_483_648, isAllowed: false),
    components("year", -2_147_483_648, isAllowed: true), components("year", -2_147_483_649, isAllowed: false),
    badge(0, isAllowed: true), badge(99_999, isAllowed: true), badge(100_000, isAllowed: false),
    badge(-1, isAllowed: false), filter(0, 7_258_118_400_000, at: nil), filter(0, 7_258_118_400_001, at: "/end"),
    filter(-1, 1, at: "/start"), filter(2, 1, at: "/end"),
    LimitSample(ViewFrame.self, ["height": 0, "width": 1_000_000_001], "frame too wide", at: "/width"),
    LimitSample(ViewFrame.self, ["height": -1, "width": 0], "frame of negative height", at: "/height"),
    LimitSample(CommitParams.self, ["base": -1, "effects": [["kind": "refreshShields"]]], "base −1", at: "/base"),
  ]

  private static func effects(_ count: Int, notifications: Int = 0) -> WireValue {
    let notification: WireValue = [
      "body": "", "id": "i", "kind": "scheduleNotification", "level": "passive", "title": "",
    ]
    let others = Array(repeating: ["kind": "refreshShields"] as WireValue, count: count - notifications)
    return ["effects": .array(others + Array(repeating: notification, count: notifications))]
  }

  private static func submenu(_ items: [WireValue], at pointer: String?) -> LimitSample {
    LimitSample(
      ShieldConfigurationResult.self, ["configuration": ["submenu": .array(items)]], "submenu of \(items.count)",
      at: pointer.map { "/configuration/submenu\($0)" })
  }

  static let counts: [LimitSample] = [
    LimitSample(EffectsResult.self, effects(256), "256 effects", at: nil),
    LimitSample(EffectsResult.self, effects(257), "257 effects", at: "/effects"),
    LimitSample(EffectsResult.self, effects(8, notifications: 8), "8 notifications", at: nil),
    LimitSample(EffectsResult.self, effects(20, notifications: 9), "9 notifications", at: "/effects"),
    LimitSample(ShieldActionResult.self, ["response": "none"], "no effects", at: nil),
    LimitSample(CommitParams.self, effects(257), "commit of 257 effects", at: "/effects"),
    LimitSample(CommitParams.self, ["effects": []], "commit of no effects", at: "/effects"),
    submenu(["1", "2", "3"], at: nil), submenu(["1", "2", "3", "4"], at: ""), submenu([], at: ""),
    submenu([""], at: "/0"), submenu(["1", .string(String(repeating: "x", count: 129))], at: "/1"),
    LimitSample(
      HelloResult.self, hello(["contexts": .array((1...21).map { .string("c\($0)") })]), "21 contexts", at: "/contexts"),
    LimitSample(HelloResult.self, hello(["contexts": []]), "empty contexts", at: "/contexts"),
    LimitSample(
      HelloResult.self, hello(["features": .array((1...17).map { .string("f\($0)") })]), "17 features", at: "/features"),
    LimitSample(
      Selection.self, selection(Array(repeating: .string(WireSample.app1), count: 1_001)), "1001 tokens picked",
      at: "/applications"),
  ]

  private static func hello(_ members: WireObject) -> WireValue {
    var object: WireObject = ["extension": "a.b", "features": [], "protocol": 1, "schema": 1, "version": "1"]
    for member in members.members { object[member.name] = member.value }
    return .object(object)
  }

  private static func selection(_ applications: [WireValue]) -> WireValue {
    ["applications": .array(applications), "categories": [], "includeEntireCategory": true, "webDomains": []]
  }

  private static func setting(_ key: SettingKey, _ value: WireValue) -> WireValue {
    ["key": key.wire, "kind": "setSetting", "store": "s", "value": value]
  }

  private static let app = WireValue.string(WireSample.app1)
  private static let domain: WireValue = ["domain": "a.org"]

  /// Sets contain no duplicates, and tokens have the kind that their place requires (S7, WIRE-B14).
  static let sets: [LimitSample] = [
    LimitSample(Selection.self, selection([app, app]), "a token twice", kind: .schema, at: "/applications"),
    LimitSample(
      Selection.self, selection([.string(WireSample.category)]), "a category among applications", kind: .schema,
      at: "/applications/0"),
    LimitSample(
      Effect.self, ["activities": ["a", "a"], "kind": "stopMonitoring"], "an activity twice", kind: .schema,
      at: "/activities"),
    LimitSample(
      Effect.self, setting(.shieldApplications, [app, app]), "a shielded token twice", kind: .schema, at: "/value"),
    LimitSample(
      Effect.self, setting(.shieldApplications, [app, .string(WireSample.domain)]), "a domain as application",
      kind: .schema, at: "/value/1"),
    LimitSample(
      Effect.self, setting(.blockedApplications, [["token": app], ["token": app]]), "a hidden application twice",
      kind: .schema, at: "/value"),
    LimitSample(
      Effect.self, setting(.blockedApplications, [["bundleID": "a", "token": app]]), "two names of one application",
      kind: .schema, at: "/value/0/bundleID"),
    LimitSample(
      Effect.self, setting(.blockedByFilter, ["domains": [domain, domain], "policy": "specific"]), "a domain twice",
      kind: .schema, at: "/value/domains"),
    LimitSample(
      Effect.self, setting(.blockedByFilter, ["domains": [["token": app]], "policy": "specific"]),
      "an application as domain", kind: .schema, at: "/value/domains/0/token"),
    LimitSample(
      Effect.self, setting(.shieldWebDomainCategories, ["except": [app], "policy": "all"]),
      "an application among domains", kind: .schema, at: "/value/except/0"),
    LimitSample(
      Effect.self, setting(.shieldApplicationCategories, ["categories": [], "policy": "all"]),
      "members of another policy", kind: .schema, at: "/value/categories"),
    LimitSample(
      HelloResult.self, hello(["features": ["ack", "ack"]]), "a feature twice", kind: .schema, at: "/features"),
    LimitSample(
      HelloResult.self, hello(["handles": ["handle", "handle"]]), "a callback twice", kind: .schema, at: "/handles"),
    LimitSample(
      HelloResult.self, hello(["contexts": ["a", "a"]]), "a context twice", kind: .schema, at: "/contexts"),
    LimitSample(
      PropertyValue.self, ["map": [["key": "a", "value": ["int": 1]], ["key": "a", "value": ["int": 2]]]],
      "a key twice", kind: .schema, at: "/map"),
  ]

  private static func value(_ name: String, _ wire: WireValue, isAllowed: Bool) -> LimitSample {
    LimitSample(
      PropertyValue.self, [name: wire], "\(name) \(wire)", kind: .schema, at: isAllowed ? nil : "/\(name)")
  }

  /// Decimal and data values, which have one spelling each.
  static let choices: [LimitSample] =
    ["0", "-1", "0.5", "-12.25", "1e-07", "1.5e+300", "5e-324", String(repeating: "1", count: 64)].map {
      value("decimal", .string($0), isAllowed: true)
    }
    + [
      "", "-", ".5", "5.", "+1", " 1", "1 ", "0x10", "0x1p4", "nan", "inf", "-infinity", "1e400", "1,5", "1e", "٣",
      "1_0", "1f0", String(repeating: "1", count: 65),
    ].map {
      value("decimal", .string($0), isAllowed: false)
    } + ["", "AA==", "AAA=", "AAAA", "+/8="].map { value("data", .string($0), isAllowed: true) }
    + ["A", "AA", "AAA", "AB==", "AAB=", "A===", "====", "AA=A", "AA_-", "AA==\n", "AA==AAAA", "äaaa"].map {
      value("data", .string($0), isAllowed: false)
    } + [
      LimitSample(PropertyValue.self, [:], "a value without a type", kind: .schema, at: ""),
      LimitSample(PropertyValue.self, ["bool": true, "int": 1], "a value of two types", kind: .schema, at: ""),
      LimitSample(PropertyValue.self, ["double": 1], "a value of an unknown type", kind: .schema, at: "/double"),
      LimitSample(
        Effect.self, ["afterS": 1, "kind": "scheduleNotification"], "members in the wrong place", kind: .schema, at: ""),
    ]
    + ["#000000ff", "#89abcdef"].map { color($0, isAllowed: true) }
    + ["#000000", "#000000FF", "000000ff0", "#000000f", "#000000fff", "#0000 0ff", "#00000０ff", "red", ""].map {
      color($0, isAllowed: false)
    }

  private static func color(_ text: String, isAllowed: Bool) -> LimitSample {
    LimitSample(
      ShieldConfigurationResult.self, ["configuration": ["background": .string(text)]], "colour \(text)",
      kind: .schema, at: isAllowed ? nil : "/configuration/background")
  }
}

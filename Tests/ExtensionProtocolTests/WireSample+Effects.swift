// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let effects: [WireSample] =
    [
      effect(
        .setStoreActive(store: "limits", isActive: false),
        #"{"active":false,"kind":"setStoreActive","store":"limits"}"#),
      effect(.clearStore("limits"), #"{"kind":"clearStore","store":"limits"}"#),
      effect(.deleteStore("limits"), #"{"kind":"deleteStore","store":"limits"}"#),
      effect(
        .startMonitoring(activity: "night", schedule: schedule, events: [event]),
        #"{"activity":"night","events":[\#(eventJSON)],"kind":"startMonitoring","schedule":\#(scheduleJSON)}"#),
      effect(.stopMonitoring(activities: ["night"]), #"{"activities":["night"],"kind":"stopMonitoring"}"#),
      effect(
        .setDefault(suite: "group.org.example", key: "runs", value: .integer(3)),
        #"{"key":"runs","kind":"setDefault","suite":"group.org.example","value":{"int":3}}"#,
        foreign: ["/value"]),
      effect(
        .setDefault(suite: "standard", key: "runs", value: nil),
        #"{"key":"runs","kind":"setDefault","suite":"standard","value":null}"#, foreign: ["/value"]),
      effect(.reloadTimelines(widget: nil), #"{"kind":"reloadTimelines"}"#),
      effect(.reloadTimelines(widget: "today"), #"{"kind":"reloadTimelines","widget":"today"}"#),
      effect(.invalidateRelevance(widget: "today"), #"{"kind":"invalidateRelevance","widget":"today"}"#),
      effect(
        .scheduleNotification(
          NotificationRequest(
            id: "limit", title: "Done", subtitle: "for today", body: "Ask for more.",
            trigger: .at(DateComponentsValue([.hour: 7]), repeats: true), level: .timeSensitive,
            filterCriteria: "school")),
        #"{"body":"Ask for more.","filterCriteria":"school","id":"limit","kind":"scheduleNotification","#
          + #""level":"timeSensitive","subtitle":"for today","title":"Done","trigger":{"at":{"hour":7},"repeats":true}}"#,
        words: ["/level": .general]),
      effect(
        .scheduleNotification(NotificationRequest(id: "i", title: "", body: "", trigger: .after(seconds: 60))),
        #"{"body":"","id":"i","kind":"scheduleNotification","level":"active","title":"","trigger":{"afterS":60}}"#),
      effect(.cancelNotifications(ids: ["limit", "i"]), #"{"ids":["limit","i"],"kind":"cancelNotifications"}"#),
      effect(
        .cancelNotifications(ids: ["limit"], of: .pending),
        #"{"ids":["limit"],"kind":"cancelNotifications","of":"pending"}"#),
      effect(.refreshShields(token: nil), #"{"kind":"refreshShields"}"#),
      effect(.refreshShields(token: token(app1)), #"{"kind":"refreshShields","token":"\#(app1)"}"#),
      effect(.setBadgeCount(99_999), #"{"count":99999,"kind":"setBadgeCount"}"#),
      effect(.invalidateFocusContext(intent: "Mail"), #"{"intent":"Mail","kind":"invalidateFocusContext"}"#),
      effect(.revokeAuthorization, #"{"kind":"revokeAuthorization"}"#),
      effect(
        .setSetting(store: "limits", key: .lockAccounts, value: nil),
        #"{"key":"account.lockAccounts","kind":"setSetting","store":"limits","value":null}"#, foreign: ["/value"]),
    ]
    + SettingKey.allCases.filter { $0.form == .bool }.map { setting($0, .bool(true), "true") }
    + SettingKey.allCases.filter { $0.form == .rating }.map { setting($0, .rating(600), "600") } + [
      setting(.cookiePolicy, .cookiePolicy(.currentWebsite), #""currentWebsite""#, words: ["": .refused]),
      setting(.shieldApplications, .tokens([token(app1), token(app2)]), #"["\#(app1)","\#(app2)"]"#),
      setting(.shieldWebDomains, .tokens([token(domain)]), #"["\#(domain)"]"#),
      setting(
        .blockedApplications, .blockedApplications([.bundleID("org.example"), .token(token(app1))]),
        #"[{"bundleID":"org.example"},{"token":"\#(app1)"}]"#),
      setting(
        .shieldApplicationCategories, .categoryPolicy(.none), #"{"policy":"none"}"#, words: ["/policy": .refused]),
      setting(
        .shieldApplicationCategories,
        .categoryPolicy(.specific(categories: [token(category)], except: [token(app1)])),
        #"{"categories":["\#(category)"],"except":["\#(app1)"],"policy":"specific"}"#, words: ["/policy": .refused]),
      setting(
        .shieldWebDomainCategories, .categoryPolicy(.all(except: [token(domain)])),
        #"{"except":["\#(domain)"],"policy":"all"}"#, words: ["/policy": .refused]),
      setting(.blockedByFilter, .webFilter(.none), #"{"policy":"none"}"#, words: ["/policy": .refused]),
      setting(
        .blockedByFilter, .webFilter(.specific(domains: [.domain("example.org"), .token(token(domain))])),
        #"{"domains":[{"domain":"example.org"},{"token":"\#(domain)"}],"policy":"specific"}"#),
      setting(
        .blockedByFilter, .webFilter(.auto(domains: [.domain("a.org")], except: [.domain("b.org")])),
        #"{"domains":[{"domain":"a.org"}],"except":[{"domain":"b.org"}],"policy":"auto"}"#),
      setting(
        .blockedByFilter, .webFilter(.all(except: [.domain("b.org")])),
        #"{"except":[{"domain":"b.org"}],"policy":"all"}"#, words: ["/policy": .refused]),
    ]

  private static func effect(
    _ effect: Effect, _ json: String, words: [String: Word] = [:], foreign: [String] = []
  ) -> WireSample {
    WireSample(
      effect, json, words: words.merging(["/kind": .refused]) { $1 }, foreign: foreign, title: effect.kind.rawValue)
  }

  private static func setting(
    _ key: SettingKey, _ value: SettingValue?, _ json: String, words: [String: Word] = [:]
  ) -> WireSample {
    WireSample(
      Effect.setSetting(store: "limits", key: key, value: value),
      #"{"key":"\#(key.rawValue)","kind":"setSetting","store":"limits","value":\#(json)}"#,
      words: words.reduce(into: ["/kind": .refused, "/key": .refused]) { $0["/value\($1.key)"] = $1.value },
      nullable: ["/value"], title: key.rawValue)
  }

  static let values: [WireSample] = [
    value(.bool(false), #"{"bool":false}"#), value(.integer(-9_007_199_254_740_991), #"{"int":-9007199254740991}"#),
    value(.decimal("0.5"), #"{"decimal":"0.5"}"#), value(.string("é"), #"{"string":"é"}"#),
    value(.date(0), #"{"date":0}"#), value(.url("https://example.org"), #"{"url":"https://example.org"}"#),
    value(.data("AP8="), #"{"data":"AP8="}"#), value(.data(""), #"{"data":""}"#),
    value(.entity(type: "Mailbox", id: "work"), #"{"entity":{"id":"work","type":"Mailbox"}}"#),
    value(.list([.bool(true), .list([])]), #"{"list":[{"bool":true},{"list":[]}]}"#),
    value(
      .map([.init(key: "b", value: .integer(1)), .init(key: "a", value: .integer(2))]),
      #"{"map":[{"key":"b","value":{"int":1}},{"key":"a","value":{"int":2}}]}"#),
  ]

  /// A typed value is an object of exactly one member, on both sides: another member means another type.
  private static func value(_ value: PropertyValue, _ json: String) -> WireSample {
    WireSample(value, json, foreign: [""])
  }
}

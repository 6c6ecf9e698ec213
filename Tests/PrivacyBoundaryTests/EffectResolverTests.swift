// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct EffectResolverTests {
  private let app = Item.application("org.mozilla.firefox")
  private let domain = Item.webDomain("example.org")
  private let games = Item.category("6")

  private func resolver(_ fixture: BoundaryFixture, _ behaviour: Behaviour = .strict) -> EffectResolver {
    EffectResolver(
      registry: fixture.registry, family: "homework", behaviour: behaviour, now: Timestamp(milliseconds: 9))
  }

  private func wire(_ fixture: BoundaryFixture, _ items: [Item], to family: String = "homework") throws -> [WireToken] {
    try fixture.issue(items, to: family).compactMap(\.wireToken)
  }

  private func event(_ name: String, _ applications: [WireToken]) -> Effect {
    .startMonitoring(
      activity: "a",
      schedule: MonitoringSchedule(
        start: DateComponentsValue([.hour: 16]), end: DateComponentsValue([.hour: 20, .nanosecond: 3]), repeats: true,
        warning: DateComponentsValue([.minute: 5])),
      events: [
        MonitoringEvent(
          name: name, applications: applications, threshold: DateComponentsValue([.minute: 30]),
          includesPastActivity: true)
      ])
  }

  @Test(arguments: [
    ("news.example", "news.example"), ("News.Example", "news.example"), ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    // A string that is not a host name stays unchanged, so that the rules refuse it by name.
    ("https://bücher.example/a", "https://bücher.example/a"), ("*.bücher.example", "*.bücher.example"),
    ("me@bücher.example", "me@bücher.example"), ("bücher.example:80", "bücher.example:80"), ("", ""),
  ])
  func `converts host names in any script and case to lower-case A-labels (M11)`(
    _ written: String, _ name: String
  ) throws {
    let filter = ExtensionProtocol.SettingValue.webFilter(.specific(domains: [.domain(written)]))
    let resolved = try resolver(BoundaryFixture()).resolve([
      .setSetting(store: "s", key: .blockedByFilter, value: filter)
    ])
    let expected = RuleEffect.setSetting(
      store: "s", key: .blockedByFilter, value: .webFilter(.specific([.name(name)])))
    #expect(resolved.ruleEffects.map(\.effect) == [expected])
  }

  @Test func `every effect becomes an effect of the rules or of the host`() throws {
    let fixture = try BoundaryFixture()
    let resolved = try resolver(fixture).resolve(EffectPolicyTests.samples)
    #expect(resolved.count == EffectPolicyTests.samples.count)
    #expect(
      resolved.hostEffects.map(\.effect) == [
        .reloadTimelines(widget: nil), .invalidateRelevance(widget: "w"),
        .scheduleNotification(
          RuleNotification(id: "n", title: "t", body: "b", scheduledAt: Timestamp(milliseconds: 9))),
        .cancelNotifications([], .all), .refreshShields(nil), .setBadgeCount(1),
        .invalidateFocusContext(intent: "i"),
      ])
    #expect(resolved.ruleEffects.count == 8)
    #expect(resolved.ruleEffects.last?.index == EffectPolicyTests.samples.count - 1)
  }

  @Test func `tokens become items in every setting`() throws {
    let fixture = try BoundaryFixture()
    let tokens = try wire(fixture, [app, domain, games])
    func value(_ key: ExtensionProtocol.SettingKey, _ value: ExtensionProtocol.SettingValue) throws -> RuleEffect? {
      try resolver(fixture).resolve([.setSetting(store: "limits", key: key, value: value)]).ruleEffects.first?.effect
    }
    #expect(
      try value(.shieldApplications, .tokens([tokens[0]]))
        == .setSetting(store: "limits", key: .shieldApplications, value: .items([app])))
    #expect(
      try value(.shieldApplicationCategories, .categoryPolicy(.specific(categories: [tokens[2]], except: [tokens[0]])))
        == .setSetting(
          store: "limits", key: .shieldApplicationCategories, value: .categoryPolicy(.specific([games], except: [app])))
    )
    #expect(
      try value(.shieldWebDomainCategories, .categoryPolicy(.all(except: [tokens[1]])))
        == .setSetting(store: "limits", key: .shieldWebDomainCategories, value: .categoryPolicy(.all(except: [domain])))
    )
    #expect(
      try value(.blockedApplications, .blockedApplications([.bundleID("com.example.z"), .token(tokens[0])]))
        == .setSetting(
          store: "limits", key: .blockedApplications,
          value: .blockedApplications([.item(app), .name("com.example.z")])))
    #expect(
      try value(
        .blockedByFilter, .webFilter(.auto(domains: [.domain("b.org"), .token(tokens[1])], except: [.domain("c.org")])))
        == .setSetting(
          store: "limits", key: .blockedByFilter,
          value: .webFilter(.auto([.item(domain), .name("b.org")], except: [.name("c.org")]))))
    #expect(
      try value(.maximumRating, .rating(600))
        == .setSetting(store: "limits", key: .maximumRating, value: .integer(600)))
    #expect(
      try value(.cookiePolicy, .cookiePolicy(.visitedWebsites))
        == .setSetting(store: "limits", key: .cookiePolicy, value: .cookiePolicy(.visitedWebsites)))
  }

  @Test func `resolves a schedule and its events completely`() throws {
    let fixture = try BoundaryFixture()
    let token = try wire(fixture, [app])[0]
    guard
      case .startMonitoring(let name, let schedule, let events)? =
        try resolver(fixture).resolve([event("limit", [token])]).ruleEffects.first?.effect
    else {
      Issue.record("no startMonitoring")
      return
    }
    #expect(name == "a")
    #expect(schedule.start == ScheduleComponents(hour: 16))
    #expect(schedule.end.nanosecond == 3)
    #expect(schedule.warning == ScheduleComponents(minute: 5))
    #expect(events.map(\.name) == ["limit"])
    #expect(events[0].selection == ItemSelection(applications: [app]))
    #expect(events[0].threshold == ScheduleComponents(minute: 30))
    #expect(events[0].includesPastActivity)
  }

  @Test(arguments: 0..<5, 0..<5)
  func `a set with several unknown tokens is refused at the first one (T5)`(_ one: Int, _ other: Int) throws {
    let fixture = try BoundaryFixture()
    var tokens = try wire(fixture, (0..<5).map { .application("app \($0)") })
    for place in [one, other] { tokens[place] = MaximalMessages.application }
    let effect = Effect.setSetting(store: "limits", key: .shieldApplications, value: .tokens(tokens))
    let error = #expect(throws: EffectRefusal.self) { try resolver(fixture).resolve([effect]) }
    #expect(error?.pointer == "/effects/0/value/\(min(one, other))")
  }

  @Test func `garbage, foreign, revoked and sealed tokens get the same error (T5)`() throws {
    let fixture = try BoundaryFixture()
    let foreign = try wire(fixture, [app], to: "worklog")[0]
    let revoked = try wire(fixture, [.application("revoked")])[0]
    try fixture.store.transaction { try fixture.registry.revoke(.application("revoked"), of: "homework", in: $0) }
    let sealed = try fixture.issue([.application("sealed")], because: .report).compactMap(\.wireToken)[0]
    let good = try wire(fixture, [app])[0]
    var answers = Set<String>()
    for token in [MaximalMessages.application, foreign, revoked, sealed] {
      let effects: [Effect] = [
        .clearStore("a"), .setSetting(store: "limits", key: .shieldApplications, value: .tokens([good, token])),
      ]
      let error = #expect(throws: EffectRefusal.self) { try resolver(fixture).resolve(effects) }
      #expect(error?.code == .unknownToken)
      #expect(error?.pointer == "/effects/1/value/1")
      answers.insert(error?.description ?? "")
      let inEvent = #expect(throws: EffectRefusal.self) { try resolver(fixture).resolve([event("e", [token])]) }
      #expect(inEvent?.pointer == "/effects/0/events/0/applications/0")
      #expect(throws: EffectRefusal.self) { try resolver(fixture).resolve([.refreshShields(token: token)]) }
    }
    #expect(answers.count == 1)
  }

  /// Each kind of value with one token of the family and one of another, and where the other one is.
  private static func values(
    _ own: WireToken, _ foreign: WireToken
  ) -> [(key: ExtensionProtocol.SettingKey, value: ExtensionProtocol.SettingValue, place: String)] {
    let (policy, filter) = (
      ExtensionProtocol.SettingKey.shieldApplicationCategories, ExtensionProtocol.SettingKey.blockedByFilter
    )
    return [
      (.shieldApplications, .tokens([own, foreign]), "/1"), (.shieldApplications, .tokens([foreign]), "/0"),
      (.blockedApplications, .blockedApplications([.bundleID("a"), .token(foreign)]), "/1/token"),
      (policy, .categoryPolicy(.specific(categories: [foreign], except: [own])), "/categories/0"),
      (policy, .categoryPolicy(.specific(categories: [], except: [own, foreign])), "/except/1"),
      (policy, .categoryPolicy(.all(except: [foreign])), "/except/0"),
      (filter, .webFilter(.specific(domains: [.domain("a.example"), .token(foreign)])), "/domains/1/token"),
      (filter, .webFilter(.auto(domains: [.token(foreign)], except: [.token(own)])), "/domains/0/token"),
      (filter, .webFilter(.auto(domains: [], except: [.token(own), .token(foreign)])), "/except/1/token"),
      (filter, .webFilter(.all(except: [.token(foreign)])), "/except/0/token"),
    ]
  }

  @Test func `another family's token is refused by its place in every setting, and left out in appleCompatible (T5)`()
    throws
  {
    let fixture = try BoundaryFixture()
    for item in [app, domain, games] {
      let own = try wire(fixture, [item])[0]
      let foreign = try wire(fixture, [item], to: "worklog")[0]
      let mixed = Self.values(own, foreign)
      for (index, one) in mixed.enumerated() {
        let effect = Effect.setSetting(store: "s", key: one.key, value: one.value)
        let refusal = #expect(throws: EffectRefusal.self) { try resolver(fixture).resolve([effect]) }
        #expect(refusal?.code == .unknownToken && refusal?.pointer == "/effects/0/value" + one.place, "\(one)")
        // The family's own token stands for an item in the same place.
        let allOwn = Self.values(own, own)[index]
        let whole = try resolver(fixture).resolve([.setSetting(store: "s", key: allOwn.key, value: allOwn.value)])
        let rest = try resolver(fixture, .appleCompatible).resolve([effect])
        #expect(whole.ruleEffects.count == 1 && rest.ruleEffects.count == 1)
        #expect(!"\(rest)".contains("worklog"))
      }
    }
  }

  @Test func `appleCompatible drops an unknown token, and an event left empty never means everything`() throws {
    let fixture = try BoundaryFixture()
    let good = try wire(fixture, [app])[0]
    let effects: [Effect] = [
      .setSetting(store: "limits", key: .shieldApplications, value: .tokens([MaximalMessages.application, good])),
      event("e", [MaximalMessages.application]),
    ]
    let resolved = try resolver(fixture, .appleCompatible).resolve(effects).ruleEffects.map(\.effect)
    #expect(resolved[0] == .setSetting(store: "limits", key: .shieldApplications, value: .items([app])))
    guard case .startMonitoring(_, _, let events) = resolved[1] else {
      Issue.record("no startMonitoring")
      return
    }
    #expect(events[0].selection.unresolvedTokens == 1)
    #expect(!events[0].selection.isEverything)
  }

  @Test func `defaults accept every value except entities`() throws {
    let fixture = try BoundaryFixture()
    func resolve(_ value: PropertyValue) throws -> RuleEffect? {
      try resolver(fixture).resolve([.setDefault(suite: "standard", key: "k", value: value)]).ruleEffects.first?.effect
    }
    let value = PropertyValue.map([
      PropertyValue.Entry(
        key: "list",
        value: .list([.bool(true), .integer(1), .decimal("0.5"), .string("s"), .date(4), .url("u:"), .data("AP8=")]))
    ])
    let kept: [DefaultValue] = [
      .bool(true), .integer(1), .decimal("0.5"), .string("s"), .date(Timestamp(milliseconds: 4)), .url("u:"),
      .data(.init([0, 255])),
    ]
    #expect(try resolve(value) == .setDefault(suite: "standard", key: "k", value: .map(["list": .list(kept)])))
    for wrong in [
      PropertyValue.entity(type: "t", id: "i"), .data("%%"), .list([.entity(type: "t", id: "i")]),
      .map([PropertyValue.Entry(key: "k", value: .bool(true)), PropertyValue.Entry(key: "k", value: .bool(true))]),
    ] {
      let error = #expect(throws: EffectRefusal.self) { try resolve(wrong) }
      #expect(error?.code == .schema)
    }
  }

  @Test func `a notification records when it was requested`() throws {
    let fixture = try BoundaryFixture()
    let request = ExtensionProtocol.NotificationRequest(
      id: "n", title: "t", subtitle: "s", body: "b", trigger: .at(DateComponentsValue([.hour: 7]), repeats: true),
      level: .timeSensitive, filterCriteria: "f")
    let resolved = try resolver(fixture).resolve([.scheduleNotification(request)]).hostEffects.first?.effect
    let expected = RuleNotification(
      id: "n", title: "t", subtitle: "s", body: "b", trigger: .at(ScheduleComponents(hour: 7), repeats: true),
      level: .timeSensitive, filterCriteria: "f", scheduledAt: Timestamp(milliseconds: 9))
    #expect(resolved == .scheduleNotification(expected))
  }
}

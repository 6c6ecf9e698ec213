// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Effects, and the values of settings.
extension WireSchema {
  var effects: Definitions { ["Effect": ["oneOf": .array(Effect.Kind.allCases.flatMap(effect))]] }

  var effectList: WireValue { list(ref("Effect"), 0...WireLimits.effectsPerReply) }

  private func effect(_ kind: Effect.Kind) -> [WireValue] {
    if kind == .setSetting { return forms.map { setSetting($0.keys, $0.form) } }
    let (required, optional): (WireObject, WireObject) =
      switch kind {
      case .setSetting: ([:], [:])
      case .setStoreActive: (["active": flag, "store": name()], [:])
      case .clearStore, .deleteStore: (["store": name()], [:])
      case .startMonitoring:
        (["activity": name(), "schedule": ref("MonitoringSchedule")], ["events": list(ref("MonitoringEvent"))])
      case .stopMonitoring: ([:], ["activities": set(name())])
      case .setDefault: (["key": name(), "suite": name(), "value": orNull(ref("PropertyValue"))], [:])
      case .reloadTimelines: ([:], ["widget": name(128)])
      case .invalidateRelevance: (["widget": name(128)], [:])
      case .scheduleNotification:
        (
          [
            "body": text(4_096), "id": name(128), "level": openWord(NotificationRequest.Level.self), "title": text(256),
          ],
          ["filterCriteria": text(1_024), "subtitle": text(256), "trigger": trigger]
        )
      case .cancelNotifications: ([:], ["ids": set(name(128)), "of": openWord(NotificationPart.self)])
      case .refreshShields: ([:], ["token": ref("token")])
      case .setBadgeCount: (["count": integer(0...99_999)], [:])
      case .invalidateFocusContext: (["intent": name(128)], [:])
      case .revokeAuthorization: ([:], [:])
      }
    var members = required
    members["kind"] = const(kind.rawValue)
    return [object(members, optional: optional)]
  }

  /// The keys of each form, ordered by their first key.
  private var forms: [(keys: [SettingKey], form: SettingKey.Form)] {
    Dictionary(grouping: SettingKey.allCases, by: \.form).map { ($0.value.sorted(), $0.key) }
      .sorted { $0.keys[0] < $1.keys[0] }
  }

  private func setSetting(_ keys: [SettingKey], _ form: SettingKey.Form) -> WireValue {
    object([
      "key": ["enum": .array(keys.map { .string($0.rawValue) })], "kind": const(Effect.Kind.setSetting.rawValue),
      "store": name(), "value": orNull(setting(form)),
    ])
  }

  private func orNull(_ schema: WireValue) -> WireValue { ["anyOf": [schema, ["type": "null"]]] }

  private var trigger: WireValue {
    [
      "anyOf": [
        object(["afterS": integer(0...WireLimits.latestTime)]),
        object(["at": ref("DateComponentsValue"), "repeats": flag]),
      ]
    ]
  }

  func setting(_ form: SettingKey.Form) -> WireValue {
    switch form {
    case .bool: flag
    case .rating: number
    case .word: word(CookiePolicy.self)
    case .applicationTokens: tokens("applicationToken")
    case .webDomainTokens: tokens("webDomainToken")
    case .blockedApplications: ref("BlockedApplications")
    case .applicationCategoryPolicy: ref("ApplicationCategoryPolicy")
    case .webDomainCategoryPolicy: ref("WebDomainCategoryPolicy")
    case .webFilter: ref("WebFilter")
    }
  }

  var settings: Definitions {
    let domain: WireValue = ["anyOf": [object(["token": ref("webDomainToken")]), object(["domain": text(2_048)])]]
    return [
      "BlockedApplications": set(
        ["anyOf": [object(["token": ref("applicationToken")]), object(["bundleID": name()])]]),
      "ApplicationCategoryPolicy": categoryPolicy(except: "applicationToken"),
      "WebDomainCategoryPolicy": categoryPolicy(except: "webDomainToken"),
      "WebFilter": [
        "oneOf": [
          policy("none"), policy("specific", ["domains": set(domain)]),
          policy("auto", ["domains": set(domain), "except": set(domain)]), policy("all", ["except": set(domain)]),
        ]
      ],
    ]
  }

  private func categoryPolicy(except kind: String) -> WireValue {
    [
      "oneOf": [
        policy("none"), policy("specific", ["categories": tokens("categoryToken"), "except": tokens(kind)]),
        policy("all", ["except": tokens(kind)]),
      ]
    ]
  }

  private func policy(_ word: String, _ members: WireObject = [:]) -> WireValue {
    object(["policy": const(word)], optional: members)
  }
}

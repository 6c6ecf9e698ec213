// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Values that several messages contain, and the snapshot.
extension WireSchema {
  var values: Definitions {
    [
      "applicationToken": token("E-H"), "webDomainToken": token("I-L"), "categoryToken": token("M-P"),
      "token": token("E-P"),
      "requestID": ["type": "string", "pattern": "^[eh][1-9][0-9]{0,17}$"],
      "color": ["type": "string", "pattern": "^#[0-9a-f]{8}$"],
      "view": ["description": "a view tree, see docs/views.md"],
      "DateComponentsValue": components, "MonitoringSchedule": schedule, "MonitoringEvent": event,
      "PropertyValue": typedValue, "Selection": selection, "ReportFilter": filter, "ViewFrame": frame,
      "Entry": object(["key": string, "value": ref("PropertyValue")]),
      "Snapshot": snapshot, "StoreSnapshot": store,
    ]
  }

  /// The pattern of a token: `AQ` is version 1, and the third character encodes the kind.
  private func token(_ third: String) -> WireValue {
    ["type": "string", "pattern": .string("^AQ[\(third)][0-9A-Za-z_-]{29}$")]
  }

  func tokens(_ kind: String, _ maximum: Int = WireLimits.elementsPerArray) -> WireValue {
    set(ref(kind), 0...maximum)
  }

  private var components: WireValue {
    var members: WireObject = ["calendar": name(64), "timeZone": name(64)]
    for field in DateComponentsValue.Field.allCases {
      members[field.rawValue] = integer(-2_147_483_648...2_147_483_647)
    }
    return object(optional: members)
  }

  private var schedule: WireValue {
    object(
      ["end": ref("DateComponentsValue"), "repeats": flag, "start": ref("DateComponentsValue")],
      optional: ["warning": ref("DateComponentsValue")])
  }

  private var event: WireValue {
    object(
      ["includesPastActivity": flag, "name": name(), "threshold": ref("DateComponentsValue")],
      optional: [
        "applications": tokens("applicationToken"), "categories": tokens("categoryToken"),
        "webDomains": tokens("webDomainToken"),
      ])
  }

  /// An object of one member, whose name is the type; neither side may add members.
  private var typedValue: WireValue {
    let types: WireObject = [
      "bool": flag, "data": ["type": "string", "contentEncoding": "base64"], "date": number,
      "decimal": ["type": "string", "maxLength": 64, "pattern": "^-?[0-9]"],
      "entity": object(["id": name(4_096), "type": name()]), "int": number, "list": list(ref("PropertyValue")),
      "map": list(ref("Entry")), "string": string, "url": string,
    ]
    return ["oneOf": .array(types.members.map { object([$0.name: $0.value], isClosed: true) })]
  }

  private var selection: WireValue {
    object(
      ["includeEntireCategory": flag],
      optional: [
        "applications": tokens("applicationToken", Selection.tokensPerSet),
        "categories": tokens("categoryToken", Selection.tokensPerSet),
        "webDomains": tokens("webDomainToken", Selection.tokensPerSet),
      ])
  }

  private var filter: WireValue {
    object(
      [
        "end": integer(0...WireLimits.latestTime), "segment": openWord(ReportFilter.Segment.self),
        "start": integer(0...WireLimits.latestTime),
      ],
      optional: [
        "applications": tokens("applicationToken", Selection.tokensPerSet),
        "categories": tokens("categoryToken", Selection.tokensPerSet), "devices": set(name()),
        "users": word(ReportFilter.Users.self), "webDomains": tokens("webDomainToken", Selection.tokensPerSet),
      ])
  }

  private var frame: WireValue {
    object(["height": integer(0...1_000_000_000), "width": integer(0...1_000_000_000)])
  }

  private var snapshot: WireValue {
    let environment = object([
      "calendar": string, "colorScheme": openWord(EnvironmentSnapshot.ColorScheme.self), "firstWeekday": number,
      "locale": string, "timeZone": string, "uses24Hour": flag,
    ])
    let activity = object(
      ["name": string, "schedule": ref("MonitoringSchedule")], optional: ["events": list(ref("MonitoringEvent"))])
    let token = object(
      ["status": openWord(TokenStatus.Status.self), "token": ref("token")], optional: ["to": ref("token")])
    let media = object(["denyExplicitContent": flag, "maximumMovieRating": number, "maximumTVShowRating": number])
    return object(
      ["environment": environment],
      optional: [
        "activities": list(activity), "authorization": openWord(Authorization.self), "badge": number,
        "defaults": list(object(["suite": string], optional: ["values": list(ref("Entry"))])), "effective": media,
        "focus": list(ref("FilterValues")), "revision": number, "stores": list(ref("StoreSnapshot")),
        "tokens": list(token),
        "widgets": list(ref("PlacedWidget")),
      ])
  }

  private var store: WireValue {
    var settings = WireObject()
    for key in SettingKey.allCases { settings[key.rawValue] = setting(key.form) }
    return object(["active": flag, "name": string], optional: ["settings": object(optional: settings)])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let environment = EnvironmentSnapshot(
    locale: "en_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true, colorScheme: .dark)
  static let environmentJSON =
    #"{"calendar":"gregorian","colorScheme":"dark","firstWeekday":2,"locale":"en_DE","timeZone":"Europe/Berlin","#
    + #""uses24Hour":true}"#

  static let schedule = MonitoringSchedule(
    start: DateComponentsValue([.hour: 16, .minute: 0], calendar: "gregorian", timeZone: "Europe/Berlin"),
    end: DateComponentsValue([.hour: 20, .minute: 0]), repeats: true, warning: DateComponentsValue([.minute: 5]))
  static let scheduleJSON =
    #"{"end":{"hour":20,"minute":0},"repeats":true,"start":{"calendar":"gregorian","hour":16,"minute":0,"#
    + #""timeZone":"Europe/Berlin"},"warning":{"minute":5}}"#

  static let event = MonitoringEvent(
    name: "games", applications: [token(app2), token(app1)], categories: [token(category)],
    webDomains: [token(domain)], threshold: DateComponentsValue([.minute: 30]), includesPastActivity: true)
  static let eventJSON =
    #"{"applications":["\#(app1)","\#(app2)"],"categories":["\#(category)"],"includesPastActivity":true,"#
    + #""name":"games","threshold":{"minute":30},"webDomains":["\#(domain)"]}"#

  static let snapshot = Snapshot(
    environment: environment,
    stores: [StoreSnapshot(name: "limits", isActive: false, settings: [.shieldApplications: .tokens([token(app1)])])],
    authorization: .approved, activities: [ActivitySnapshot(name: "night", schedule: schedule, events: [event])],
    defaults: [DefaultsSnapshot(suite: "standard", values: [.init(key: "runs", value: .integer(3))])],
    tokens: [TokenStatus(token: token(app1), status: .rotated, to: token(app2))], revision: 17,
    effective: EffectiveMedia(denyExplicitContent: true, maximumMovieRating: 300, maximumTVShowRating: 600), badge: 4,
    focus: [FilterValues(intent: "Mail", parameters: [city])],
    widgets: [PlacedWidget(instance: "i-1", kind: "Today", size: .systemSmall, configuration: [city])])
  static let snapshotJSON =
    #"{"activities":[{"events":[\#(eventJSON)],"name":"night","schedule":\#(scheduleJSON)}],"#
    + #""authorization":"approved","badge":4,"defaults":[{"suite":"standard","values":[{"key":"runs","value":"#
    + #"{"int":3}}]}],"effective":{"denyExplicitContent":true,"maximumMovieRating":300,"maximumTVShowRating":600},"#
    + #""environment":\#(environmentJSON),"focus":[{"intent":"Mail","parameters":[\#(cityJSON)]}],"revision":17,"stores":[{"active":false,"name":"limits","settings":"#
    + #"{"shield.applications":["\#(app1)"]}}],"tokens":[{"status":"rotated","to":"\#(app2)","token":"\#(app1)"}],"#
    + #""widgets":[{"configuration":[\#(cityJSON)],"instance":"i-1","kind":"Today","size":"systemSmall"}]}"#

  static let sealedDelivery = DeliveryInfo(attempt: 1, now: 1_795_188_360_000, seed: 0)

  static func performing(
    _ callback: Callback, _ arguments: String, words: [String: Word] = [:]
  ) -> WireSample {
    WireSample(
      PerformParams(
        callback: callback, delivery: sealedDelivery, snapshot: Snapshot(environment: environment), deadlineMs: 5_000),
      #"{"arguments":\#(arguments),"callback":"\#(callback.name)","deadlineMs":5000,"#
        + #""delivery":{"attempt":1,"now":1795188360000,"seed":0},"snapshot":{"environment":\#(environmentJSON)}}"#,
      words: words.reduce(into: [:]) { $0["/arguments\($1.key)"] = $1.value }, title: callback.name)
  }

  static let filter = ReportFilter(
    segment: .weekly, start: 1, end: 2, users: .children, devices: ["iPhone", "iPad"], applications: [token(app1)],
    categories: [token(category)], webDomains: [token(domain)])
  static let filterJSON =
    #"{"applications":["\#(app1)"],"categories":["\#(category)"],"devices":["iPad","iPhone"],"end":2,"#
    + #""segment":"weekly","start":1,"users":"children","webDomains":["\#(domain)"]}"#

  static let perform: [WireSample] =
    MonitorCallback.allCases.map {
      performing(
        .monitor($0, activity: "night", event: $0.isOfEvent ? "games" : nil),
        $0.isOfEvent ? #"{"activity":"night","event":"games"}"# : #"{"activity":"night"}"#)
    } + [
      performing(
        .activate(
          ActivateArguments(
            reason: .shield,
            openRequest: .init(token: token(app1), action: "secondaryButtonPressed", payload: "more"))),
        #"{"openRequest":{"action":"secondaryButtonPressed","payload":"more","token":"\#(app1)"},"reason":"shield"}"#,
        words: ["/reason": .general]),
      performing(.activate(ActivateArguments(reason: .launch)), #"{"reason":"launch"}"#),
      performing(.stateChanged(changes: [.activities, .stores]), #"{"changes":["activities","stores"]}"#),
      performing(.openURL("homework://week"), #"{"url":"homework://week"}"#),
      performing(.tap(tree: 3, action: 7, isOn: true), #"{"action":7,"on":true,"tree":3}"#),
      performing(.tap(tree: 3, action: 7, isOn: nil), #"{"action":7,"tree":3}"#),
      performing(
        .shieldConfiguration(
          ShieldConfigurationArguments(
            item: .init(kind: .webDomain, token: token(domain), name: "example.org", bundleID: "org.example"),
            category: .init(token: token(category), name: "Games"), isRedraw: true)),
        #"{"category":{"name":"Games","token":"\#(category)"},"item":{"bundleID":"org.example","kind":"webDomain","#
          + #""name":"example.org","token":"\#(domain)"},"redraw":true}"#, words: ["/item/kind": .refused]),
      performing(
        .shieldAction(
          ShieldActionArguments(action: .thirdSecondarySubmenuItemPressed, target: .category, token: token(category))),
        #"{"action":"thirdSecondarySubmenuItemPressed","target":"category","token":"\#(category)"}"#,
        words: ["/action": .refused, "/target": .refused]),
      performing(
        .makeReport(context: "Today", filter: filter, frame: ViewFrame(width: 360_000, height: 240_000)),
        #"{"context":"Today","filter":\#(filterJSON),"frame":{"height":240000,"width":360000}}"#,
        words: ["/filter/segment": .general, "/filter/users": .refused]),
      WireSample(
        DeliveryInfo(
          sequence: 41, cause: .catchUp, attempt: 2, dueAt: 1_795_188_300_000, now: 1_795_188_300_001,
          interval: .init(id: "night@1", start: 1, end: 2), mode: .exact, seed: 5_577_006_791_947_779),
        #"{"attempt":2,"cause":"catchUp","dueAt":1795188300000,"interval":{"end":2,"id":"night@1","start":1},"#
          + #""mode":"exact","now":1795188300001,"seed":5577006791947779,"sequence":41}"#,
        words: ["/cause": .general, "/mode": .general]),
      WireSample(
        snapshot, snapshotJSON,
        words: ["/authorization": .general, "/environment/colorScheme": .general, "/tokens/0/status": .general],
        foreign: [
          "/defaults/0/values/0/value", "/focus/0/parameters/0/value", "/widgets/0/configuration/0/value",
        ]),
      WireSample(Snapshot(environment: environment), #"{"environment":\#(environmentJSON)}"#),
    ]
}

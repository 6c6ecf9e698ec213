// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverForceUnwrap

import ExtensionProtocol

/// One message of every type with every field set, for the policy tests that use reflection.
enum MaximalMessages {
  static let application = WireToken("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W")!
  static let webDomain = WireToken("AQIAARgAmdMVEGIXNL16gamAqyhCx7Uw")!
  static let category = WireToken("AQMAAca0L4RhnuBJpTrJ54_cuP6sAymc")!

  static let components: DateComponentsValue = {
    var fields: [DateComponentsValue.Field: Int64] = [:]
    for field in DateComponentsValue.Field.allCases { fields[field] = 1 }
    return DateComponentsValue(fields, calendar: "gregorian", timeZone: "Europe/Berlin")
  }()

  static let values: [PropertyValue.Entry] = [
    PropertyValue.Entry(
      key: "all",
      value: .list([
        .bool(true), .integer(1), .decimal("0.5"), .string("s"), .date(0), .url("https://example.org"), .data("AA=="),
        .entity(type: "t", id: "i"), .map([PropertyValue.Entry(key: "k", value: .list([.bool(false)]))]),
      ]))
  ]

  static func settings(_ key: SettingKey) -> SettingValue {
    switch key.form {
    case .bool: .bool(true)
    case .rating: .rating(7)
    case .word: .cookiePolicy(.never)
    case .applicationTokens: .tokens([application])
    case .webDomainTokens: .tokens([webDomain])
    case .blockedApplications: .blockedApplications([.token(application), .bundleID("com.example.a")])
    case .applicationCategoryPolicy: .categoryPolicy(.specific(categories: [category], except: [application]))
    case .webDomainCategoryPolicy: .categoryPolicy(.specific(categories: [category], except: [webDomain]))
    case .webFilter:
      .webFilter(
        .auto(domains: [.token(webDomain), .domain("example.net")], except: [.token(webDomain), .domain("a.b")]))
    }
  }

  /// The largest snapshot that `point` may receive.
  static func snapshot(_ point: ExtensionPoint) -> Snapshot {
    var settings: [SettingKey: SettingValue] = [:]
    for key in SettingKey.allCases { settings[key] = Self.settings(key) }
    let event = MonitoringEvent(
      name: "e", applications: [application], categories: [category], webDomains: [webDomain], threshold: components,
      includesPastActivity: true)
    return Snapshot(
      environment: EnvironmentSnapshot(locale: "de_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true),
      stores: [StoreSnapshot(name: "Default", isActive: false, settings: settings)], authorization: .approved,
      activities: [
        ActivitySnapshot(
          name: "a",
          schedule: MonitoringSchedule(start: components, end: components, repeats: true, warning: components),
          events: [event])
      ],
      defaults: [DefaultsSnapshot(suite: "standard", values: values)],
      tokens: [TokenStatus(token: application, status: .rotated, to: application)],
      revision: point.isSealed ? nil : 17, effective: EffectiveMedia(),
      badge: point == .app || point == .focusFilter ? 3 : nil,
      focus: [.app, .widget, .focusFilter].contains(point) ? [filterValues] : [],
      widgets: point == .app || point == .widget ? [placedWidget] : [])
  }

  static func delivery(_ point: ExtensionPoint) -> DeliveryInfo {
    if point.isSealed { return DeliveryInfo(attempt: 1, now: 60_000, seed: 0) }
    let isMonitor = point == .monitor
    return DeliveryInfo(
      sequence: 1, cause: .natural, attempt: 2, dueAt: isMonitor ? 5 : nil, now: 60_000,
      interval: isMonitor ? DeliveryInfo.Interval(id: "a@1", start: 1, end: 2) : nil,
      mode: isMonitor ? .faithful : nil, seed: point == .app ? nil : 4)
  }

  static func callbacks(_ point: ExtensionPoint) -> [Callback] {
    switch point {
    case .app:
      [
        .activate(
          ActivateArguments(
            reason: .shield,
            openRequest: ActivateArguments.OpenRequest(token: application, action: "primaryButtonPressed", payload: "p")
          )),
        .stateChanged(changes: StateChange.allCases), .openURL("https://example.org"),
        .tap(tree: 1, action: 2, isOn: true),
      ] + appOfWidgets
    case .monitor: MonitorCallback.allCases.map { .monitor($0, activity: "a", event: $0.isOfEvent ? "e" : nil) }
    case .shieldConfiguration: [shield(bundleID: nil)]
    case .shieldAction:
      [.shieldAction(ShieldActionArguments(action: .primaryButtonPressed, target: .application, token: application))]
    case .report:
      [
        .makeReport(
          context: "Today",
          filter: ReportFilter(
            segment: .daily, start: 0, end: 1, users: .all, devices: ["iPhone"], applications: [application],
            categories: [category], webDomains: [webDomain]),
          frame: ViewFrame(width: 1, height: 1))
      ]
    case .widget: widgets
    case .focusFilter: filters
    }
  }

  static func shield(bundleID: String?) -> Callback {
    .shieldConfiguration(
      ShieldConfigurationArguments(
        item: ShieldConfigurationArguments.Item(
          kind: .application, token: application, name: "Block World", bundleID: bundleID),
        category: ShieldConfigurationArguments.Category(token: category, name: "Games"), isRedraw: true))
  }

  static func performs(_ point: ExtensionPoint) -> [PerformParams] {
    callbacks(point).map {
      PerformParams(callback: $0, delivery: delivery(point), snapshot: snapshot(point), deadlineMs: 1_000)
    }
  }

  static func data(bundleID: String? = nil, isEnd: Bool = true) -> ReportData {
    ReportData(
      request: RequestID(.host, 2), frame: 1,
      elements: [
        .device(role: "child", model: "iPhone", updated: 1),
        .segment(
          ReportSegment(
            start: 0, end: 1, totalMs: 1, longest: ReportSegment.Span(start: 0, end: 1), firstPickup: 0, pickups: 1)),
        .category(token: category, name: "Games", totalMs: 1),
        .application(
          token: application, name: "Block World", bundleID: bundleID, totalMs: 1, pickups: 1, notifications: 1),
        .webDomain(token: webDomain, domain: "example.org", totalMs: 1),
      ], isEnd: isEnd)
  }

  static func hello(_ point: ExtensionPoint) -> HelloParams {
    HelloParams(
      point: point, features: Feature.offered(to: point), extension: "homework.\(point.rawValue.lowercased())",
      capabilities: Capability.allCases.filter { $0.isOpen(to: point) }, behaviour: .strict,
      limits: HelloLimits(for: point))
  }

  static let error = ErrorObject(
    .monitoring, "Activity 'pause' lasts 600 s; the minimum is 900 s.", retry: .after, afterMs: 1,
    pointer: "/effects/0", reason: "intervalTooShort", limit: "interval", maximum: 1, violation: "v", subject: "s",
    actual: 2)

  static let selection = Selection(
    applications: [application], categories: [category], webDomains: [webDomain], includeEntireCategory: true)
}

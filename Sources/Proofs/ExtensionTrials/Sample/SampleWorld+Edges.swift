// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension SampleWorld {
  /// A snapshot at its limits: 51 stores, 20 activities, 50 tokens in a setting, full suites.
  static func fullSnapshot(for subject: TrialSubject) -> Snapshot {
    var snapshot = snapshot(for: subject)
    let tokens = (1...50).map { token(.application, $0) }.sortedByBytes
    snapshot.stores = (0..<51).map { number in
      StoreSnapshot(
        name: number == 0 ? "Default" : "store\(number)", settings: [.shieldApplications: .tokens(tokens)])
    }
    snapshot.activities = (0..<20).map { number in
      var registration = registration
      registration.name = number == 0 ? activity : "activity\(number)"
      registration.events = (0..<16).map { event in
        MonitoringEvent(
          name: event == 0 ? Self.event : "event\(event)", applications: Array(tokens.prefix(20)),
          threshold: DateComponentsValue([.minute: Int64(event + 1)]))
      }
      return registration
    }
    let text = PropertyValue.string(String(repeating: "x", count: 1_000))
    snapshot.defaults = snapshot.defaults.map { suite in
      DefaultsSnapshot(suite: suite.suite, values: (0..<40).map { .init(key: "key\($0 + 10)", value: text) })
    }
    return snapshot
  }

  /// The largest amount of use that a report may be given.
  static let hugeUsage: [ReportElement] =
    Array(usage.prefix(3))
    + (0..<99_997).map { number in
      .application(
        token: token(.application, number + 10), name: "App \(number)", bundleID: nil, totalMs: 1_000, pickups: 0,
        notifications: 0)
    }

  struct Place {
    var environment: EnvironmentSnapshot
    var now: Int64
  }

  /// Time zones, calendars and languages that code often overlooks, some at clock changes.
  static let places = [
    // The skipped hour, and the repeated one.
    Place(
      environment: EnvironmentSnapshot(
        locale: "en_US", timeZone: "America/Los_Angeles", firstWeekday: 1, uses24Hour: false), now: 1_772_964_000_000),
    Place(
      environment: EnvironmentSnapshot(
        locale: "en_US", timeZone: "America/Los_Angeles", firstWeekday: 1, uses24Hour: false), now: 1_793_523_600_000),
    Place(
      environment: EnvironmentSnapshot(
        locale: "ar_EG", timeZone: "Africa/Cairo", firstWeekday: 7, uses24Hour: false, colorScheme: .dark), now: now),
    Place(
      environment: EnvironmentSnapshot(
        locale: "ne_NP", timeZone: "Asia/Kathmandu", firstWeekday: 1, uses24Hour: true), now: now),
    Place(
      environment: EnvironmentSnapshot(
        locale: "th_TH", calendar: "buddhist", timeZone: "Pacific/Chatham", firstWeekday: 1, uses24Hour: true), now: now
    ),
  ]
}

extension SampleCall {
  /// The same call with `name` as every name.
  func renamed(_ name: String) -> SampleCall {
    var copy = self
    if case .shieldConfiguration(var arguments) = callback {
      arguments.item.name = name
      arguments.category?.name = name
      copy.callback = .shieldConfiguration(arguments)
    }
    copy.data = data.map { element in
      switch element {
      case .category(let token, _, let total): .category(token: token, name: name, totalMs: total)
      case .application(let token, _, let bundleID, let total, let pickups, let notifications):
        .application(
          token: token, name: name, bundleID: bundleID, totalMs: total, pickups: pickups, notifications: notifications)
      case .webDomain(let token, _, let total): .webDomain(token: token, domain: name, totalMs: total)
      case .device, .segment, .unknown: element
      }
    }
    return copy
  }
}

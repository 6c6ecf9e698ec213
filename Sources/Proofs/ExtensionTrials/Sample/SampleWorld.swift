// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The synthetic state, items and times of every trial.
package enum SampleWorld {
  /// A version 1 token made of kind and number.
  package static func token(_ kind: WireToken.Kind, _ number: Int) -> WireToken {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    // Byte 0 is the version, byte 1 the kind; the rest encodes the number.
    let bytes = [1, Int(kind.rawValue), 0, 1] + (0..<20).map { (number >> (8 * min($0, 7))) & 0xFF ^ (37 * $0 & 0xFF) }
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start] << 16 | bytes[start + 1] << 8 | bytes[start + 2]
      for shift in [18, 12, 6, 0] { text.append(alphabet[group >> shift & 63]) }
    }
    guard let token = WireToken(text) else { preconditionFailure("24 bytes of version 1 spell a token") }
    return token
  }

  package static let game = token(.application, 1)
  package static let chat = token(.application, 2)
  package static let editor = token(.application, 3)
  package static let games = token(.category, 1)
  package static let education = token(.category, 2)
  package static let site = token(.webDomain, 1)

  /// Monday, 19 October 2026, 16:45 in Berlin.
  package static let now: Int64 = 1_792_421_100_000
  package static let dayStart: Int64 = 1_792_360_800_000
  static let intervalStart: Int64 = 1_792_418_400_000
  static let intervalEnd: Int64 = 1_792_432_800_000
  package static let activity = "daily"
  package static let event = "limit"

  package static let environment = EnvironmentSnapshot(
    locale: "en_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true)

  /// The family's state as an extension may see it, with every suite named, as in a real host.
  package static func snapshot(
    for subject: TrialSubject, environment: EnvironmentSnapshot = environment
  ) -> Snapshot {
    let suites = ["standard"] + subject.groups
    return Snapshot(
      environment: environment,
      stores: [StoreSnapshot(name: "Default", settings: [.shieldApplications: .tokens([game])])],
      authorization: .approved, activities: [registration],
      defaults: suites.map { suite in
        DefaultsSnapshot(
          suite: suite, values: suite == "standard" ? [] : [.init(key: "limitMinutes", value: .integer(30))])
      },
      revision: subject.point.isSealed ? nil : 17)
  }

  static let registration = ActivitySnapshot(
    name: activity,
    schedule: MonitoringSchedule(
      start: DateComponentsValue([.hour: 16, .minute: 0]), end: DateComponentsValue([.hour: 20, .minute: 0]),
      repeats: true),
    events: [
      MonitoringEvent(
        name: event, applications: [game, chat], categories: [games], webDomains: [site],
        threshold: DateComponentsValue([.minute: 30]))
    ])

  /// The delivery metadata for `point`.
  package static func delivery(for point: ExtensionPoint, now: Int64 = now) -> DeliveryInfo {
    guard !point.isSealed else { return DeliveryInfo(attempt: 1, now: now, seed: 0) }
    var delivery = DeliveryInfo(
      sequence: 41, cause: .natural, attempt: 1, now: now, seed: point == .app ? nil : 5_577_006_791_947_779)
    if point == .monitor {
      delivery.dueAt = now
      delivery.mode = .faithful
      delivery.interval = .init(id: "\(activity)@\(intervalStart)", start: intervalStart, end: intervalEnd)
    }
    return delivery
  }

  /// A day of use: two categories, three apps and a site.
  package static let usage: [ReportElement] = [
    .device(role: "individual", model: "iPhone", updated: now),
    .segment(
      ReportSegment(
        start: 1_792_360_800_000, end: 1_792_447_200_000, totalMs: 6_300_000,
        longest: .init(start: 1_792_415_000_000, end: 1_792_417_700_000), firstPickup: 1_792_390_000_000, pickups: 4)),
    .category(token: education, name: "Education", totalMs: 4_500_000),
    .application(
      token: editor, name: "Text Editor", bundleID: nil, totalMs: 4_500_000, pickups: 2, notifications: 0),
    .category(token: games, name: "Games", totalMs: 1_800_000),
    .application(token: game, name: "Block World", bundleID: nil, totalMs: 1_200_000, pickups: 3, notifications: 1),
    .application(token: chat, name: "Chat", bundleID: nil, totalMs: 500_000, pickups: 1, notifications: 9),
    .webDomain(token: site, domain: "games.example", totalMs: 100_000),
  ]

  /// The person's sample selection.
  package static let selection = Selection(
    applications: [game, chat], categories: [games], webDomains: [site], includeEntireCategory: false)
}

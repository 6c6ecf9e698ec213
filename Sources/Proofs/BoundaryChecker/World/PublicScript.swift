// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

/// The part that is the same in every world: the day, the clock, and the person's answers and actions.
package struct PublicScript: Sendable {
  /// 2026-11-19 00:00 UTC, a Thursday without a clock change.
  package static let midnight = Timestamp(milliseconds: 1_795_046_400_000)
  package static let environment = EnvironmentSnapshot(
    locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true)

  /// The buttons of the app's window to tap, in order.
  package var taps: [String] = []

  /// Whether the person presses shield buttons. The shield's program decides which buttons there are, so a press
  /// reveals whether the program failed (DC3): worlds in which it fails are equal only without presses.
  var presses = true

  package init() {}

  /// The person agrees, and picks the same roles each time they are asked.
  func answers(of families: [String], in world: World) -> PersonAnswers {
    let picks: [[Role]] = [[.picked0, .picked1], [.picked2, .site], [.picked3], [.picked1, .picked2]]
    var answers = PersonAnswers(otherwise: .approved)
    for family in families {
      var answer = PersonAnswers.Family(authorize: .approved)
      answer.picks = picks.map { roles in
        let items = roles.map(world.item)
        func ids(_ kind: Item.Kind) -> [String]? {
          let ids = items.filter { $0.kind == kind }.map(\.id)
          return ids.isEmpty ? nil : ids
        }
        return PersonAnswers.Pick(applications: ids(.application), webDomains: ids(.webDomain))
      }
      answer.taps = taps
      answers.families[family] = answer
    }
    return answers
  }

  func registry(of world: World) -> ItemRegistry {
    ItemRegistry(
      categories: Dictionary(uniqueKeysWithValues: world.installed.map { (world.item($0), $0.category) }),
      browsers: [Self.browser])
  }

  static let browser = Item.application("org.example.browser")

  /// The use of the day: blocks of the same length in every world, filled from the world.
  func spans(of world: World) -> [UseSpan] {
    var spans: [UseSpan] = []
    for block in 0..<World.blocks {
      var start = Self.midnight.advanced(by: Int64(World.hour(of: block)) * 3_600_000)
      let end = start.advanced(by: World.blockLength)
      for role in world.order(in: block) {
        let stop = min(end, start.advanced(by: world.use[block][role] ?? 0))
        if start < stop { spans.append(span(start, stop, role, world)) }
        start = stop
      }
      if start < end { spans.append(span(start, end, .private2, world)) }
    }
    return spans
  }

  private func span(_ start: Timestamp, _ end: Timestamp, _ role: Role, _ world: World) -> UseSpan {
    let item = world.item(role)
    return item.kind == .webDomain
      ? UseSpan(start: start, end: end, app: Self.browser, web: item, isPresent: true)
      : UseSpan(start: start, end: end, app: item, isPresent: true)
  }

  static let evening = midnight.advanced(by: 21 * 3_600_000)
}

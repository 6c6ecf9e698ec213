// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

/// The part that is the same in every world: the days, the clock, and the person's answers and actions.
package struct PublicScript: Sendable {
  /// 2026-11-19 00:00 UTC, a Thursday without a clock change.
  package static let base = Timestamp(milliseconds: 1_795_046_400_000)
  package static let environment = EnvironmentSnapshot(
    locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true)

  /// The buttons of the app's window to tap, in order.
  package var taps: [String] = []

  /// Whether the person presses shield buttons. The shield's program decides which buttons there are, so a press
  /// reveals whether the program failed (DC3): worlds in which it fails are equal only without presses.
  var presses = true
  /// Whether the person also presses in pairs of worlds that differ in use.
  var pressesOverUse = true

  /// The dates, and the person's act at noon of the last one.
  package var calendar = ScriptCalendar.base

  package init(calendar: ScriptCalendar = .base) { self.calendar = calendar }

  static let dayLength: Int64 = 86_400_000

  /// The start of the first day.
  var midnight: Timestamp { Self.base.advanced(by: calendar.firstDay * Self.dayLength) }
  /// The start of the last day.
  var lastMidnight: Timestamp { midnight.advanced(by: (calendar.days - 1) * Self.dayLength) }
  /// The time of the person's act: between two blocks, so that no span of use is cut.
  var noon: Timestamp { lastMidnight.advanced(by: 12 * 3_600_000 - 600_000) }
  /// The end of the last day's use.
  var evening: Timestamp { lastMidnight.advanced(by: 21 * 3_600_000) }

  /// The person agrees, and picks the same roles each time they are asked.
  ///
  /// - Parameter isSecond: whether they have changed their mind about the picks since.
  func answers(of families: [String], in world: World, isSecond: Bool = false) -> PersonAnswers {
    var picks: [[Role]] = [[.picked0, .picked1], [.picked2, .site], [.picked3], [.picked1, .picked2]]
    if isSecond { picks = [[.picked1, .picked3], [.picked2, .site], [.picked0], [.picked2, .picked3]] }
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
      categories: Dictionary(
        uniqueKeysWithValues: world.installed.map { (world.item($0), $0.category) }
          + world.extraItems.map { ($0, Role.private2.category) }),
      browsers: [Self.browser])
  }

  static let browser = Item.application("org.example.browser")

  /// The use of all days, which are alike: blocks that begin at the same times in every world, filled from the world.
  func spans(of world: World) -> [UseSpan] {
    (0..<calendar.days).flatMap { day in
      let midnight = midnight.advanced(by: day * Self.dayLength)
      return (0..<World.blocks).flatMap { spans(of: world, block: $0, on: midnight) }
    }
  }

  private func spans(of world: World, block: Int, on midnight: Timestamp) -> [UseSpan] {
    var spans: [UseSpan] = []
    var start = midnight.advanced(by: Int64(World.hour(of: block)) * 3_600_000)
    let end = start.advanced(by: World.blockLength)
    let idle = start.advanced(by: world.fill)
    for role in world.order(in: block) {
      let stop = min(end, start.advanced(by: world.use[block][role] ?? 0))
      if start < stop { spans.append(span(start, stop, role, world)) }
      start = stop
    }
    if block == World.blocks - 1 {
      for item in world.extraItems where start.advanced(by: 1_000) <= end {
        let stop = start.advanced(by: 1_000)
        spans.append(UseSpan(start: start, end: stop, app: item, isPresent: true))
        start = stop
      }
    }
    if start < idle { spans.append(span(start, idle, .private2, world)) }
    return spans
  }

  private func span(_ start: Timestamp, _ end: Timestamp, _ role: Role, _ world: World) -> UseSpan {
    let item = world.item(role)
    return item.kind == .webDomain
      ? UseSpan(start: start, end: end, app: Self.browser, web: item, isPresent: true)
      : UseSpan(start: start, end: end, app: item, isPresent: true)
  }
}

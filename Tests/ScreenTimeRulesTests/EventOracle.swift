// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ScreenTimeRules

/// A generated day, and the second-by-second result of E1–E7, without meter, ledger or search.
///
/// India has one offset all year, off by half an hour, so local time is plain arithmetic.
struct EventOracle {
  static let place = CalendarPlace(timeZone: "Asia/Kolkata")
  static let apps = (0..<3).map { Item.application("app \($0)") }
  static let browser = Item.application("browser")
  static let sites = [Item.webDomain("a.example"), Item.webDomain("sub.a.example"), Item.webDomain("b.example")]
  static let registry = ItemRegistry(
    categories: [apps[0]: .category("2"), apps[1]: .category("2"), sites[2]: .category("2")],
    links: [apps[2]: [sites[2]]])
  private static let offset = 19_800

  struct Second: Equatable {
    var app: Item?
    var web: Item?
    var isPresent = false
  }

  struct Event {
    var name: String
    var selection: ItemSelection
    var threshold: Int
    var isPast: Bool
  }

  /// A callback of an event, with its second counted from the first.
  struct Firing: Hashable, Comparable {
    var second: Int
    var event: String
    var isWarning: Bool
    var start: Int

    static func < (left: Firing, right: Firing) -> Bool {
      (left.second, left.event, left.isWarning ? 0 : 1) < (right.second, right.event, right.isWarning ? 0 : 1)
    }
  }

  /// Local midnight of the first day, in seconds since 1970.
  let origin = 1_786_579_200 - 19_800
  let seconds: [Second]
  /// Seconds from the first at which the interval starts and ends each day.
  let startOfDay: Int
  let endOfDay: Int
  let warning: Int?
  let events: [Event]
  let registeredAt: Int
  /// An item that is shielded from one second to another.
  let shield: (item: Item, from: Int, to: Int)
  static let days = 2

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let total = Self.days * 86_400
    var seconds: [Second] = []
    while seconds.count < total {
      let length = Int.random(in: 1...4_000, using: &random)
      var second = Second(isPresent: Int.random(in: 0..<4, using: &random) > 0)
      if second.isPresent, Int.random(in: 0..<6, using: &random) > 0 {
        second.app = (Self.apps + [Self.browser, Self.browser]).randomElement(using: &random)
        if second.app == Self.browser { second.web = Self.sites.randomElement(using: &random) }
      }
      seconds += Array(repeating: second, count: min(length, total - seconds.count))
    }
    self.seconds = seconds
    startOfDay = Int.random(in: 0..<72_000, using: &random)
    endOfDay = Int.random(in: (startOfDay + 900)...86_399, using: &random)
    warning = Bool.random(using: &random) ? Int.random(in: 0...5_000, using: &random) : nil
    registeredAt = Int.random(in: 0..<100_000, using: &random)
    let from = Int.random(in: 0..<total, using: &random)
    shield = (
      [Self.apps[0], Self.browser, Self.sites[0]][Int.random(in: 0..<3, using: &random)], from,
      min(total, from + Int.random(in: 600...40_000, using: &random))
    )
    let selections = [
      ItemSelection(), ItemSelection(applications: [Self.apps[0], Self.apps[2]]),
      ItemSelection(categories: [.category("2")]),
      ItemSelection(applications: [Self.browser], webDomains: [Self.sites[0]]),
      ItemSelection(webDomains: [Self.sites[1]]),
    ]
    events = (0..<5).map { index in
      Event(
        name: "e\(index)", selection: selections[index], threshold: Int.random(in: 60...9_000, using: &random),
        isPast: Bool.random(using: &random))
    }
  }

  /// The expected deliveries, by counting.
  func firings(_ mode: DeliveryMode) -> [Firing] {
    var firings: [Firing] = []
    for day in 0..<Self.days {
      let (start, end) = (day * 86_400 + startOfDay, day * 86_400 + endOfDay)
      guard registeredAt < end else { continue }
      let begin = max(start, registeredAt)
      let isAtOnce = mode == .exact || registeredAt > start || (registeredAt == start && begin == registeredAt)
      guard let open = isAtOnce ? begin : (begin..<end).first(where: { seconds[$0].isPresent }) else { continue }
      for event in events {
        let hour = (start + Self.offset + origin) / 3_600 * 3_600 - Self.offset - origin
        let from = event.isPast ? max(0, hour) : begin
        var levels = [(event.threshold, false)]
        if let warning { levels.append((max(0, event.threshold - warning), true)) }
        for (level, isWarning) in levels {
          var (count, second) = (0, from)
          while count < level, second < end {
            if counts(seconds[second], event.selection, at: second) { count += 1 }
            second += 1
          }
          if count >= level {
            firings.append(
              Firing(second: max(open, second), event: event.name, isWarning: isWarning, start: start))
          }
        }
      }
    }
    return firings.sorted()
  }

  private func counts(_ second: Second, _ selection: ItemSelection, at position: Int) -> Bool {
    guard second.isPresent else { return false }
    if selection.isEverything { return true }
    var (app, web) = (second.app, second.web)
    if shield.from <= position, position < shield.to {
      if app == shield.item { (app, web) = (nil, nil) }
      // Shielding a site shields its subdomains as well (M11).
      if let site = web, site.id == shield.item.id || site.id.hasSuffix("." + shield.item.id) { web = nil }
    }
    if let app, selection.applications.contains(app) { return true }
    if let app, selection.categories.contains(Self.registry.categories[app] ?? .otherCategory) { return true }
    guard let web else { return false }
    if selection.categories.contains(Self.registry.categories[web] ?? .otherCategory) { return true }
    if web == Self.sites[2], selection.applications.contains(Self.apps[2]) { return true }
    return selection.webDomains.items.contains { web.id == $0.id || web.id.hasSuffix("." + $0.id) }
  }

  /// Runs the same day through the rules.
  func run(_ mode: DeliveryMode) throws -> Bench {
    var bench = Bench(mode: mode, at: "2000-01-01 00:00", place: Self.place, registry: Self.registry)
    bench.state.now = time(0)
    let schedule = Schedule(
      start: Self.components(startOfDay), end: Self.components(endOfDay), repeats: true,
      warning: warning.map { ScheduleComponents(second: $0) })
    let registered = events.map {
      ActivityEvent(
        name: $0.name, selection: $0.selection, threshold: ScheduleComponents(second: $0.threshold),
        includesPastActivity: $0.isPast)
    }
    let key: SettingKey = shield.item.kind == .application ? .shieldApplications : .shieldWebDomains
    let acts: [Int: RuleEffect] = [
      registeredAt: .startMonitoring(activity: "day", schedule: schedule, events: registered)
    ]
    var position = 0
    while position < seconds.count {
      if let act = acts[position] { try bench.apply([act]) }
      if position == shield.from {
        try bench.apply([.setSetting(store: "s", key: key, value: .items([shield.item]))])
      }
      if position == shield.to { try bench.apply([.clearStore("s")]) }
      var end = position + 1
      while end < seconds.count, seconds[end] == seconds[position],
        ![registeredAt, shield.from, shield.to].contains(end)
      {
        end += 1
      }
      let second = seconds[position]
      bench.use(
        UseSpan(start: time(position), end: time(end), app: second.app, web: second.web, isPresent: second.isPresent))
      position = end
    }
    return bench
  }

  func firings(of bench: Bench) -> [Firing] {
    bench.deliveries.compactMap { delivery in
      delivery.event.map {
        Firing(
          second: Int(delivery.decidedAt.milliseconds / 1_000) - origin, event: $0,
          isWarning: delivery.callback == .eventWillReachThresholdWarning,
          start: Int(delivery.interval.start.milliseconds / 1_000) - origin)
      }
    }.sorted()
  }

  private func time(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(origin + second) * 1_000) }

  private static func components(_ second: Int) -> ScheduleComponents {
    ScheduleComponents(hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
  }
}

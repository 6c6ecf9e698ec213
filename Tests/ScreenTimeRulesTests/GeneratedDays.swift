// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ScreenTimeRules

/// Three days of one person's use with two families, generated from a seed.
struct GeneratedDays {
  static let apps = (0..<6).map { Item.application("app \($0)") }
  static let sites = (0..<4).map { Item.webDomain("site\($0).example") }
  static let items = apps + sites + [.webDomain("sub.site1.example")]
  static let registry = ItemRegistry(
    categories: [apps[0]: .category("2"), apps[1]: .category("2"), apps[2]: .category("1"), sites[0]: .category("1")],
    links: [apps[2]: [sites[1]]])

  var bench: Bench
  private var spans: [UseSpan] = []
  private var random: SeededGenerator

  init(seed: UInt64, mode: DeliveryMode = .faithful) {
    random = SeededGenerator(seed: seed)
    bench = Bench(mode: mode, at: "2026-10-30 20:00", registry: Self.registry)
    bench.state.families[FamilyID("worklog")] = FamilyState(authorization: .approved, member: .individual)
    var time = bench.state.now
    let end = Bench.time("2026-11-02 12:00")
    while time < end {
      let next = time.advanced(by: Int64.random(in: 1_000...2_400_000, using: &random))
      let isPresent = Int.random(in: 0..<4, using: &random) > 0
      let site = Int.random(in: 0..<3, using: &random) == 0 ? Self.sites.randomElement(using: &random) : nil
      let app = isPresent ? Self.apps.randomElement(using: &random) : nil
      spans.append(UseSpan(start: time, end: next, app: app, web: app == nil ? nil : site, isPresent: isPresent))
      time = next
    }
  }

  /// Runs the days, with each span cut at `cuts` seeded places.
  mutating func run(cuts: Int, each: (inout Bench) throws -> Void = { _ in }) throws {
    try register()
    var cutter = SeededGenerator(seed: 99)
    for span in spans {
      var start = span.start
      let places = (0..<cuts).map { _ in Int64.random(in: 0...span.end.milliseconds(since: span.start), using: &cutter)
      }
      for place in places.sorted() + [span.end.milliseconds(since: span.start)] {
        var piece = span
        (piece.start, piece.end) = (start, span.start.advanced(by: place))
        bench.use(piece)
        start = piece.end
      }
      try each(&bench)
    }
  }

  private mutating func register() throws {
    let apps = Self.apps
    bench.handler = { delivery in
      switch delivery.callback {
      case .intervalDidStart where delivery.activity == "morning":
        [.setSetting(store: "m", key: .shieldApplications, value: .items([apps[0]]))]
      case .eventDidReachThreshold where delivery.event == "lift": [.clearStore("m")]
      case .eventDidReachThreshold where delivery.event == "again":
        [.startMonitoring(activity: "again", schedule: .wholeDay, events: [Self.event("again", ItemSelection(), 45)])]
      default: []
      }
    }
    let selection = ItemSelection(applications: [apps[1], apps[2]], webDomains: [Self.sites[1]])
    let categories = ItemSelection(categories: [.category("2"), .category("1")])
    try bench.apply([
      .startMonitoring(
        activity: "morning", schedule: .daily(.at(7, 30), .at(12), warning: 10),
        events: [Self.event("lift", selection, 20), Self.event("long", selection, 70, past: true)]),
      .startMonitoring(
        activity: "hourly",
        schedule: Schedule(start: .minutes(0), end: .minutes(40), repeats: true, warning: .minutes(5)),
        events: [Self.event("quarter", categories, 5)]),
      .startMonitoring(activity: "again", schedule: .wholeDay, events: [Self.event("again", ItemSelection(), 45)]),
    ])
    try bench.apply(
      [
        .startMonitoring(
          activity: "day", schedule: .daily(.at(0), .at(0)),
          events: (1...20).map { Self.event("e\($0)", categories, $0 * 5) }),
        .startMonitoring(
          activity: "once", schedule: .daily(.at(9), .at(17), repeats: false), events: [Self.event("o", selection, 3)]),
      ], of: FamilyID("worklog"))
  }

  private static func event(
    _ name: String, _ selection: ItemSelection, _ minutes: Int, past: Bool = false
  ) -> ActivityEvent {
    ActivityEvent(name: name, selection: selection, threshold: .minutes(minutes), includesPastActivity: past)
  }
}

/// SplitMix64: small, seeded, the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func items(_ items: [Item]) -> ItemSet { ItemSet(items.filter { _ in Bool.random(using: &self) }) }

  mutating func policy(_ items: [Item]) -> CategoryPolicy {
    switch Int.random(in: 0..<3, using: &self) {
    case 0: .none
    case 1: .specific(self.items([.category("1"), .category("2"), .otherCategory]), except: self.items(items))
    default: .all(except: self.items(items))
    }
  }

  mutating func store() -> SettingsStore {
    SettingsStore(
      isActive: Int.random(in: 0..<5, using: &self) > 0,
      values: [
        .shieldApplications: .items(items(GeneratedDays.apps)), .shieldWebDomains: .items(items(GeneratedDays.sites)),
        .shieldApplicationCategories: .categoryPolicy(policy(GeneratedDays.apps)),
        .shieldWebDomainCategories: .categoryPolicy(policy(GeneratedDays.sites)),
        .maximumRating: .integer(Int64.random(in: 0...1_000, using: &self)),
        .denySiri: .bool(Bool.random(using: &self)),
        .cookiePolicy: .cookiePolicy(CookiePolicy.allCases.randomElement(using: &self) ?? .always),
      ])
  }

  mutating func settings() -> EffectiveSettings { EffectiveSettings(store()) }
}

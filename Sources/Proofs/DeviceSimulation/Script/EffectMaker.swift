// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ScreenTimeRules

/// Generates random valid effects for one reply.
struct EffectMaker {
  var random: SimulationRandom
  let family: String
  /// The number of activities that the family may have.
  let activities: Int
  let call: PerformParams
  let point: ExtensionPoint
  let token: (Item) -> WireToken?
  /// Whether nothing is monitored yet, so that monitoring must be started.
  var isFirst = false

  /// The effects of the reply. Each reply sets a count and its delivery number, which shows that it was applied once.
  mutating func reply() -> [RuleEffect] {
    var effects = isFirst ? (0..<activities).map { start("a\($0)") } : some(0...3)
    effects.append(.setDefault(suite: suite, key: "count", value: .integer(count + 1)))
    effects.append(.setDefault(suite: suite, key: "last", value: .integer(call.delivery.sequence ?? 0)))
    return effects
  }

  mutating func some(_ number: ClosedRange<Int>) -> [RuleEffect] {
    (0..<random.number(number)).map { _ in random.oneIn(3) ? monitoring() : setting() }
  }

  /// An effect that breaks a rule, so that the whole reply must be refused.
  mutating func breach() -> Effect {
    switch random.number(0...3) {
    case 0: return .setSetting(store: "b", key: .maximumRating, value: .rating(1_001))
    case 1:
      return .startMonitoring(
        activity: "short",
        schedule: MonitoringSchedule(
          start: DateComponentsValue([.hour: 9, .minute: 0]), end: DateComponentsValue([.hour: 9, .minute: 14]),
          repeats: true), events: [])
    case 2:
      return .setSetting(
        store: "b", key: .blockedByFilter, value: .webFilter(.specific(domains: [.domain("https://a.example/b")])))
    default:
      // Well-formed, but never issued.
      let foreign = WireToken("AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0")
      return .setSetting(store: "b", key: .shieldApplications, value: .tokens(foreign.map { [$0] } ?? []))
    }
  }

  private var suite: String { "group.example.\(family)" }

  private var count: Int64 {
    for entry in call.snapshot.defaults.first(where: { $0.suite == suite })?.values ?? [] where entry.key == "count" {
      if case .integer(let number) = entry.value { return number }
    }
    return 0
  }

  // MARK: - Settings

  private mutating func setting() -> RuleEffect {
    let store = random.pick(["Default", "limits", "night"])
    let applications = Household.picked.applications.items
    switch random.number(0...12) {
    case 0, 1: return set(store, .shieldApplications, .items(ItemSet(random.some(applications))))
    case 2: return set(store, .shieldWebDomains, .items(ItemSet(random.some(Household.picked.webDomains.items))))
    case 3: return set(store, .shieldApplicationCategories, .categoryPolicy(policy(applications)))
    case 4: return set(store, .shieldWebDomainCategories, .categoryPolicy(policy(Household.picked.webDomains.items)))
    case 5:
      return set(store, random.pick([.maximumRating, .maximumMovieRating]), .integer(Int64(random.number(0...1_000))))
    case 6: return set(store, random.pick([.denySiri, .lockAccounts, .denyExplicitContent]), .bool(random.oneIn(2)))
    case 7: return set(store, .cookiePolicy, .cookiePolicy(random.pick(CookiePolicy.allCases)))
    case 8:
      let blocked: [ItemReference] = [.name("com.example.three"), .item(applications[1]), .name(applications[0].id)]
      return set(store, .blockedApplications, .blockedApplications(random.some(blocked).sorted()))
    case 9: return set(store, .blockedByFilter, .webFilter(filter()))
    case 10: return .setStoreActive(store: store, isActive: random.oneIn(2))
    case 11: return random.oneIn(2) ? .deleteStore(store) : .clearStore(store)
    default: return .clearStore(store)
    }
  }

  private mutating func set(_ store: String, _ key: ScreenTimeRules.SettingKey, _ value: ScreenTimeRules.SettingValue)
    -> RuleEffect
  { .setSetting(store: store, key: key, value: random.oneIn(5) ? nil : value) }

  private mutating func policy(_ exceptions: [Item]) -> CategoryPolicy {
    switch random.number(0...3) {
    case 0: .none
    case 1: .all(except: ItemSet(random.some(exceptions)))
    default: .specific(ItemSet(random.some(Household.categories)), except: ItemSet(random.some(exceptions)))
    }
  }

  private mutating func filter() -> WebFilter {
    let domains: [ItemReference] = [.name("site1.example"), .name("site2.example")]
    switch random.number(0...3) {
    case 0: return .none
    case 1: return .specific(random.some(domains).sorted())
    case 2: return .auto(random.some(domains).sorted(), except: random.some(domains).sorted())
    default: return .all(except: random.some(domains + [.name("site0.example")]).sorted())
    }
  }

  // MARK: - Monitoring

  private mutating func monitoring() -> RuleEffect {
    let name = "a\(random.number(0...max(0, activities - 1)))"
    switch random.number(0...5) {
    case 0: return .stopMonitoring([name])
    case 1: return random.oneIn(4) ? .stopMonitoring([]) : start(name)
    case 2, 3: return again(name) ?? start(name)
    default: return start(name)
    }
  }

  /// The same schedule with other events: the running interval continues, counts restart (D8, E6).
  private mutating func again(_ name: String) -> RuleEffect? {
    guard let known = call.snapshot.activities.first(where: { $0.name == name }) else { return nil }
    let schedule = Schedule(
      start: ScheduleComponents(known.schedule.start), end: ScheduleComponents(known.schedule.end),
      repeats: known.schedule.repeats, warning: known.schedule.warning.map(ScheduleComponents.init))
    guard schedule.start.year == nil else { return nil }
    return .startMonitoring(activity: name, schedule: schedule, events: events())
  }

  private mutating func start(_ name: String) -> RuleEffect {
    .startMonitoring(activity: name, schedule: schedule(), events: events())
  }

  private mutating func schedule() -> Schedule {
    let warning: ScheduleComponents? =
      switch random.number(0...4) {
      case 0: ScheduleComponents(minute: 5)
      case 1: ScheduleComponents(minute: 40)
      case 2: ScheduleComponents(hour: 3)
      default: nil
      }
    let isOnce = random.oneIn(6)
    switch random.number(0...5) {
    case 0:
      let start = random.number(0...59)
      let end = (start + random.number(15...59)) % 60
      return Schedule(
        start: ScheduleComponents(minute: start), end: ScheduleComponents(minute: end), repeats: !isOnce,
        warning: warning)
    case 1:
      let (start, end) = (Self.time(&random), Self.time(&random))
      return Schedule(
        start: ScheduleComponents(weekday: random.number(1...7), hour: start.hour, minute: start.minute),
        end: ScheduleComponents(weekday: random.number(1...7), hour: end.hour, minute: (start.minute + 30) % 60),
        repeats: !isOnce, warning: warning)
    default:
      let start = Self.time(&random)
      // At least half an hour apart, in the minute if not in the hour.
      let end = random.oneIn(6) ? start : (hour: Self.time(&random).hour, minute: (start.minute + 30) % 60)
      return Schedule(
        start: ScheduleComponents(hour: start.hour, minute: start.minute),
        end: ScheduleComponents(hour: end.hour, minute: end.minute), repeats: !isOnce, warning: warning)
    }
  }

  /// A local time that occurs exactly once each day: clocks change between 1 and 4.
  static func time(_ random: inout SimulationRandom) -> (hour: Int, minute: Int) {
    (random.pick([0] + Array(4...23)), random.pick([0, 0, 15, 30, 30, 45, 59]))
  }

  private mutating func events() -> [ActivityEvent] {
    (0..<random.number(0...4)).map { number in
      ActivityEvent(
        name: "e\(number)", selection: selection(),
        threshold: random.oneIn(8)
          ? ScheduleComponents(second: random.number(60...4_000)) : ScheduleComponents(minute: random.number(1...90)),
        includesPastActivity: random.oneIn(4))
    }
  }

  private mutating func selection() -> ItemSelection {
    if random.oneIn(5) { return ItemSelection() }
    let applications = ItemSet(random.some(Household.picked.applications.items))
    let categories = random.oneIn(3) ? ItemSet(random.some(Household.categories)) : []
    let sites = random.oneIn(3) ? ItemSet(random.some(Household.picked.webDomains.items)) : []
    return ItemSelection(applications: applications, categories: categories, webDomains: sites)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Laws that hold over generated days; each seed reproduces its day.
@Suite struct PropertyTests {
  static let seeds = Array(UInt64(1)...12)

  @Test(arguments: seeds, [DeliveryMode.faithful, .exact])
  func `every start is followed by exactly one end of its interval (D10)`(_ seed: UInt64, _ mode: DeliveryMode) throws {
    var day = GeneratedDays(seed: seed, mode: mode)
    try day.run(cuts: 0)
    for family in day.bench.state.familyIDs { try day.bench.apply([.stopMonitoring([])], of: family) }
    for (interval, deliveries) in Dictionary(grouping: day.bench.deliveries, by: \.interval.id) {
      let edges = deliveries.map(\.callback).filter { [.intervalDidStart, .intervalDidEnd].contains($0) }
      if deliveries.allSatisfy({ $0.callback == .intervalWillStartWarning }) { continue }
      #expect(edges == [.intervalDidStart, .intervalDidEnd], "\(interval)")
    }
  }

  @Test(arguments: seeds)
  func `no event comes twice in an interval, nor before its start (E4, C7)`(_ seed: UInt64) throws {
    var day = GeneratedDays(seed: seed)
    try day.run(cuts: 0)
    var seen: Set<String> = []
    var started: Set<String> = []
    for delivery in day.bench.deliveries {
      if delivery.callback == .intervalDidStart { started.insert(delivery.interval.id) }
      guard let event = delivery.event else { continue }
      let key = "\(delivery.registration) \(delivery.interval.id) \(event) \(delivery.callback)"
      #expect(seen.insert(key).inserted, "\(key)")
      #expect(started.contains(delivery.interval.id))
    }
    #expect(!seen.isEmpty)
  }

  @Test(arguments: seeds, [DeliveryMode.faithful, .exact])
  func `cutting use at arbitrary places changes nothing (§6)`(_ seed: UInt64, _ mode: DeliveryMode) throws {
    var whole = GeneratedDays(seed: seed, mode: mode)
    try whole.run(cuts: 0)
    var cut = GeneratedDays(seed: seed, mode: mode)
    try cut.run(cuts: 3)
    #expect(whole.bench.deliveries == cut.bench.deliveries)
    #expect(whole.bench.shields == cut.bench.shields)
    #expect(whole.bench.state == cut.bench.state)
  }

  @Test(arguments: seeds)
  func `a state that was encoded and decoded gives the same deliveries`(_ seed: UInt64) throws {
    var whole = GeneratedDays(seed: seed)
    try whole.run(cuts: 0)
    var restarted = GeneratedDays(seed: seed)
    try restarted.run(cuts: 0) { bench in
      let history = bench.state.history
      let bytes = try JSONEncoder().encode(bench.state)
      bench.state = try JSONDecoder().decode(DeviceState.self, from: bytes)
      bench.state.history = history
    }
    #expect(whole.bench.state == restarted.bench.state)
    #expect(whole.bench.deliveries == restarted.bench.deliveries)
  }

  @Test(arguments: seeds, [DeliveryMode.faithful, .exact])
  func `the engine's caches between inputs change nothing`(_ seed: UInt64, _ mode: DeliveryMode) throws {
    var whole = GeneratedDays(seed: seed, mode: mode)
    try whole.run(cuts: 0)
    var forgetful = GeneratedDays(seed: seed, mode: mode)
    try forgetful.run(cuts: 2) { bench in bench.state.plans.forget() }
    var renamed = GeneratedDays(seed: seed, mode: mode)
    try renamed.run(cuts: 2) { bench in
      // A copy is changed, as a reader could do; the cache of the original must not change.
      var copy = bench.state
      copy.families[Bench.family]?.activities = [:]
      copy.operatorStores["x"] = SettingsStore(values: [.shieldApplications: .items(ItemSet(GeneratedDays.apps))])
    }
    for other in [forgetful, renamed] {
      #expect(whole.bench.deliveries == other.bench.deliveries)
      #expect(whole.bench.shields == other.bench.shields)
      #expect(whole.bench.state == other.bench.state)
    }
  }

  @Test func `an item filed under another category counts there from then on, not before (E2)`() throws {
    let game = Item.application("game")
    var bench = Bench(
      at: "2026-08-13 09:00",
      registry: ItemRegistry(categories: [game: .category("2"), .application("x"): .category("1")]))
    func event(_ name: String, _ category: String) -> ActivityEvent {
      ActivityEvent(
        name: name, selection: ItemSelection(categories: [.category(category)]), threshold: .minutes(30),
        includesPastActivity: true)
    }
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .wholeDay, events: [event("games", "2"), event("other", "1")])
    ])
    bench.use(game, "2026-08-13 10:00", "2026-08-13 10:20")
    bench.rules.registry.categories[game] = .category("1")
    bench.use(game, "2026-08-13 10:20", "2026-08-13 10:45")
    // Registering again counts past activity, each minute under its category at that time.
    try bench.apply([
      .startMonitoring(activity: "day", schedule: .wholeDay, events: [event("games", "2"), event("other", "1")])
    ])
    let meters = bench.state.families[Bench.family]?.activities["day"]?.meters ?? []
    let counted: [Int64] = [20 * 60_000, 25 * 60_000]
    #expect(meters.map(\.counted) == counted)
    bench.use(game, "2026-08-13 10:45", "2026-08-13 10:55")
    #expect(bench.transcript { $0.event != nil } == ["other 13 10:50"])
  }

  @Test(arguments: seeds)
  func `the same inputs give the same bytes (§6)`(_ seed: UInt64) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try (0..<2).map { _ in
      var day = GeneratedDays(seed: seed)
      try day.run(cuts: 0)
      return try encoder.encode(day.bench.state)
    }
    #expect(bytes[0] == bytes[1])
    #expect(try encoder.encode(JSONDecoder().decode(DeviceState.self, from: bytes[0])) == bytes[0])
  }

  @Test(arguments: seeds)
  func `a limit and a report agree to the millisecond (E11)`(_ seed: UInt64) throws {
    var day = GeneratedDays(seed: seed)
    try day.run(cuts: 2)
    for activity in day.bench.state.families.values.flatMap(\.activities.values) where activity.current != nil {
      for meter in activity.meters {
        let span = TimeSpan(start: meter.countsFrom, end: day.bench.state.now)
        let total = day.bench.state.history.total(
          of: meter.selection, within: span, registry: day.bench.rules.registry)
        #expect(total == meter.counted)
      }
    }
  }

  @Test(arguments: seeds)
  func `the merge is associative, commutative and idempotent`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b, c) = (random.settings(), random.settings(), random.settings())
    #expect(merged(merged(a, b), c) == merged(a, merged(b, c)))
    #expect(merged(a, b) == merged(b, a))
    #expect(merged(a, a) == a)
    #expect(merged(a, EffectiveSettings()) == a)
  }

  @Test(arguments: seeds)
  func `clearing one store never weakens another (M2), and the merge agrees with the decision`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bench = Bench(at: "2026-08-13 10:00", registry: GeneratedDays.registry)
    let stores = ["one", "two", "three"].map { ($0, random.store()) }
    bench.state.families[Bench.family]?.stores = Dictionary(uniqueKeysWithValues: stores)
    for item in GeneratedDays.items {
      let effective = EffectiveSettings(bench.state)
      let decision = bench.rules.decision(on: item, in: bench.state)
      let isCovered = effective.isShielded(item, registry: GeneratedDays.registry)
      if case .shielded = decision { #expect(isCovered) } else { #expect(!isCovered) }
    }
    for (kept, store) in stores {
      var cleared = bench
      try cleared.apply(stores.filter { $0.0 != kept }.map { .clearStore($0.0) })
      for item in GeneratedDays.items
      where store.shieldHit(on: item, registry: GeneratedDays.registry, exempt: []) != nil {
        #expect(cleared.rules.decision(on: item, in: cleared.state) != .free)
      }
    }
  }

  private func merged(_ left: EffectiveSettings, _ right: EffectiveSettings) -> EffectiveSettings {
    var result = left
    result.merge(right)
    return result
  }
}

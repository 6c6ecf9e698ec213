// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// What a person's merge of two items leaves, over generated days.
@Suite struct ItemMergeTests {
  static let seeds = Array(UInt64(1)...12)

  private func day(_ seed: UInt64) throws -> GeneratedDays {
    var day = GeneratedDays(seed: seed)
    try day.run(cuts: 0)
    return day
  }

  /// The pairs of one kind, in both directions.
  private static let pairs = [GeneratedDays.apps, GeneratedDays.sites].flatMap { items in
    items.flatMap { one in items.filter { $0 != one }.map { (one, $0) } }
  }

  @Test(arguments: seeds)
  func `a merge leaves the old item in no rule, and counts and levels as they were`(_ seed: UInt64) throws {
    let day = try day(seed)
    var random = SeededGenerator(seed: seed)
    for (item, target) in Self.pairs.shuffled(using: &random).prefix(6) {
      var bench = day.bench
      _ = bench.rules.merge(item, into: target, in: &bench.state)
      // The last shield is history: it went up for the old item.
      bench.state.shield = nil
      let text = try String(decoding: JSONEncoder().encode(bench.state), as: UTF8.self)
      #expect(!text.contains("\(item.id)\""), "\(item.id) is still named")
      for (id, family) in bench.state.families {
        for (name, activity) in family.activities {
          let known = try #require(day.bench.state.families[id]?.activities[name])
          #expect(activity.meters.map(\.counted) == known.meters.map(\.counted))
          #expect(activity.meters.map(\.levels) == known.meters.map(\.levels))
          #expect(activity.meters.map(\.nextLevel) == known.meters.map(\.nextLevel))
          if activity.current != nil {
            #expect(activity.meters.map(\.selection) == Meter.selections(of: activity.events), "\(name)")
          }
          for (event, old) in zip(activity.events, known.events) {
            #expect(event.name == old.name && event.threshold == old.threshold)
            #expect(event.selection.isEverything == old.selection.isEverything, "\(name) \(event.name)")
          }
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `after a merge no level is delivered a second time, and use of the target counts`(_ seed: UInt64) throws {
    let day = try day(seed)
    var bench = day.bench
    let told = bench.deliveries.count
    _ = bench.rules.merge(GeneratedDays.apps[1], into: GeneratedDays.apps[5], in: &bench.state)
    bench.use(
      UseSpan(
        start: bench.state.now, end: bench.state.now.advanced(by: 9 * 3_600_000), app: GeneratedDays.apps[5],
        isPresent: true))
    var seen: Set<String> = []
    for delivery in bench.deliveries where delivery.event != nil {
      let key = "\(delivery.family) \(delivery.registration) \(delivery.interval.id) \(delivery.event ?? "")"
      #expect(seen.insert("\(key) \(delivery.callback)").inserted, "\(key)")
    }
    #expect(bench.deliveries[told...].contains { $0.event != nil })
  }

  /// The family shields one item after the other, so that each rule has an age of its own.
  @Test(arguments: seeds)
  func `after a merge the rule on the target is as old as the older one of the two, and no other rule changes its age`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var bench = Bench(at: "2026-08-13 09:00")
    var shielded: [Item] = []
    for app in GeneratedDays.apps.shuffled(using: &random).prefix(4) {
      shielded.append(app)
      try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: .items(ItemSet(shielded)))])
    }
    func ages(_ bench: Bench) -> [Item: Int64] {
      let grounds = bench.state.families[Bench.family]?.shieldGrounds ?? []
      return Dictionary(
        uniqueKeysWithValues: grounds.compactMap { ground in
          if case .item(let item) = ground.rule { (item, ground.order) } else { nil }
        })
    }
    let before = ages(bench)
    #expect(Set(before.values).count == 4)
    for item in GeneratedDays.apps {
      for target in GeneratedDays.apps where target != item {
        var merged = bench
        _ = merged.rules.merge(item, into: target, in: &merged.state)
        var expected = before
        expected[item] = nil
        expected[target] = [before[item], before[target]].compactMap(\.self).min()
        #expect(ages(merged) == expected, "\(item.id) into \(target.id)")
      }
    }
  }

  @Test func `a merge is a new revision of the families that name the item, and of no other`() throws {
    let (item, target) = (GeneratedDays.apps[0], GeneratedDays.apps[1])
    let other = FamilyID("worklog")
    func event(_ item: Item) -> RuleEffect {
      .startMonitoring(
        activity: "day", schedule: .wholeDay,
        events: [
          ActivityEvent(name: "e", selection: ItemSelection(applications: [item]), threshold: .minutes(60))
        ])
    }
    func shield(_ item: Item) -> RuleEffect {
      .setSetting(store: "s", key: .shieldApplications, value: .items([item]))
    }
    for effect in [event, shield] {
      var bench = Bench(at: "2026-08-13 09:00")
      bench.state.families[other] = FamilyState(authorization: .approved, member: .individual)
      try bench.apply([effect(item)])
      try bench.apply([effect(target)], of: other)
      let before = bench.state.families.mapValues(\.revision)
      _ = bench.rules.merge(item, into: target, in: &bench.state)
      let after = bench.state.families.mapValues(\.revision)
      #expect(after[Bench.family] == before[Bench.family].map { $0 + 1 } && after[other] == before[other])
    }
  }

  @Test(arguments: [nil, 5, 10, 20] as [Int64?], [nil, 5, 10, 20] as [Int64?])
  func `a merge moves a grant to the target, which keeps the later end of two`(_ own: Int64?, _ other: Int64?) {
    let (item, target) = (GeneratedDays.apps[0], GeneratedDays.apps[1])
    var bench = Bench(at: "2026-08-13 09:00")
    func end(_ minutes: Int64?) -> Timestamp? { minutes.map { bench.state.now.advanced(by: $0 * 60_000) } }
    let (first, second) = (end(own), end(other))
    bench.state.grants[item] = first
    bench.state.grants[target] = second
    _ = bench.rules.merge(item, into: target, in: &bench.state)
    #expect(bench.state.grants[item] == nil)
    #expect(bench.state.grants[target] == [first, second].compactMap(\.self).max())
  }

  /// Events whose selections become the same keep what each of them counted.
  @Test(arguments: [[0], [1], [0, 1], [0, 2], [1, 2], [0, 1, 2]] as [[Int]])
  func `events that a merge makes alike keep counts of their own`(_ used: [Int]) throws {
    let items = (0..<3).map { Item.application("app \($0)") }
    var bench = Bench(at: "2026-08-13 09:00")
    let events = items.enumerated().map { index, item in
      ActivityEvent(name: "e\(index)", selection: ItemSelection(applications: [item]), threshold: .minutes(60))
    }
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: events)])
    for index in used {
      let end = bench.state.now.advanced(by: Int64(index + 1) * 600_000)
      bench.use(UseSpan(start: bench.state.now, end: end, app: items[index], isPresent: true))
    }
    for item in items[1...] { _ = bench.rules.merge(item, into: items[0], in: &bench.state) }
    let activity = try #require(bench.state.families[Bench.family]?.activities["day"])
    #expect(activity.events.map(\.selection.applications) == [[items[0]], [items[0]], [items[0]]])
    #expect(Set(activity.events.map(\.selection)).count == 3)
    #expect(activity.meters.map(\.selection) == activity.events.map(\.selection))
    #expect(activity.meters.map(\.counted) == (0..<3).map { used.contains($0) ? Int64($0 + 1) * 600_000 : 0 })
    bench.use(
      UseSpan(
        start: bench.state.now, end: bench.state.now.advanced(by: 3_600_000), app: items[0], isPresent: true))
    // The more an event counted before, the earlier it is reached.
    let order = (0..<3).sorted { one, other in
      let counted = [one, other].map { used.contains($0) ? $0 + 1 : 0 }
      return counted[0] == counted[1] ? one < other : counted[0] > counted[1]
    }
    #expect(bench.deliveries.compactMap(\.event) == order.map { "e\($0)" })
  }
}

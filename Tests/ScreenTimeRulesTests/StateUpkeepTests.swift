// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The upkeep after a change of the state: marks of stores, ages of rules, delivered levels and cached plans.
@Suite struct StateUpkeepTests {
  private static let app = Item.application("app")
  private static let other = FamilyID("worklog")

  private func bench() -> Bench {
    var bench = Bench(at: "2026-08-13 10:00")
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func shield(_ items: ItemSet) -> RuleEffect {
    .setSetting(store: "s", key: .shieldApplications, value: .items(items))
  }

  @Test func `a store whose marked values were all written anew is the store that it was before the reset`() throws {
    var bench = bench()
    func store() -> SettingsStore? { bench.state.families[Bench.family]?.stores["s"] }
    let writes = [
      shield([Self.app]),
      RuleEffect.setSetting(store: "s", key: .shieldWebDomains, value: .items([.webDomain("w.example")])),
    ]
    try bench.apply(writes)
    let before = store()
    bench.rules.voidTokens(of: Bench.family, in: &bench.state)
    #expect(store() != before)
    try bench.apply(writes)
    #expect(store() == before)
  }

  // MARK: Merges

  @Test func `after a merge a family's rules are in the order of their ages and items`() throws {
    let (first, second, target) = (Item.application("a"), Item.application("b"), Item.application("z"))
    var bench = bench()
    try bench.apply([shield([first, second])])
    _ = bench.rules.merge(first, into: target, in: &bench.state)
    #expect(
      bench.state.families[Bench.family]?.shieldGrounds == [
        ShieldGround(rule: .item(second), order: 1), ShieldGround(rule: .item(target), order: 1),
      ])
  }

  @Test func `a rule without an age that a merge moves is the youngest of all`() throws {
    let target = Item.application("target")
    var bench = bench()
    try bench.apply([shield([target])], of: Self.other)
    bench.state.families[Bench.family]?.stores = [
      "s": SettingsStore(values: [.shieldApplications: .items([Self.app])])
    ]
    _ = bench.rules.merge(Self.app, into: target, in: &bench.state)
    #expect(
      bench.state.families[Bench.family]?.shieldGrounds == [ShieldGround(rule: .item(target), order: 2)])
    #expect(bench.rules.claims(on: target, in: bench.state).map(\.family) == [Self.other, Bench.family])
  }

  // MARK: Levels

  @Test func `levels that were delivered come before the others, and none of them is reached again`() {
    let all = [(1, "a"), (2, "b"), (3, "c")].map { amount, event in
      Meter.Level(amount: Int64(amount), event: event, isWarning: false)
    }
    let cases: [(delivered: [Int], order: [Int])] = [
      ([], [0, 1, 2]), ([0], [0, 1, 2]), ([1], [1, 0, 2]), ([2, 0], [0, 2, 1]), ([2, 1], [1, 2, 0]),
      ([2, 1, 0], [0, 1, 2]),
    ]
    for (delivered, order) in cases {
      var meter = Meter(
        selection: ItemSelection(), includesPastActivity: false, countsFrom: .distantPast, levels: all)
      meter.keepDelivered(delivered.map { all[$0] })
      #expect(meter.levels == order.map { all[$0] } && meter.nextLevel == delivered.count, "\(delivered)")
      meter.counted = 3
      let reached = Array(meter.takeReached())
      #expect(reached == all.indices.filter { !delivered.contains($0) }.map { all[$0] }, "\(delivered)")
    }
  }

  // MARK: Plans and history

  @Test func `the operator's policy covers and uncovers at once what has been in front for a while`() {
    var bench = bench()
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    let policy = ["policy": SettingsStore(values: [.shieldApplications: .items([Self.app])])]
    let covered = bench.rules.setOperatorStores(policy, in: &bench.state)
    let uncovered = bench.rules.setOperatorStores([:], in: &bench.state)
    #expect(covered.shields.map(\.change) == [.appeared])
    #expect(uncovered.shields.map(\.change) == [.disappeared])
  }

  @Test func `the state to save lacks the history of use and nothing else`() throws {
    var bench = bench()
    try bench.apply([shield([.application("x")])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    var expected = bench.state
    expected.history = UseLedger()
    #expect(bench.state.withoutHistory == expected)
    #expect(!bench.state.history.spans.isEmpty)
  }
}

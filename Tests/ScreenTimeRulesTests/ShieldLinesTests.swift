// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Every line of a shield's explanation, with the one that wins.
@Suite struct ShieldLinesTests {
  private static let app = ShieldTests.app
  private static let other = ShieldTests.other

  private func bench() -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: ShieldTests.registry)
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func explain(_ bench: Bench) -> ShieldExplanation { bench.rules.explainShield(of: Self.app, in: bench.state) }

  private func lines(_ bench: Bench) -> [String] {
    explain(bench).lines.map { line in
      "\(line.family?.rawValue ?? "operator") \(line.store) \(line.finding.code)\(line.isWinner ? " wins" : "")"
    }
  }

  private func shield(_ items: ItemSet, in store: String = "Default") -> RuleEffect {
    .setSetting(store: store, key: .shieldApplications, value: .items(items))
  }

  private func policy(_ policy: CategoryPolicy) -> RuleEffect {
    .setSetting(store: "Default", key: .shieldApplicationCategories, value: .categoryPolicy(policy))
  }

  @Test func `only the winner's own rule wins, among stores of one name, stores of one family and rules of one store`()
    throws
  {
    var bench = bench()
    try bench.apply([
      shield([Self.app]), policy(.specific([ShieldTests.games], except: [])), shield([Self.app], in: "b"),
    ])
    try bench.apply([shield([Self.app])], of: Self.other)
    #expect(
      lines(bench) == [
        "another Default namesIt", "homework Default namesIt wins", "homework Default coversCategory",
        "homework b namesIt",
      ])
  }

  @Test func `a rule that would not act is told by its own reason, also in a store that does not count`() throws {
    var bench = bench()
    let excepted = policy(.specific([ShieldTests.games], except: [Self.app]))
    try bench.apply([excepted, .setStoreActive(store: "Default", isActive: false)])
    try bench.apply([excepted, shield([ShieldTests.browser], in: "x")], of: Self.other)
    bench.state.families[Self.other]?.authorization = .denied
    #expect(lines(bench) == ["another Default excepts", "another x namesOthers", "homework Default excepts"])
    #expect(explain(bench).decision == .free && explain(bench).reason == .excepted)
  }

  @Test func `a policy on another category does not apply to the item`() throws {
    var bench = bench()
    try bench.apply([policy(.specific([.category("1")], except: []))])
    #expect(lines(bench) == ["homework Default namesOthers"] && explain(bench).reason == .noRule)
  }

  @Test func `a family that would win anyway does not win by the shield that is up`() throws {
    var bench = bench()
    try bench.apply([shield([Self.app])])
    try bench.apply([shield([Self.app])], of: Self.other)
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    #expect(bench.state.shield?.family == Bench.family)
    #expect(explain(bench).reason == .firstWins)
  }
}

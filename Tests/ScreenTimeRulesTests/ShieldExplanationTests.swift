// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Which store of which family covers an item, which family won, and why an exception did not apply.
@Suite struct ShieldExplanationTests {
  private static let app = ShieldTests.app
  private static let games = ShieldTests.games
  private static let other = ShieldTests.other

  private func bench(_ registry: ItemRegistry = ShieldTests.registry) -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: registry)
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func explain(_ bench: Bench, _ item: Item = app) -> ShieldExplanation {
    bench.rules.explainShield(of: item, in: bench.state)
  }

  private func set(_ key: SettingKey, _ value: SettingValue, in store: String = "Default") -> [RuleEffect] {
    [.setSetting(store: store, key: key, value: value)]
  }

  private func policy(_ policy: CategoryPolicy) -> [RuleEffect] {
    set(.shieldApplicationCategories, .categoryPolicy(policy))
  }

  @Test func `names the store and the rule of a direct hit, a category, all and a link`() throws {
    var bench = bench()
    try bench.apply(policy(.specific([Self.games], except: [])))
    #expect(explain(bench).reason == .category(Self.games))
    #expect(explain(bench).lines.map(\.finding) == [.coversCategory(Self.games)])
    try bench.apply(policy(.all(except: [])))
    #expect(explain(bench).lines.map(\.finding) == [.coversAll])
    try bench.apply(set(.shieldApplications, .items([Self.app]), in: "direct"))
    #expect(explain(bench).reason == .direct)
    let winner = try #require(explain(bench).lines.first { $0.finding == .namesIt })
    #expect(winner.store == "direct" && winner.family == Bench.family && winner.isWinner)
    #expect(explain(bench, ShieldTests.page).reason == .linked(Self.app))
  }

  @Test func `explains that leaving an application out of the shielded ones frees nothing (M8)`() throws {
    var bench = bench()
    try bench.apply(
      policy(.specific([Self.games], except: [])) + set(.shieldApplications, .items([ShieldTests.browser])))
    #expect(explain(bench).notes == [.leavingOutFreesNothing])
    #expect(ShieldNote.leavingOutFreesNothing.rule == "M8")
    try bench.apply(policy(.specific([Self.games], except: [Self.app])))
    #expect(explain(bench).decision == .free && explain(bench).reason == .excepted)
  }

  @Test func `explains that an exception applies only to its own policy`() throws {
    var bench = bench()
    try bench.apply(policy(.all(except: [Self.app])))
    try bench.apply(policy(.all(except: [])), of: Self.other)
    let explained = explain(bench)
    #expect(explained.notes == [.exceptionMissed])
    #expect(
      explained.lines.map { "\($0.family?.rawValue ?? "") \($0.finding.code) \($0.isWinner)" } == [
        "another coversAll true", "homework excepts false",
      ])
  }

  @Test func `explains that a family's own application is exempt only from its own all-policy (M7)`() throws {
    var bench = bench()
    bench.state.families[Bench.family]?.ownApplications = [Self.app]
    try bench.apply(policy(.all(except: [])))
    #expect(explain(bench).reason == .ownApplication && explain(bench).lines.map(\.finding) == [.ownApplication])
    try bench.apply(policy(.all(except: [])), of: Self.other)
    #expect(explain(bench).notes == [.ownApplicationOfAnother])
  }

  @Test func `explains that a block comes before a shield, and which store blocks (M10)`() throws {
    var bench = bench()
    try bench.apply(
      set(.shieldApplications, .items([Self.app])) + set(.blockedApplications, .blockedApplications([.item(Self.app)])))
    #expect(explain(bench).reason == .blockedByFamily && explain(bench).notes == [.shieldHiddenByBlock])
    bench = self.bench()
    _ = bench.rules.setOperatorStores(
      ["policy": SettingsStore(values: [.blockedApplications: .blockedApplications([.item(Self.app)])])],
      in: &bench.state)
    #expect(explain(bench).reason == .blockedByOperator && explain(bench).lines.first?.family == nil)
  }

  @Test func `explains which family won and why (S11)`() throws {
    var bench = bench()
    try bench.apply(set(.shieldApplications, .items([Self.app])), of: Self.other)
    try bench.apply(set(.shieldApplications, .items([Self.app])))
    #expect(explain(bench).reason == .firstWins && explain(bench).claims.first?.family == Self.other)
    bench.state.families[Bench.family]?.member = .child
    #expect(explain(bench).reason == .childWins && explain(bench).claims.first?.family == Bench.family)
    bench.state.families[Bench.family]?.member = .individual
    try bench.apply(policy(.specific([Self.games], except: [])) + set(.shieldApplications, .items([])))
    #expect(explain(bench).reason == .directWins)
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    bench.state.families[Bench.family]?.member = .child
    #expect(explain(bench).reason == .holderKeeps)
  }

  @Test func `a family comes before the operator, whose policy applies if no family shields`() throws {
    var bench = bench()
    _ = bench.rules.setOperatorStores(
      ["policy": SettingsStore(values: [.shieldApplications: .items([Self.app])])], in: &bench.state)
    #expect(explain(bench).reason == .direct && explain(bench).lines.map(\.isWinner) == [true])
    try bench.apply(set(.shieldApplications, .items([Self.app])))
    #expect(explain(bench).reason == .familyBeforeOperator)
  }

  @Test func `explains a running grant and when it ends`() throws {
    var bench = bench()
    try bench.apply(set(.shieldApplications, .items([Self.app])))
    let end = Bench.time("2026-08-13 10:30")
    _ = bench.rules.grant(Self.app, until: end, in: &bench.state)
    #expect(explain(bench).decision == .granted && explain(bench).reason == .granted(until: end))
    let later = Bench.time("2026-08-13 11:00")
    _ = bench.rules.grant(Self.games, until: later, in: &bench.state)
    #expect(explain(bench).reason == .granted(until: later))
  }

  @Test func `explains why nothing covers an item`() throws {
    var bench = bench()
    #expect(explain(bench).reason == .noRule && explain(bench).lines.isEmpty)
    try bench.apply(set(.shieldApplications, .items([Self.app])))
    try bench.apply([.setStoreActive(store: "Default", isActive: false)])
    #expect(explain(bench).reason == .inactiveStore && explain(bench).lines.map(\.finding) == [.inactive])
    try bench.apply([.setStoreActive(store: "Default", isActive: true)])
    bench.state.families[Bench.family]?.authorization = .denied
    #expect(explain(bench).reason == .familyNotApproved)
    bench = self.bench(
      ItemRegistry(
        categories: [ShieldTests.browser: Self.games], exemptApplications: [Self.app], browsers: [ShieldTests.browser]))
    try bench.apply(policy(.specific([Self.games], except: [])))
    #expect(explain(bench, ShieldTests.browser).reason == .browser)
    try bench.apply(policy(.all(except: [])))
    #expect(explain(bench).reason == .systemSurface)
  }

  @Test func `a website that its list leaves out is still covered by its category`() throws {
    var bench = bench()
    let (site, named) = (Item.webDomain("a.example"), Item.webDomain("b.example"))
    try bench.apply([
      .setSetting(
        store: "a", key: .shieldWebDomainCategories, value: .categoryPolicy(.specific([.otherCategory], except: []))),
      .setSetting(store: "b", key: .shieldWebDomains, value: .items([named])),
      // A list of applications doesn't affect a website that isn't linked to any of them.
      .setSetting(store: "c", key: .shieldApplications, value: .items([ShieldTests.browser])),
    ])
    #expect(explain(bench, site).lines.map(\.finding) == [.coversCategory(.otherCategory), .namesOthers])
    #expect(explain(bench, site).notes == [.leavingOutFreesNothing])
    #expect(explain(bench, named).lines.map(\.finding) == [.coversCategory(.otherCategory), .namesIt])
    #expect(explain(bench, named).notes == [])
  }

  @Test(arguments: UInt64(1)...20)
  func `each note appears exactly when the lines and claims imply it, over generated stores`(_ seed: UInt64) {
    for world in 0..<8 as Range<UInt64> {
      var made = GeneratedSettings(seed: seed * 100 + world)
      let rules = DeviceRules(registry: made.registry())
      let state = made.state()
      for item in GeneratedSettings.items {
        let explained = rules.explainShield(of: item, in: state)
        let isShielded = if case .shielded = explained.decision { true } else { false }
        let isBlocked = if case .blocked = explained.decision { true } else { false }
        func finds(_ isMeant: (ShieldExplanation.Line) -> Bool) -> Bool { explained.lines.contains(where: isMeant) }
        let owners = state.families.filter { $0.value.ownApplications.contains(item) }.map(\.key)
        let expected: [ShieldNote: Bool] = [
          .shieldHiddenByBlock: isBlocked && !explained.claims.isEmpty,
          .exceptionMissed: isShielded && finds { $0.finding == .excepts },
          .leavingOutFreesNothing: isShielded && !finds { $0.finding == .namesIt }
            && finds { $0.finding == .namesOthers && [.shieldApplications, .shieldWebDomains].contains($0.key) },
          .ownApplicationOfAnother: isShielded && !owners.isEmpty
            && finds { line in line.finding == .coversAll && !owners.contains { $0 == line.family } },
        ]
        #expect(finds { $0.finding.bites } == (explained.decision != .free), "\(item)")
        #expect(Set(explained.notes) == Set(expected.filter(\.value).keys), "\(item)")
        #expect(Set(explained.notes).count == explained.notes.count)
      }
    }
  }

  @Test func `agrees with the decision over generated stores`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var bench = Bench(at: "2026-08-13 10:00", registry: GeneratedDays.registry)
      for id in [Bench.family, Self.other] {
        var family = FamilyState(authorization: Bool.random(using: &random) ? .approved : .denied, member: .individual)
        for name in ["a", "b"] { family.stores[name] = random.store() }
        bench.state.families[id] = family
      }
      if Bool.random(using: &random) { bench.state.operatorStores["policy"] = random.store() }
      for item in GeneratedDays.items {
        let explained = bench.rules.explainShield(of: item, in: bench.state)
        #expect(explained.decision == bench.rules.decision(on: item, in: bench.state))
        let biting = explained.lines.contains { $0.finding.bites }
        #expect(biting == (explained.decision != .free), "\(item.id) \(explained.lines)")
        if case .shielded = explained.decision { #expect(explained.lines.contains { $0.isWinner }) }
      }
    }
  }
}

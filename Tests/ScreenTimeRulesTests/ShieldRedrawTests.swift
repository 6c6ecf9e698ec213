// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Which changes draw the shield on screen anew, and what is reached beneath a shield that a grant has lifted.
@Suite struct ShieldRedrawTests {
  private static let app = Item.application("app")
  private static let browser = Item.application("browser")
  private static let page = Item.webDomain("page.example")
  private static let games = Item.category("2")
  private static let other = FamilyID("another")

  private func shield(_ items: ItemSet) -> RuleEffect {
    .setSetting(store: "s", key: .shieldApplications, value: .items(items))
  }

  /// A device whose shield over ``app`` has been up for a minute.
  private func bench(_ effects: [RuleEffect]) throws -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: ItemRegistry(categories: [Self.app: Self.games]))
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    try bench.apply(effects)
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    #expect(bench.shields.map(\.change) == [.appeared])
    return bench
  }

  @Test func `a shield of another family by the same kind of rule is drawn anew`() throws {
    var bench = try bench([shield([Self.app])])
    try bench.apply([shield([Self.app])], of: Self.other)
    try bench.apply([.clearStore("s")])
    #expect(bench.shields.map(\.change) == [.appeared, .changed])
    #expect(bench.state.shield?.family == Self.other && bench.state.shield?.hit == .direct)
  }

  @Test func `a shield of the same family is drawn anew when its item moves to another category`() throws {
    let all = SettingValue.categoryPolicy(.all(except: []))
    var bench = try bench([.setSetting(store: "s", key: .shieldApplicationCategories, value: all)])
    let social = Item.category("1")
    bench.rules.registry.categories[Self.app] = social
    #expect(bench.rules.reconsider(&bench.state).shields.map(\.change) == [.changed])
    #expect(bench.state.shield?.hit == .category(social) && bench.state.shield?.family == Bench.family)
  }

  @Test func `a change that leaves the shield as it is draws nothing anew`() throws {
    var bench = try bench([shield([Self.app])])
    let before = bench.state.shield
    let end = bench.state.now.advanced(by: 60_000)
    #expect(bench.rules.grant(Self.browser, until: end, in: &bench.state).shields == [])
    #expect(bench.rules.reconsider(&bench.state).shields == [])
    #expect(bench.state.shield == before)
  }

  @Test func `a redraw that has become due is left to the family whose shield it is`() throws {
    var bench = try bench([shield([Self.app])])
    for name in ["b", "c"] { try bench.apply([shield([Self.app, .application(name)])]) }
    #expect(bench.state.shield?.asksAgainAt == bench.state.now.advanced(by: 1_000))
    bench.rules.jump(to: bench.state.now.advanced(by: 5_000), in: &bench.state)
    #expect(bench.rules.askAgain(Self.other, in: &bench.state) == [])
    #expect(bench.rules.askAgain(Bench.family, in: &bench.state).map(\.change) == [.changed])
  }

  @Test func `another family's shield is drawn without a pause, and the same family's after one`() {
    let now = Bench.time("2026-08-13 10:00")
    let known = Shield(item: Self.app, hit: .direct, family: Bench.family, since: now)
    for (family, isAsked) in [(Bench.family, false), (Self.other, true), (nil, true)] as [(FamilyID?, Bool)] {
      var shield = known
      let wanted = Shield(item: Self.app, hit: .direct, family: family, since: now)
      let found = shield.askAgain(as: wanted, at: now)
      #expect(found == isAsked)
      #expect(shield.family == family && shield.askedAgainAt == (isAsked ? now : nil))
      #expect(shield.asksAgainAt == (isAsked ? nil : now.advanced(by: 1_000)))
    }
  }

  @Test func `a page that the filter blocks is blocked in a browser whose shield a grant has lifted`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([
      shield([Self.browser]),
      .setSetting(store: "s", key: .blockedByFilter, value: .webFilter(.specific([.item(Self.page)]))),
    ])
    _ = bench.rules.grant(Self.browser, until: Bench.time("2026-08-13 11:00"), in: &bench.state)
    bench.use(Self.browser, web: Self.page, "2026-08-13 10:00", "2026-08-13 10:01")
    #expect(bench.state.block?.item == Self.page && bench.shields.isEmpty)
  }

  // MARK: The end of a grant

  @Test func `a grant opens its item up to its end and not at it`() throws {
    var bench = try bench([shield([Self.app])])
    let end = bench.state.now.advanced(by: 60_000)
    bench.state.grants[Self.app] = end
    for (offset, isOpen) in [(-1, true), (0, false), (1, false)] as [(Int64, Bool)] {
      bench.state.now = end.advanced(by: offset)
      #expect((bench.rules.decision(on: Self.app, in: bench.state) == .granted) == isOpen, "\(offset)")
    }
    for (offset, isKept) in [(-1, false), (0, false), (1, true)] as [(Int64, Bool)] {
      let until = bench.state.now.advanced(by: offset)
      _ = bench.rules.grant(Self.app, until: until, in: &bench.state)
      #expect(bench.state.grants == (isKept ? [Self.app: until] : [:]), "\(offset)")
    }
  }

  @Test func `a grant lasts a week at most`() throws {
    var bench = try bench([shield([Self.app])])
    func grant(_ seconds: Int64) -> Grant {
      Grant(id: "g", target: Self.app, mode: .replace, seconds: seconds, approver: "ana")
    }
    let week: Int64 = 604_800
    _ = try bench.rules.grant(grant(week), in: &bench.state)
    let end = bench.state.now.advanced(by: week * 1_000)
    #expect(bench.state.grants == [Self.app: end])
    let fault = #expect(throws: Grant.Fault.self) { try bench.rules.grant(grant(week + 1), in: &bench.state) }
    #expect(fault?.code == "grant-seconds")
    #expect(bench.state.grants == [Self.app: end])
  }
}

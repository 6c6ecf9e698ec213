// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

@Suite struct ShieldTests {
  static let app = Item.application("app")
  static let browser = Item.application("browser")
  static let page = Item.webDomain("page.example")
  static let games = Item.category("2")
  static let other = FamilyID("another")
  static let registry = ItemRegistry(
    categories: [app: games, page: games], links: [app: [page]], browsers: [browser])

  private func bench() -> Bench {
    var bench = Bench(at: "2026-08-13 10:00", registry: Self.registry)
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func shield(_ items: ItemSet, in store: String = "Default") -> [RuleEffect] {
    [.setSetting(store: store, key: .shieldApplications, value: .items(items))]
  }

  private func shieldCategory(_ policy: CategoryPolicy, _ key: SettingKey = .shieldApplicationCategories)
    -> [RuleEffect]
  {
    [.setSetting(store: "Default", key: key, value: .categoryPolicy(policy))]
  }

  private func winner(_ bench: Bench, _ item: Item) -> FamilyID? {
    bench.rules.claims(on: item, in: bench.state).first?.family
  }

  @Test func `covers a foreground item at once, and uncovers it (S1)`() throws {
    var bench = bench()
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    try bench.apply(shield([Self.app]))
    bench.use(Self.app, "2026-08-13 10:05", "2026-08-13 10:10")
    bench.use(Self.browser, "2026-08-13 10:10", "2026-08-13 10:15")
    bench.use(Self.app, "2026-08-13 10:15", "2026-08-13 10:20")
    #expect(
      bench.shields.map { "\($0.change) \(bench.local($0.at))" } == [
        "appeared 13 10:05", "disappeared 13 10:10", "appeared 13 10:15",
      ])
  }

  @Test func `prefers direct over category, and names the category under all (S2)`() throws {
    var bench = bench()
    try bench.apply(shieldCategory(.all(except: [])))
    #expect(
      bench.rules.decision(on: Self.app, in: bench.state) == .shielded(.category(Self.games), winner: Bench.family))
    try bench.apply(shield([Self.app], in: "second"))
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .shielded(.direct, winner: Bench.family))
  }

  @Test func `shows the browser's shield before its page's (S3)`() throws {
    var bench = bench()
    try bench.apply(
      shield([Self.browser]) + [
        .setSetting(store: "Default", key: .shieldWebDomains, value: .items([Self.page]))
      ])
    bench.use(Self.browser, web: Self.page, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.state.shield?.item == Self.browser)
    try bench.apply([.setSetting(store: "Default", key: .shieldApplications, value: nil)])
    #expect(bench.state.shield?.item == Self.page)
  }

  @Test func `redraws after the family changes a shield setting, not after another setting (S5)`() throws {
    var bench = bench()
    try bench.apply(shield([Self.app]))
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    try bench.apply(shield([Self.app, Self.browser]))
    try bench.apply([.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
    #expect(bench.shields.map(\.change) == [.appeared, .changed])
  }

  @Test func `lets the child's holder win, then direct, then the first, then the id (S11)`() throws {
    var bench = bench()
    try bench.apply(shield([Self.app]))
    try bench.apply(shield([Self.app]), of: Self.other)
    #expect(winner(bench, Self.app) == Bench.family)
    try bench.apply([.clearStore("Default")])
    try bench.apply(shieldCategory(.all(except: [])))
    #expect(winner(bench, Self.app) == Self.other)
    bench.state.families[Bench.family]?.member = .child
    #expect(winner(bench, Self.app) == Bench.family)
  }

  @Test func `keeps the winner until its shield drops (S11)`() throws {
    var bench = bench()
    try bench.apply(shieldCategory(.all(except: [])))
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    try bench.apply(shield([Self.app]), of: Self.other)
    #expect(bench.state.shield?.family == Bench.family)
    try bench.apply([.clearStore("Default")])
    #expect(bench.state.shield?.family == Self.other)
    #expect(bench.shields.map(\.change) == [.appeared, .changed])
  }

  @Test func `shields the domains linked to an application (S12)`() throws {
    var bench = bench()
    try bench.apply(shield([Self.app]))
    #expect(bench.rules.decision(on: Self.page, in: bench.state) == .shielded(.linked(Self.app), winner: Bench.family))
  }

  @Test func `frees the family's own applications, the shell and browsers (M7, LIVE-ID4)`() throws {
    var bench = bench()
    bench.rules.registry.exemptApplications = [.application("shell")]
    bench.state.families[Bench.family]?.ownApplications = [.application("own")]
    try bench.apply(shieldCategory(.all(except: [])))
    let items = ["own", "shell", "browser", "app"].map { Item.application($0) }
    #expect(items.map { bench.rules.decision(on: $0, in: bench.state) == .free } == [true, true, false, false])
    try bench.apply(shieldCategory(.specific([.otherCategory], except: [])))
    #expect(bench.rules.decision(on: Self.browser, in: bench.state) == .free)
  }

  @Test func `hides a blocked application and shows no shield over it (M10)`() throws {
    var bench = bench()
    try bench.apply(
      shield([Self.app]) + [
        .setSetting(store: "Default", key: .blockedApplications, value: .blockedApplications([.name("app")]))
      ])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    #expect(bench.rules.decision(on: Self.app, in: bench.state) == .blocked(Bench.family))
    #expect(bench.shields == [])
  }

  @Test func `counts the device but not a hidden application (M10)`() throws {
    var bench = bench()
    try bench.apply([
      .setSetting(store: "Default", key: .blockedApplications, value: .blockedApplications([.name("app")]))
    ])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    let span = TimeSpan(start: Bench.time("2026-08-13 10:00"), end: bench.state.now)
    func total(_ selection: ItemSelection) -> Int64 {
      bench.state.history.total(of: selection, within: span, registry: Self.registry)
    }
    #expect(total(ItemSelection(applications: [Self.app])) == 0)
    #expect(total(ItemSelection()) == 300_000)
  }

  @Test func `opens for a grant and closes by itself (LIVE-GRT1)`() throws {
    var bench = bench()
    try bench.apply(shield([Self.app]))
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    bench.shields += bench.rules.grant(Self.app, until: Bench.time("2026-08-13 10:20"), in: &bench.state).shields
    bench.use(Self.app, "2026-08-13 10:05", "2026-08-13 10:30")
    #expect(
      bench.shields.map { "\($0.change) \(bench.local($0.at))" } == [
        "appeared 13 10:00", "disappeared 13 10:05", "appeared 13 10:20",
      ])
    let counted = bench.state.history.total(
      of: ItemSelection(applications: [Self.app]),
      within: TimeSpan(start: Bench.time("2026-08-13 10:00"), end: bench.state.now), registry: Self.registry)
    #expect(counted == Int64(15 * 60_000))
  }

  @Test func `counts the device but not the covered item (S14)`() throws {
    var bench = bench()
    try bench.apply(shield([Self.app]))
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    let span = TimeSpan(start: Bench.time("2026-08-13 10:00"), end: bench.state.now)
    func total(_ selection: ItemSelection) -> Int64 {
      bench.state.history.total(of: selection, within: span, registry: Self.registry)
    }
    #expect(total(ItemSelection()) == Int64(5 * 60_000))
    #expect(total(ItemSelection(applications: [Self.app])) == Int64(0))
  }

  @Test func `a page under a shield leaves its browser used, and a browser under one leaves neither used`() throws {
    for (key, item, app) in [
      (.shieldWebDomains, Self.page, Self.browser), (.shieldApplications, Self.browser, nil),
    ] as [(SettingKey, Item, Item?)] {
      var bench = bench()
      try bench.apply([.setSetting(store: "Default", key: key, value: .items([item]))])
      bench.use(Self.browser, web: Self.page, "2026-08-13 10:00", "2026-08-13 10:05")
      #expect(bench.state.shield?.item == item)
      let counted = bench.state.history.spans
      #expect(!counted.isEmpty && counted.allSatisfy { $0.app == app && $0.web == nil }, "\(item)")
    }
  }
}

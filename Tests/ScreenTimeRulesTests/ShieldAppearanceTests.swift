// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// A shield on screen: when its configuration is requested, which family draws it, and the effect of taps and answers
/// (S3–S14, LIVE-GRT1).
@Suite struct ShieldAppearanceTests {
  static let app = Item.application("app")
  static let page = Item.webDomain("page.example")
  static let games = Item.category("2")
  static let other = FamilyID("another")
  static let third = FamilyID("third")

  private func bench() -> Bench {
    var bench = Bench(
      at: "2026-08-13 10:00",
      registry: ItemRegistry(categories: [Self.app: Self.games, Self.page: Self.games], links: [Self.app: [Self.page]]))
    for family in [Self.other, Self.third] {
      bench.state.families[family] = FamilyState(authorization: .approved, member: .individual)
    }
    return bench
  }

  private func direct(_ items: ItemSet, in store: String = "Default") -> RuleEffect {
    .setSetting(store: store, key: .shieldApplications, value: .items(items))
  }

  private func policy(_ policy: CategoryPolicy, in store: String = "Default") -> RuleEffect {
    .setSetting(store: store, key: .shieldApplicationCategories, value: .categoryPolicy(policy))
  }

  private func told(_ bench: Bench) -> [String] { bench.shields.map { "\($0.change) \(bench.local($0.at))" } }

  // MARK: Asking again

  @Test func `each appearance is a separate one (S5)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    for minute in [0, 2] {
      bench.use(Self.app, "2026-08-13 10:0\(minute)", "2026-08-13 10:0\(minute + 1)")
      bench.idle(until: "2026-08-13 10:0\(minute + 2)")
    }
    #expect(told(bench) == ["appeared 13 10:00", "disappeared 13 10:01", "appeared 13 10:02", "disappeared 13 10:03"])
  }

  @Test func `a shield is redrawn at most once a second, and the last request is not lost (S5)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    // In a burst of changes, the first redraws at once; the rest share one redraw a second later.
    for index in 1...4 { try bench.apply([direct([Self.app, .application("more \(index)")])]) }
    bench.use(Self.app, "2026-08-13 10:01", "2026-08-13 10:02")
    #expect(told(bench) == ["appeared 13 10:00", "changed 13 10:01", "changed 13 10:01:01"])
    #expect(bench.state.shield?.asksAgainAt == nil)
  }

  @Test func `redraws at the family's request, for its own shield and the item it names (S5)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    func changes(_ family: FamilyID, _ item: Item?) -> [ShieldTransition.Change] {
      var state = bench.state
      return bench.rules.askAgain(family, over: item, in: &state).map(\.change)
    }
    #expect(changes(Bench.family, nil) == [.changed])
    #expect(changes(Bench.family, Self.app) == [.changed])
    #expect(changes(Bench.family, Self.page) == [])
    #expect(changes(Self.other, nil) == [])
    #expect(bench.rules.askAgain(Bench.family, in: &bench.state).count == 1)
    #expect(bench.rules.askAgain(Bench.family, in: &bench.state) == [])
    #expect(bench.rules.nextDue(in: bench.state) == bench.state.now.advanced(by: 1_000))
  }

  @Test func `a pending redraw is dropped with its shield (S5)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    try bench.apply([direct([Self.app, .application("b")])])
    try bench.apply([direct([Self.app, .application("c")])])
    try bench.apply([direct([.application("c")])])
    bench.use(Self.app, "2026-08-13 10:01", "2026-08-13 10:02")
    #expect(told(bench) == ["appeared 13 10:00", "changed 13 10:01", "disappeared 13 10:01"])
  }

  @Test func `a clock set back does not delay a pending redraw (S5)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    try bench.apply([direct([Self.app, .application("b")])])
    try bench.apply([direct([Self.app, .application("c")])])
    bench.rules.jump(to: Bench.time("2026-08-13 08:00"), in: &bench.state)
    bench.use(Self.app, "2026-08-13 08:00", "2026-08-13 08:01")
    #expect(told(bench).suffix(1) == ["changed 13 08:00:01"])
  }

  @Test func `the hit on screen stays until the shield is redrawn (S6)`() throws {
    var bench = bench()
    try bench.apply([policy(.all(except: []))])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:00:00")
    bench.use(
      UseSpan(start: bench.state.now, end: bench.state.now.advanced(by: 500), app: Self.app, isPresent: true))
    #expect(bench.state.shield?.hit == .category(Self.games))
    try bench.apply([direct([Self.app], in: "second")])
    #expect(bench.state.shield?.hit == .category(Self.games))
    #expect(bench.state.shield?.target == Self.games)
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    #expect(bench.state.shield?.hit == .direct)
    #expect(bench.state.shield?.target == Self.app)
  }

  // MARK: Taps and answers

  @Test func `a tap's target is the item the rule named, or its category, under all too (S2, S6)`() throws {
    var bench = bench()
    func target() -> Item? { bench.rules.decision(on: Self.app, in: bench.state).target(over: Self.app) }
    try bench.apply([policy(.all(except: []))])
    #expect(target() == Self.games)
    try bench.apply([policy(.specific([Self.games], except: []))])
    #expect(target() == Self.games)
    try bench.apply([direct([Self.app], in: "second")])
    #expect(target() == Self.app)
    // A page shielded only by a link has no family whose extension could be called (S12).
    #expect(bench.rules.decision(on: Self.page, in: bench.state).target(over: Self.page) == nil)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a submenu action selects a position of the list on screen (S6, S4)`(_ items: Int) {
    let taps: [ShieldTap] = [
      .firstSecondarySubmenuItemPressed, .secondSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
    ]
    for (position, tap) in taps.enumerated() {
      #expect(tap.isOn(secondaryButton: true, submenuItems: items) == (position < items))
      #expect(!tap.isOn(secondaryButton: false, submenuItems: items))
    }
    #expect(ShieldTap.secondaryButtonPressed.isOn(secondaryButton: true, submenuItems: items))
    #expect(!ShieldTap.secondaryButtonPressed.isOn(secondaryButton: false, submenuItems: items))
    #expect(ShieldTap.primaryButtonPressed.isOn(secondaryButton: false, submenuItems: items))
  }

  @Test(arguments: ShieldTap.allCases)
  func `ignores a tap while another is pending, and one on a missing button (S6)`(_ tap: ShieldTap) {
    #expect(tap.whyIgnored(isOneOpen: true, look: (true, 3)) == .unanswered)
    #expect(tap.whyIgnored(isOneOpen: false, look: (true, 3)) == nil)
    #expect(tap.whyIgnored(isOneOpen: false, look: nil) == nil)
    let plain = tap.whyIgnored(isOneOpen: false, look: (false, 0))
    #expect(plain == (tap == .primaryButtonPressed ? nil : .notShown))
  }

  @Test func `carries out the answer, and redraws no shield that the effects removed (S8)`() {
    func did(_ response: ShieldResponse, isUp: Bool) -> ShieldConsequence {
      response.consequence(isUp: isUp, hasApp: true)
    }
    #expect(did(.none, isUp: true) == .nothing)
    #expect(did(.none, isUp: false) == .nothing)
    #expect(did(.close, isUp: true) == .closesItem)
    #expect(did(.close, isUp: false) == .closesItem)
    #expect(did(.defer, isUp: true) == .asksAgain)
    #expect(did(.defer, isUp: false) == .nothing)
  }

  @Test func `opens the family's app, or reports that there is none (S9)`() {
    #expect(ShieldResponse.openParentalControlsApp.consequence(isUp: true, hasApp: true) == .opensApp)
    #expect(ShieldResponse.openParentalControlsApp.consequence(isUp: true, hasApp: false) == .missesApp)
  }

  @Test func `without an action extension the first button closes and the others do nothing (S10)`() {
    #expect(ShieldTap.allCases.filter { $0.defaultResponse == .close } == [.primaryButtonPressed])
    #expect(ShieldTap.allCases.filter { $0.defaultResponse == .none }.count == 4)
  }

  @Test func `changing the store in the action lifts the shield at once (S13)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    try bench.apply([.clearStore("Default")])
    #expect(bench.state.shield == nil)
    bench.use(Self.app, "2026-08-13 10:01", "2026-08-13 10:02")
    #expect(told(bench) == ["appeared 13 10:00", "disappeared 13 10:01"])
  }

  // MARK: Winners

  @Test func `the child's holder wins over an earlier or more direct rule (S11)`() throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    bench.state.families[Self.third]?.member = .child
    try bench.apply([policy(.all(except: []))], of: Self.third)
    #expect(bench.rules.claims(on: Self.app, in: bench.state).map(\.family) == [Self.third, Bench.family])
  }

  @Test func `direct wins over category, then the earliest rule, then the name (S11)`() throws {
    var bench = bench()
    try bench.apply([policy(.all(except: []))])
    try bench.apply([direct([Self.app])], of: Self.third)
    try bench.apply([direct([Self.app])], of: Self.other)
    #expect(bench.rules.claims(on: Self.app, in: bench.state).map(\.family) == [Self.third, Self.other, Bench.family])
    // Both rules get the same order, so only the name decides.
    for family in [Self.third, Self.other] {
      bench.state.families[family]?.shieldGrounds = [ShieldGround(rule: .item(Self.app), order: 7)]
    }
    #expect(bench.rules.claims(on: Self.app, in: bench.state).first?.family == Self.other)
  }

  @Test func `a rule that excepts the item does not make its family the first (S11)`() throws {
    var bench = bench()
    try bench.apply([policy(.specific([Self.games], except: [Self.app]), in: "old")])
    try bench.apply([policy(.specific([Self.games], except: []))], of: Self.other)
    try bench.apply([policy(.all(except: []), in: "new")])
    #expect(bench.rules.claims(on: Self.app, in: bench.state).map(\.family) == [Self.other, Bench.family])
  }

  @Test func `only the winner draws until its shield drops, then the next draws anew (S11)`() throws {
    var bench = bench()
    try bench.apply([policy(.all(except: []))])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:01")
    try bench.apply([direct([Self.app])], of: Self.other)
    bench.state.families[Self.third]?.member = .child
    try bench.apply([direct([Self.app])], of: Self.third)
    #expect(bench.state.shield?.family == Bench.family)
    #expect(bench.shields.map(\.change) == [.appeared])
    // Without a delay: another family's drawing may not stay on screen.
    try bench.apply([direct([]), policy(.none)])
    #expect(bench.state.shield?.family == Self.third)
    #expect(bench.shields.map(\.shield.family) == [Bench.family, Self.third])
    // After leaving and coming back, the shield has dropped, so the winner is decided anew.
    bench.idle(until: "2026-08-13 10:02")
    bench.use(Self.app, "2026-08-13 10:02", "2026-08-13 10:03")
    #expect(bench.shields.last?.shield.family == Self.third)
  }

  // MARK: Links and use

  @Test func `a link shields the pages of an application, not those of a category (S12)`() throws {
    var bench = bench()
    let below = Item.webDomain("m.page.example")
    try bench.apply([policy(.specific([Self.games], except: []))])
    #expect(bench.rules.decision(on: Self.page, in: bench.state) == .free)
    try bench.apply([direct([Self.app])])
    for page in [Self.page, below] {
      let decision = bench.rules.decision(on: page, in: bench.state)
      #expect(decision == .shielded(.linked(Self.app), winner: Bench.family))
    }
    // A shield on the page itself is drawn by its family.
    try bench.apply([.setSetting(store: "Default", key: .shieldWebDomains, value: .items([Self.page]))])
    #expect(bench.rules.decision(on: below, in: bench.state) == .shielded(.direct, winner: Bench.family))
  }

  @Test func `time under a shield counts toward no limit of the item, but toward the device's (S14)`() throws {
    var bench = bench()
    func event(_ name: String, _ selection: ItemSelection) -> ActivityEvent {
      ActivityEvent(name: name, selection: selection, threshold: .minutes(10), includesPastActivity: false)
    }
    try bench.apply([
      direct([Self.app]),
      .startMonitoring(
        activity: "day", schedule: .wholeDay,
        events: [event("item", ItemSelection(applications: [Self.app])), event("device", ItemSelection())]),
    ])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:20")
    #expect(bench.transcript { $0.event != nil } == ["device 13 10:10"])
    try bench.apply([.clearStore("Default")])
    bench.use(Self.app, "2026-08-13 10:20", "2026-08-13 10:40")
    #expect(bench.transcript { $0.event != nil } == ["device 13 10:10", "item 13 10:30"])
  }

  // MARK: Grants

  private func grant(_ mode: Grant.Mode?, _ seconds: Int64? = nil, reason: String = "") -> Grant {
    Grant(id: "g1", target: Self.app, mode: mode, seconds: seconds, approver: "ana", reason: reason)
  }

  @Test func `a grant replaces, adds, or lasts until the end of the day (LIVE-GRT1)`() throws {
    var bench = bench()
    func end() -> String? { bench.state.grants[Self.app].map(bench.local) }
    _ = try bench.rules.grant(grant(.replace, 3_600), in: &bench.state)
    #expect(end() == "13 11:00")
    _ = try bench.rules.grant(grant(.add, 600), in: &bench.state)
    #expect(end() == "13 11:10")
    _ = try bench.rules.grant(grant(.replace, 60), in: &bench.state)
    #expect(end() == "13 10:01")
    bench.idle(until: "2026-08-13 10:30")
    // An expired grant adds nothing.
    _ = try bench.rules.grant(grant(.add, 60), in: &bench.state)
    #expect(end() == "13 10:31")
    _ = try bench.rules.grant(grant(.untilEndOfDay), in: &bench.state)
    #expect(end() == "14 00:00")
  }

  @Test(arguments: [
    (Grant.Mode?.none, Int64?(60), "grant-mode-missing"), (.replace, nil, "grant-seconds"), (.add, 0, "grant-seconds"),
    (.replace, -1, "grant-seconds"), (.add, .max, "grant-seconds"),
  ])
  func `a grant without a valid duration opens nothing (LIVE-GRT1)`(
    _ mode: Grant.Mode?, _ seconds: Int64?, _ code: String
  ) throws {
    var bench = bench()
    try bench.apply([direct([Self.app])])
    let before = bench.state
    let fault = #expect(throws: Grant.Fault.self) { try bench.rules.grant(grant(mode, seconds), in: &bench.state) }
    #expect(fault?.code == code)
    #expect(fault?.description.contains("g1") == true)
    #expect(bench.state == before)
  }

  @Test func `a grant's reason is limited to 140 bytes (LIVE-GRT1)`() throws {
    var bench = bench()
    _ = try bench.rules.grant(grant(.replace, 1, reason: String(repeating: "x", count: 140)), in: &bench.state)
    let fault = #expect(throws: Grant.Fault.self) {
      try bench.rules.grant(grant(.replace, 1, reason: "ä" + String(repeating: "x", count: 139)), in: &bench.state)
    }
    #expect(fault?.code == "grant-reason")
  }

  @Test func `a grant opens its target and items filed or linked under it, and edits no store (LIVE-GRT1)`() throws {
    var bench = bench()
    try bench.apply([
      direct([Self.app]), .setSetting(store: "web", key: .shieldWebDomains, value: .items([Self.page])),
    ])
    let stores = bench.state.families[Bench.family]?.stores
    let below = Item.webDomain("m.page.example")
    func opened(by target: Item) throws -> [Bool] {
      var state = bench.state
      _ = bench.rules.grant(target, until: .distantFuture, in: &state)
      #expect(state.families[Bench.family]?.stores == stores)
      return [Self.app, Self.page, below].map { bench.rules.decision(on: $0, in: state) == .granted }
    }
    #expect(try opened(by: Self.app) == [true, true, true])
    #expect(try opened(by: Self.page) == [false, true, true])
    #expect(try opened(by: below) == [false, false, true])
    #expect(try opened(by: Self.games) == [true, true, true])
    #expect(try opened(by: .category("1")) == [false, false, false])
  }
}

extension ShieldDecision {
  /// The item that selects the `handle` overload for a tap on this shield.
  fileprivate func target(over item: Item) -> Item? {
    guard case .shielded(let hit, let winner) = self else { return nil }
    return Shield(item: item, hit: hit, family: winner, since: .distantPast).target
  }
}

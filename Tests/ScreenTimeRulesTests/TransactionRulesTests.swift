// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Rules of transactions and tokens that need no host.
@Suite struct TransactionRulesTests {
  private let game = Item.application("org.example.Game")
  private let otherGame = Item.application("org.example.Other")

  private func shield(_ items: [Item]?) -> RuleEffect {
    .setSetting(store: "Default", key: .shieldApplications, value: items.map { .items(ItemSet($0)) })
  }

  // MARK: - C

  @Test func `the last of several assignments to one place wins (C11)`() throws {
    var bench = Bench(at: "2026-08-13 09:00")
    try bench.apply([shield([game]), shield(nil), shield([otherGame])])
    #expect(bench.state.families[Bench.family]?.stores["Default"]?.values == [.shieldApplications: .items([otherGame])])
  }

  @Test func `clearing a store clears its contents at the time it is applied (C11)`() throws {
    var bench = Bench(at: "2026-08-13 09:00")
    // A callback with an empty snapshot clears the store after another program has written to it.
    try bench.apply([shield([game])])
    try bench.apply([.clearStore("Default")])
    #expect(bench.state.families[Bench.family]?.stores.isEmpty == true)
  }

  @Test func `one refused effect leaves the state unchanged, including by the effects before it (C2, C4)`() throws {
    var bench = Bench(at: "2026-08-13 09:00")
    try bench.apply([shield([game])])
    let before = bench.state
    let violation = #expect(throws: EffectViolation.self) {
      try bench.apply([
        .clearStore("Default"), .setSetting(store: "Default", key: .maximumRating, value: .integer(1_001)),
      ])
    }
    #expect(violation?.effectIndex == 1)
    #expect(bench.state == before)
  }

  @Test func `a callback caused by an effect has a later number than its cause (C10)`() throws {
    var bench = Bench(at: "2026-08-13 09:00")
    bench.handler = { delivery in
      delivery.callback == .intervalDidStart ? [.stopMonitoring([delivery.activity])] : []
    }
    try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
    #expect(bench.deliveries.map(\.callback) == [.intervalDidStart, .intervalDidEnd])
    #expect(bench.deliveries[0].sequence < bench.deliveries[1].sequence)
  }

  /// All sequences of `count` stops and registrations of one activity.
  private static func orders(of count: Int, events: [ActivityEvent]) -> [[RuleEffect]] {
    let choices: [RuleEffect] = [
      .stopMonitoring(["day"]), .startMonitoring(activity: "day", schedule: .wholeDay, events: events),
      .startMonitoring(activity: "day", schedule: .daily(.at(0), .at(20)), events: events),
    ]
    return (0..<count).reduce([[]]) { orders, _ in orders.flatMap { order in choices.map { order + [$0] } } }
  }

  /// All orders of up to four stops and registrations in one transaction, in an interval whose start was delivered.
  @Test(arguments: 1...4) func `one transaction owes each delivered start exactly one end (C2, D10, D12)`(
    _ count: Int
  ) throws {
    for order in Self.orders(of: count, events: []) {
      for mode in [DeliveryMode.exact, .faithful] {
        var bench = Bench(mode: mode, at: "2026-08-13 09:00")
        try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
        try bench.apply(order)
        try bench.apply([.stopMonitoring([])])
        let callbacks = bench.deliveries.map(\.callback)
        #expect(callbacks.count.isMultiple(of: 2), "\(order)")
        for (index, callback) in callbacks.enumerated() {
          #expect(callback == (index.isMultiple(of: 2) ? .intervalDidStart : .intervalDidEnd), "\(order)")
        }
      }
    }
  }

  /// All orders of up to four stops and registrations with a limit that past use has reached.
  @Test(arguments: 1...4)
  func `of several registrations in one transaction, only the one that stays has its limit reached`(
    _ count: Int
  ) throws {
    let limit = ActivityEvent(
      name: "e", selection: ItemSelection(), threshold: .minutes(30), includesPastActivity: true)
    for order in Self.orders(of: count, events: [limit]) {
      for mode in [DeliveryMode.exact, .faithful] {
        var bench = Bench(mode: mode, at: "2026-08-13 09:00")
        try bench.apply([.startMonitoring(activity: "day", schedule: .wholeDay, events: [])])
        bench.use(game, "2026-08-13 09:00", "2026-08-13 10:00")
        try bench.apply(order)
        let reached = bench.deliveries.filter { $0.event != nil }.map(\.registration)
        let kept = bench.state.families[Bench.family]?.activities["day"]?.registration
        #expect(reached == [kept].compactMap(\.self), "\(order)")
      }
    }
  }

  @Test func `one instant delivers events, then ends, then starts, by activity and event name (C7)`() throws {
    var bench = Bench(mode: .exact, at: "2026-08-13 08:00")
    func events(_ names: [String]) -> [ActivityEvent] {
      names.map { ActivityEvent(name: $0, selection: ItemSelection(), threshold: .minutes(60)) }
    }
    try bench.apply([
      .startMonitoring(
        activity: "b", schedule: .daily(.at(9), .at(10), warning: 5), events: events(["y", "x"])),
      .startMonitoring(activity: "a", schedule: .daily(.at(9), .at(10), warning: 5), events: events(["z"])),
      .startMonitoring(activity: "c", schedule: .daily(.at(10), .at(11)), events: []),
    ])
    bench.use(game, "2026-08-13 09:00", "2026-08-13 10:01")
    let lines = bench.deliveries.map { "\($0.callback.rawValue) \($0.activity)\($0.event.map { " \($0)" } ?? "")" }
    #expect(
      lines == [
        "intervalWillStartWarning a", "intervalWillStartWarning b", "intervalDidStart a", "intervalDidStart b",
        "eventWillReachThresholdWarning a z", "eventWillReachThresholdWarning b x",
        "eventWillReachThresholdWarning b y", "intervalWillEndWarning a", "intervalWillEndWarning b",
        "eventDidReachThreshold a z", "eventDidReachThreshold b x", "eventDidReachThreshold b y", "intervalDidEnd a",
        "intervalDidEnd b", "intervalDidStart c",
      ])
  }

  @Test func `a setting that hides what is on screen takes its shield down, and its removal puts it back`() throws {
    let page = Item.webDomain("page.example")
    let hiding: [(Item, SettingKey, SettingValue)] = [
      (game, .blockedApplications, .blockedApplications([.item(game)])),
      (page, .blockedByFilter, .webFilter(.specific([.item(page)]))),
    ]
    for (item, key, value) in hiding {
      var bench = Bench(at: "2026-08-13 09:00")
      let isPage = item == page
      try bench.apply([
        .setSetting(
          store: "s", key: isPage ? .shieldWebDomains : .shieldApplications, value: .items(ItemSet([item])))
      ])
      bench.use(isPage ? otherGame : game, web: isPage ? page : nil, "2026-08-13 09:00", "2026-08-13 09:10")
      #expect(bench.state.shield?.item == item)
      try bench.apply([.setSetting(store: "s", key: key, value: value)])
      #expect(bench.state.shield == nil && bench.shields.last?.change == .disappeared)
      try bench.apply([.setSetting(store: "s", key: key, value: nil)])
      #expect(bench.state.shield?.item == item && bench.shields.last?.change == .appeared)
    }
  }

  @Test func `every way to take a rule away or back changes the shield on screen at once`() throws {
    let away: [RuleEffect] = [
      .setStoreActive(store: "s", isActive: false), .clearStore("s"), .deleteStore("s"),
      .setSetting(store: "s", key: .shieldApplications, value: nil),
    ]
    for effect in away {
      var bench = Bench(at: "2026-08-13 09:00")
      let set = RuleEffect.setSetting(store: "s", key: .shieldApplications, value: .items([game]))
      try bench.apply([set])
      bench.use(game, "2026-08-13 09:00", "2026-08-13 09:10")
      #expect(bench.shields.map(\.change) == [.appeared])
      try bench.apply([effect])
      #expect(bench.shields.map(\.change) == [.appeared, .disappeared], "\(effect)")
      try bench.apply([.setStoreActive(store: "s", isActive: true), set])
      #expect(bench.shields.map(\.change) == [.appeared, .disappeared, .appeared], "\(effect)")
    }
  }

  @Test func `a shield whose family gives it up passes to the next family that shields the item`() throws {
    let other = FamilyID("worklog")
    let set = RuleEffect.setSetting(store: "s", key: .shieldApplications, value: .items([game]))
    var bench = Bench(at: "2026-08-13 09:00")
    bench.state.families[other] = FamilyState(authorization: .approved, member: .individual)
    try bench.apply([set])
    try bench.apply([set], of: other)
    bench.use(game, "2026-08-13 09:00", "2026-08-13 09:10")
    #expect(bench.state.shield?.family == Bench.family)
    try bench.apply([.clearStore("s")])
    #expect(bench.state.shield?.family == other && bench.state.shield?.hit == .direct)
    #expect(bench.shields.map(\.change) == [.appeared, .changed] && bench.shields.last?.shield.family == other)
    try bench.apply([.clearStore("s")], of: other)
    #expect(bench.state.shield == nil && bench.shields.last?.change == .disappeared)
  }

  @Test func `a setting that shields and hides nothing does not ask for the shield on screen again`() throws {
    for key in SettingKey.allCases where !key.isShield && key != .blockedApplications && key != .blockedByFilter {
      var bench = Bench(at: "2026-08-13 09:00")
      try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: .items([game]))])
      bench.use(game, "2026-08-13 09:00", "2026-08-13 09:10")
      let shown = bench.state.shield
      let value: SettingValue =
        switch key.kind {
        case .bool: .bool(true)
        case .rating: .integer(600)
        default: .cookiePolicy(.never)
        }
      try bench.apply([.setSetting(store: "t", key: key, value: value)])
      #expect(bench.shields.map(\.change) == [.appeared] && bench.state.shield == shown, "\(key)")
    }
  }

  @Test func `shield rules are kept from the oldest to the newest, and rules of one age by name`() throws {
    var bench = Bench(at: "2026-08-13 09:00")
    var shielded: [Item] = []
    for ids in [["m"], ["z"], ["c", "a", "b"], ["k"]] {
      shielded += ids.map { Item.application($0) }
      try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: .items(ItemSet(shielded)))])
    }
    let grounds = bench.state.families[Bench.family]?.shieldGrounds ?? []
    let items = grounds.compactMap { if case .item(let item) = $0.rule { item.id } else { nil } }
    #expect(items == ["m", "z", "a", "b", "c", "k"])
    #expect(grounds.map(\.order) == grounds.map(\.order).sorted() && Set(grounds.map(\.order)).count == 4)
  }

  @Test(arguments: [FamilyMode.strict, .appleCompatible])
  func `a list with an item of another kind is refused, and compat leaves that item out`(_ mode: FamilyMode) throws {
    let items: [Item] = [game, .webDomain("page.example"), .category("1")]
    let lists: [(SettingKey, Item, (ItemSet) -> SettingValue)] = [
      (.shieldApplications, items[0], { .items($0) }), (.shieldWebDomains, items[1], { .items($0) }),
      (.shieldApplicationCategories, items[2], { .categoryPolicy(.specific($0, except: [])) }),
      (.shieldWebDomainCategories, items[2], { .categoryPolicy(.specific($0, except: [])) }),
      (.shieldApplicationCategories, items[0], { .categoryPolicy(.all(except: $0)) }),
      (.shieldWebDomainCategories, items[1], { .categoryPolicy(.all(except: $0)) }),
    ]
    for (key, item, value) in lists {
      var bench = Bench(at: "2026-08-13 09:00")
      bench.state.families[Bench.family]?.mode = mode
      let effect = RuleEffect.setSetting(store: "s", key: key, value: value(ItemSet(items)))
      if mode == .strict {
        let found = #expect(throws: EffectViolation.self) { try bench.apply([effect]) }
        #expect(found?.code == .fault(.tokenUnknown), "\(key)")
      } else {
        try bench.apply([effect])
        #expect(bench.state.families[Bench.family]?.stores["s"]?.values[key] == value([item]), "\(key)")
      }
    }
  }

  // MARK: - T

  @Test func `a setting survives its item's removal and applies again when it returns (T6, §8.6)`() throws {
    let installed = ItemRegistry(bundleIdentifiers: [game: "org.example.Game"])
    var bench = Bench(at: "2026-08-13 09:00", registry: installed)
    try bench.apply([
      shield([game]),
      .setSetting(
        store: "Blocked", key: .blockedApplications,
        value: .blockedApplications([.item(otherGame), .name("org.example.Later")])),
    ])
    let before = bench.state
    // Everything is uninstalled, then installed again with one more application.
    bench.rules = DeviceRules(mode: .faithful, registry: ItemRegistry())
    bench.idle(until: "2026-08-13 10:00")
    #expect(bench.state.families == before.families)
    let later = Item.application("org.example.later")
    bench.rules = DeviceRules(
      mode: .faithful,
      registry: ItemRegistry(bundleIdentifiers: [game: "org.example.Game", later: "org.example.Later"]))
    guard case .shielded(.direct, winner: Bench.family) = bench.rules.decision(on: game, in: bench.state) else {
      Issue.record("\(bench.rules.decision(on: game, in: bench.state))")
      return
    }
    #expect("\(bench.rules.decision(on: otherGame, in: bench.state))".hasPrefix("blocked"))
    #expect("\(bench.rules.decision(on: later, in: bench.state))".hasPrefix("blocked"))
  }
}

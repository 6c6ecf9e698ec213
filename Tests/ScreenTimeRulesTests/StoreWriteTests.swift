// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Writes to stores and defaults that are refused, that change nothing, or that just fit.
@Suite struct StoreWriteTests {
  private static let app = Item.application("app")

  private static func deny(_ store: String) -> RuleEffect {
    .setSetting(store: store, key: .denySiri, value: .bool(true))
  }

  private func set(_ key: String, _ value: DefaultValue?, in suite: String = "group") -> RuleEffect {
    .setDefault(suite: suite, key: key, value: value)
  }

  private func text(_ count: Int) -> DefaultValue { .string(String(repeating: "x", count: count)) }

  @Test(arguments: [FamilyMode.strict, .appleCompatible])
  func `no write to a store takes effect without approval`(_ mode: FamilyMode) {
    let effects: [RuleEffect] = [
      .setSetting(store: "s", key: .denySiri, value: nil), .setSetting(store: "t", key: .denySiri, value: .bool(true)),
      .setStoreActive(store: "s", isActive: false), .setStoreActive(store: "t", isActive: false), .clearStore("s"),
      .deleteStore("s"), .clearStore("t"),
    ]
    for effect in effects {
      var bench = Bench(at: "2026-08-13 10:00")
      var family = FamilyState(mode: mode)
      family.stores = ["s": SettingsStore(values: [.denySiri: .bool(true)])]
      bench.state.families[Bench.family] = family
      let found = violation { () throws(EffectViolation) in try bench.apply([effect]) }
      #expect(found?.code.rawValue == (mode == .strict ? "unauthorized" : nil), "\(effect)")
      #expect(bench.state.families[Bench.family]?.stores == family.stores, "\(effect)")
    }
  }

  @Test func `a family with as many stores as it may have can write to each of them, and to no other`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let names = (1...50).map { "store \($0)" }
    try bench.apply(names.map(Self.deny))
    try bench.apply(names.map { .setSetting(store: $0, key: .maximumRating, value: .integer(300)) })
    try bench.apply(names.map { .setStoreActive(store: $0, isActive: false) })
    try bench.apply([Self.deny("Default")])
    let before = bench.state
    let found = violation { () throws(EffectViolation) in try bench.apply([Self.deny("store 51")]) }
    #expect(found?.code == .limit(.namedStores))
    #expect([found?.limit, found?.actual] == [50, 51])
    #expect(bench.state == before)
    let store = SettingsStore(isActive: false, values: [.denySiri: .bool(true), .maximumRating: .integer(300)])
    for name in names { #expect(bench.state.families[Bench.family]?.stores[name] == store, "\(name)") }
  }

  @Test func `effects that change no shield rule leave the shield on screen and the order of the rules`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: .items([Self.app]))])
    bench.use(Self.app, "2026-08-13 10:00", "2026-08-13 10:05")
    let (shown, order) = (bench.state.shield, bench.state.shieldOrder)
    let effects: [RuleEffect] = [
      .clearStore("never"), .deleteStore("never"), Self.deny("s"), .stopMonitoring([]),
      .startMonitoring(activity: "day", schedule: .wholeDay, events: []),
      .setDefault(suite: "group", key: "k", value: .bool(true)),
    ]
    for effect in effects {
      try bench.apply([effect])
      #expect(bench.shields.map(\.change) == [.appeared] && bench.state.shield == shown, "\(effect)")
      #expect(bench.state.shieldOrder == order, "\(effect)")
    }
  }

  @Test func `a suite of defaults holds as many bytes as its limit, and a removed key leaves the others`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.rules.limits.set(.defaultsBytes, to: 100)
    // A key of one byte, eight bytes of the value and its text.
    try bench.apply([set("a", text(91)), set("a", text(91), in: "other")])
    var found = violation { () throws(EffectViolation) in try bench.apply([set("a", text(92))]) }
    #expect(found?.code == .limit(.defaults))
    #expect([found?.limit, found?.actual] == [100, 101])
    try bench.apply([set("a", text(82)), set("b", .bool(true))])
    found = violation { () throws(EffectViolation) in try bench.apply([set("a", text(83))]) }
    #expect([found?.limit, found?.actual] == [100, 101])
    func defaults() -> [String: [String: DefaultValue]]? { bench.state.families[Bench.family]?.defaults }
    #expect(defaults() == ["group": ["a": text(82), "b": .bool(true)], "other": ["a": text(91)]])
    try bench.apply([set("a", nil), set("a", nil, in: "other"), set("never", nil, in: "none")])
    #expect(defaults() == ["group": ["b": .bool(true)]])
  }

  @Test func `a name has one to so many bytes, is composed, and has no invisible characters`() {
    let valid = ["a", "abcd", "~", "\u{E9}", "\u{E9}\u{E9}", "a\u{540D}", "\u{80AA}", "\u{1F600}", "a b"]
    let invalid = [
      "", "abcde", "\u{E9}\u{E9}a", "e\u{301}", "\u{212B}", "a\n", "\u{7F}", "\u{85}", "\u{AD}", "\u{200D}",
    ]
    for name in valid { #expect(NameRule.isValid(name, maximumBytes: 4), "\(name)") }
    for name in invalid { #expect(!NameRule.isValid(name, maximumBytes: 4), "\(name)") }
  }
}

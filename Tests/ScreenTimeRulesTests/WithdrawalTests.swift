// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// The rules of a family after the person withdrew one item from it (`privacy.md#tokens`).
@Suite struct WithdrawalTests {
  private static let gone = Item.application("gone")
  private static let kept = Item.application("kept")

  private func value(
    _ key: SettingKey, _ value: SettingValue, without item: Item = Self.gone
  ) throws -> SettingValue? {
    var bench = Bench(at: "2026-08-13 10:00")
    try bench.apply([.setSetting(store: "a", key: key, value: value)])
    _ = bench.rules.withdraw(item, from: Bench.family, in: &bench.state)
    return bench.state.families[Bench.family]?.stores["a"]?.values[key]
  }

  @Test func `a list keeps the family's other items and names`() throws {
    #expect(try value(.shieldApplications, .items([Self.gone, Self.kept])) == .items([Self.kept]))
    #expect(
      try value(.blockedApplications, .blockedApplications([.item(Self.gone), .item(Self.kept), .name("other")]))
        == .blockedApplications([.item(Self.kept), .name("other")]))
  }

  @Test func `a filter keeps the family's other domains`() throws {
    let (gone, kept) = (Item.webDomain("gone.example"), Item.webDomain("kept.example"))
    #expect(
      try value(.blockedByFilter, .webFilter(.specific([.item(gone), .item(kept)])), without: gone)
        == .webFilter(.specific([.item(kept)])))
  }

  @Test func `a list of the item alone is removed`() throws {
    #expect(try value(.blockedApplications, .blockedApplications([.item(Self.gone)])) == nil)
  }

  // MARK: - A reset

  private static let shields: [SettingKey] = [.shieldApplications, .shieldWebDomains]

  @Test func `what was written with void tokens stays in force and is marked until it is written or cleared`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    func family() throws -> FamilyState { try #require(bench.state.families[Bench.family]) }
    func marks() throws -> [Bool] {
      let store = try #require(family().stores["a"])
      return Self.shields.map(store.isVoided)
    }
    func write(_ key: SettingKey, _ value: SettingValue?) -> RuleEffect {
      .setSetting(store: "a", key: key, value: value)
    }
    try bench.apply([
      write(.shieldApplications, .items([Self.gone, Self.kept])),
      write(.shieldWebDomains, .items([.webDomain("w.example")])),
      write(.denyExplicitContent, .bool(true)),
    ])
    #expect(try marks() == [false, false])
    #expect(try family().names(of: Self.gone) == [Self.gone])
    #expect(try family().names(of: .webDomain("a.w.example")) == [.webDomain("w.example")])
    bench.rules.voidTokens(of: Bench.family, in: &bench.state)
    let voided = try #require(family().stores["a"])
    #expect(Self.shields.map(voided.isVoided) == [true, true] && !voided.isVoided(.denyExplicitContent))
    #expect(voided[.shieldApplications] == .items([Self.gone, Self.kept]))
    #expect(try family().names(of: Self.gone) == [])
    // A mark survives a withdrawal, and a restart.
    _ = bench.rules.withdraw(Self.kept, from: Bench.family, in: &bench.state)
    let before = try family()
    let stored = try JSONDecoder().decode(FamilyState.self, from: JSONEncoder().encode(before))
    #expect(stored == before)
    #expect(try #require(stored.stores["a"]).isVoided(.shieldApplications))
    try bench.apply([write(.shieldApplications, .items([Self.gone]))])
    #expect(try marks() == [false, true])
    #expect(try family().names(of: Self.gone) == [Self.gone] && family().names(of: .webDomain("w.example")) == [])
    try bench.apply([.clearStore("a"), write(.shieldWebDomains, .items([.webDomain("w.example")]))])
    #expect(try marks() == [false, false])
  }

  @Test func `an activity is marked until it is registered anew`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let start = RuleEffect.startMonitoring(
      activity: "day", schedule: Schedule(start: .minutes(0), end: .minutes(40), repeats: true), events: [])
    func isVoided() -> Bool? { bench.state.families[Bench.family]?.activities["day"]?.isVoided }
    try bench.apply([start])
    #expect(isVoided() == nil)
    bench.rules.voidTokens(of: Bench.family, in: &bench.state)
    #expect(isVoided() == true)
    try bench.apply([start])
    #expect(isVoided() == nil)
  }
}

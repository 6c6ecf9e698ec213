// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

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
}

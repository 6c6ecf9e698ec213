// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Shields, blocks and limits on an item, and their changes when two items are merged.
@Suite struct RestraintTests {
  private static let (game, chat) = (Item.application("game"), Item.application("chat"))
  private static let (page, sub) = (Item.webDomain("a.example"), Item.webDomain("sub.a.example"))
  private static let other = FamilyID("worklog")

  private func event(_ name: String, _ selection: ItemSelection) -> ActivityEvent {
    ActivityEvent(name: name, selection: selection, threshold: .minutes(30))
  }

  @Test func `an item is restrained by each setting that closes it and by each event that counts it`() throws {
    var bench = Bench(at: "2026-08-13 09:00", registry: ItemRegistry(categories: [Self.chat: .category("2")]))
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    let items = [Self.game, Self.chat, Self.page, Self.sub]
    #expect(bench.rules.restraints(on: items, in: bench.state).isEmpty)
    try bench.apply([
      .setSetting(store: "s", key: .shieldApplications, value: .items([Self.game])),
      .startMonitoring(
        activity: "day", schedule: .wholeDay,
        events: [
          event("chats", ItemSelection(categories: [.category("2")])),
          event("pages", ItemSelection(webDomains: [Self.page])),
        ]),
    ])
    try bench.apply(
      [
        .setSetting(store: "s", key: .blockedByFilter, value: .webFilter(.specific([.item(Self.sub)]))),
        .startMonitoring(activity: "all", schedule: .wholeDay, events: [event("use", ItemSelection())]),
      ], of: Self.other)
    var expected: Set<Restraint> = [
      .closed(Self.game), .closed(Self.sub),
      .counted(Self.chat, by: Bench.family, activity: "day", event: "chats"),
      .counted(Self.page, by: Bench.family, activity: "day", event: "pages"),
      .counted(Self.sub, by: Bench.family, activity: "day", event: "pages"),
    ]
    for item in items { expected.insert(.counted(item, by: Self.other, activity: "all", event: "use")) }
    #expect(bench.rules.restraints(on: items, in: bench.state) == expected)
    #expect(bench.rules.restraints(on: [Self.game], in: bench.state) == expected.filter { $0.item == Self.game })
    // A grant ends by itself, so the setting under it is still a restraint.
    _ = bench.rules.grant(Self.game, until: bench.state.now.advanced(by: 60_000), in: &bench.state)
    #expect(bench.rules.restraints(on: items, in: bench.state) == expected)
  }

  @Test func `a restraint that moves to another item stays the same otherwise`() {
    let counted = Restraint.counted(Self.game, by: Self.other, activity: "a", event: "e")
    #expect(Restraint.closed(Self.game).moved(to: Self.chat) == .closed(Self.chat))
    #expect(counted.moved(to: Self.chat) == .counted(Self.chat, by: Self.other, activity: "a", event: "e"))
  }

  /// The values of a store with lists of references as sets, which is what they mean.
  private func meaning(_ store: SettingsStore) -> [SettingKey: SettingValue] {
    func unique(_ references: [ItemReference]) -> [ItemReference] { Set(references).sorted() }
    return store.values.mapValues { value in
      switch value {
      case .blockedApplications(let blocked): .blockedApplications(unique(blocked))
      case .webFilter(.specific(let domains)): .webFilter(.specific(unique(domains)))
      case .webFilter(.auto(let domains, let except)): .webFilter(.auto(unique(domains), except: unique(except)))
      case .webFilter(.all(let except)): .webFilter(.all(except: unique(except)))
      default: value
      }
    }
  }

  /// Every store is compared with a copy in whose text one name was replaced by the other.
  @Test(arguments: Array(UInt64(1)...30))
  func `a merge replaces the item with its target in every setting and changes nothing else`(_ seed: UInt64) throws {
    var made = GeneratedSettings(seed: seed)
    let rules = DeviceRules(registry: made.registry())
    let state = made.state()
    func replaced(_ store: SettingsStore, _ item: Item, _ target: Item) throws -> SettingsStore {
      let text = String(decoding: try JSONEncoder().encode(store), as: UTF8.self)
      return try JSONDecoder().decode(
        SettingsStore.self, from: Data(text.replacing("\"\(item.id)\"", with: "\"\(target.id)\"").utf8))
    }
    for items in [GeneratedSettings.apps, GeneratedSettings.sites] {
      for (item, target) in zip(items, items.dropFirst() + items.prefix(1)) {
        var merged = state
        _ = rules.merge(item, into: target, in: &merged)
        for (id, family) in state.families {
          for (name, store) in family.stores {
            let found = try #require(merged.families[id]?.stores[name])
            #expect(try meaning(found) == meaning(replaced(store, item, target)), "\(item.id) into \(target.id)")
          }
        }
        for (name, store) in state.operatorStores {
          let found = try #require(merged.operatorStores[name])
          #expect(try meaning(found) == meaning(replaced(store, item, target)), "\(item.id) into \(target.id)")
        }
      }
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The order of items of several kinds, and what a registry says whatever the order in which it was filled.
@Suite struct RegistryOrderTests {
  @Test func `items are ordered by their kind, and those of one kind by their name`() {
    let ordered: [Item] = [
      .application("b"), .application("c"), .webDomain("a"), .webDomain("c"), .category("0"), .category("b"),
    ]
    for left in ordered.indices {
      for right in ordered.indices {
        #expect((ordered[left] < ordered[right]) == (left < right), "\(ordered[left]) \(ordered[right])")
      }
    }
    #expect(ItemSet(Array(ordered.reversed()) + ordered).items == ordered)
  }

  @Test func `a category is filed under itself, and an item without a category under the other one`() {
    let games = Item.category("2")
    let registry = ItemRegistry(categories: [.application("a"): games])
    let items: [Item] = [games, .category("99"), .application("a"), .application("b"), .webDomain("a.example")]
    #expect(
      items.map { registry.category(of: $0) } == [
        games, .category("99"), games, .otherCategory, .otherCategory,
      ])
  }

  @Test func `registries with the same links are equal, in whatever order the links are kept`() {
    let page = Item.webDomain("page.example")
    let apps = (0..<24).map { Item.application("app \($0)") }
    // A dictionary with more room iterates in another order.
    var (tight, roomy): ([Item: ItemSet], [Item: ItemSet]) = ([:], [:])
    roomy.reserveCapacity(4_000)
    for app in apps { tight[app] = ItemSet([page]) }
    for app in apps.reversed() { roomy[app] = ItemSet([page]) }
    #expect(ItemRegistry(links: tight) == ItemRegistry(links: roomy))
    #expect(ItemRegistry(links: roomy).applications(linkedTo: page) == apps.sorted())
  }
}

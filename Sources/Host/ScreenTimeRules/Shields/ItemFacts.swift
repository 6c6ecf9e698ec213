// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The facts about an item that shield rules need, looked up once for all stores.
package struct ItemFacts: Sendable {
  let item: Item
  /// The items by which a rule can name it: the item, and the parents of a domain (M11).
  let names: [Item]
  let category: Item
  /// Applications that a web domain belongs to (S12).
  let linkedApplications: [Item]
  /// Whether category policies never cover it (M7).
  let isExempt: Bool
  let isBrowser: Bool

  package init(_ item: Item, registry: ItemRegistry) {
    self.item = item
    names = item.kind == .webDomain ? DomainName.covering(item) : [item]
    category = registry.category(ofNames: names)
    linkedApplications = item.kind == .webDomain ? registry.applications(linkedToNames: names) : []
    isExempt = registry.exemptApplications.contains(item)
    isBrowser = registry.browsers.contains(item)
  }
}

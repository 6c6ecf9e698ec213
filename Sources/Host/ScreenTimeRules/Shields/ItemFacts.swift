// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What shield rules ask about an item, looked up once and not again for each store.
package struct ItemFacts: Sendable {
  let item: Item
  /// The names a rule can know it by: itself, and a domain's parents (M11).
  let names: [Item]
  let category: Item
  /// Applications that a web domain belongs to (S12).
  let linkedApplications: [Item]
  /// No category policy covers it (M7).
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

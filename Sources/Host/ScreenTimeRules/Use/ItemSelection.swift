// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The applications, categories and web domains that an event, a filter or a report counts (E1, E2).
package struct ItemSelection: Hashable, Codable, Sendable {
  package var applications: ItemSet
  package var categories: ItemSet
  package var webDomains: ItemSet
  /// The number of tokens that did not resolve (T5). An event with only such tokens matches nothing, never everything.
  package var unresolvedTokens: Int

  package init(
    applications: ItemSet = [], categories: ItemSet = [], webDomains: ItemSet = [], unresolvedTokens: Int = 0
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.unresolvedTokens = unresolvedTokens
  }

  /// Applications, categories and domains, in this order.
  package var items: [Item] { applications.items + categories.items + webDomains.items }

  package var count: Int { applications.count + categories.count + webDomains.count + unresolvedTokens }

  /// Whether all three sets are empty, which means all device use (E2).
  package var isEverything: Bool { count == 0 }
}

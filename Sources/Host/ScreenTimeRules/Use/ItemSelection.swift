// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What an event, a filter or a report counts: applications, categories and web domains (E1, E2).
package struct ItemSelection: Hashable, Codable, Sendable {
  package var applications: ItemSet
  package var categories: ItemSet
  package var webDomains: ItemSet
  /// How many tokens did not resolve (T5). An event emptied that way matches nothing, never everything (§8).
  package var unresolvedTokens: Int

  package init(
    applications: ItemSet = [], categories: ItemSet = [], webDomains: ItemSet = [], unresolvedTokens: Int = 0
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.unresolvedTokens = unresolvedTokens
  }

  package var count: Int { applications.count + categories.count + webDomains.count + unresolvedTokens }

  /// Three empty sets: all device use (E2).
  package var isEverything: Bool { count == 0 }
}

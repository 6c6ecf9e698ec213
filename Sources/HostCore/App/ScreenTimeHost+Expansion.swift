// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules

// MARK: - Picking a category with its members

extension ScreenTimeHost {
  /// The items that are filed under `categories` at this moment (T7), sorted; none under the profile `tight`.
  ///
  /// What the host knows is what the registry files or names: an item nobody ever named can't be picked either.
  func members(of categories: ItemSet) -> [Item] {
    guard profile.expandsCategories, !categories.items.isEmpty else { return [] }
    let registry = configuration.registry
    let known = Set(registry.categories.keys).union(configuration.names.keys)
    return known.filter { $0.kind != .category && categories.contains(registry.category(of: $0)) }.sorted()
  }
}

extension ItemSelection {
  /// Everything chosen, in the order of the three sets.
  var items: [Item] { applications.items + categories.items + webDomains.items }

  /// The selection with more applications and domains.
  func adding(_ members: [Item]) -> ItemSelection {
    ItemSelection(
      applications: ItemSet(applications.items + members.filter { $0.kind == .application }),
      categories: categories,
      webDomains: ItemSet(webDomains.items + members.filter { $0.kind == .webDomain }))
  }
}

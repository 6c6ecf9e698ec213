// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Everything in the foreground that a selection can match, looked up once per change (E1, E2, E8).
package struct ForegroundKeys: Sendable {
  let isInUse: Bool
  /// The foreground application, and applications linked to the foreground domain (E8).
  let applications: [Item]
  /// The foreground domain and its parents (M11).
  let webDomains: [Item]
  let categories: [Item]

  package init(_ front: Foreground, registry: ItemRegistry) {
    self.init(front, registry: registry, appCategory: nil, webCategory: nil)
  }

  /// Creates the keys of counted use, with the categories at that time (E2).
  package init(counted use: UseSpan, registry: ItemRegistry) {
    self.init(Foreground(use.front), registry: registry, appCategory: use.appCategory, webCategory: use.webCategory)
  }

  private init(_ front: Foreground, registry: ItemRegistry, appCategory: Item?, webCategory: Item?) {
    isInUse = front.isInUse
    guard front.isInUse else {
      applications = []
      webDomains = []
      categories = []
      return
    }
    var applications: [Item] = []
    var categories: [Item] = []
    if let app = front.app {
      applications.append(app)
      categories.append(appCategory ?? registry.category(of: app))
    }
    if let web = front.web {
      applications += registry.applications(linkedTo: web)
      categories.append(webCategory ?? registry.category(of: web))
      webDomains = DomainName.covering(web)
    } else {
      webDomains = []
    }
    self.applications = applications
    self.categories = categories
  }

  package func matches(_ selection: ItemSelection) -> Bool {
    guard isInUse else { return false }
    if selection.isEverything { return true }
    return applications.contains { selection.applications.contains($0) }
      || categories.contains { selection.categories.contains($0) }
      || webDomains.contains { selection.webDomains.contains($0) }
  }
}

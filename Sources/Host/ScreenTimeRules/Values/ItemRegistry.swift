// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the identity registry knows about items: categories, links, bundle identifiers (`live.md`).
///
/// A value, not a service: two runs with equal registries decide equally.
package struct ItemRegistry: Codable, Equatable, Sendable {
  /// The one category of an item (S2); absent means ``Item/otherCategory``.
  package var categories: [Item: Item]
  /// Application → the web domains that belong to it (S12, E8).
  package var links: [Item: ItemSet] { didSet { rebuildLinkedApplications() } }
  /// Application → the identifier that `Application(bundleIdentifier:)` names it by (T4).
  package var bundleIdentifiers: [Item: String]
  /// The operator's list behind `.auto` filters (§3); names cover their subdomains.
  package var adultDomains: Set<String>
  /// Session shell, lock screen and host surfaces: no category policy covers these (M7).
  package var exemptApplications: Set<Item>

  /// Browsers count under Other, but no `.specific` category shield covers them (LIVE-ID4).
  package var browsers: Set<Item>

  private var linkedApplications: [Item: [Item]] = [:]

  package init(
    categories: [Item: Item] = [:], links: [Item: ItemSet] = [:], bundleIdentifiers: [Item: String] = [:],
    adultDomains: Set<String> = [], exemptApplications: Set<Item> = [], browsers: Set<Item> = []
  ) {
    self.categories = categories
    self.links = links
    self.bundleIdentifiers = bundleIdentifiers
    self.adultDomains = adultDomains
    self.exemptApplications = exemptApplications
    self.browsers = browsers
    rebuildLinkedApplications()
  }

  /// The category under which an application or domain is filed now; a subdomain inherits its domain's (M11).
  package func category(of item: Item) -> Item {
    if item.kind == .category { return item }
    return category(ofNames: item.kind == .webDomain ? DomainName.covering(item) : [item])
  }

  /// The category of whatever is known by these names, nearest first.
  func category(ofNames names: [Item]) -> Item {
    for name in names {
      if let category = categories[name] { return category }
    }
    return .otherCategory
  }

  /// The words in which a family may have named an application: its token, its bundle identifier, its own id (T4).
  func names(of application: Item) -> [ItemReference] {
    let names = Set([application.id, bundleIdentifiers[application] ?? application.id]).sorted {
      $0.isOrderedBefore($1)
    }
    return [.item(application)] + names.map(ItemReference.name)
  }

  /// Applications whose linked domains include this one, sorted.
  package func applications(linkedTo domain: Item) -> [Item] {
    applications(linkedToNames: DomainName.covering(domain))
  }

  func applications(linkedToNames names: [Item]) -> [Item] {
    guard !linkedApplications.isEmpty else { return [] }
    var found: [Item] = []
    for name in names {
      if let applications = linkedApplications[name] { found += applications }
    }
    return found.count < 2 ? found : ItemSet(found).items
  }

  private mutating func rebuildLinkedApplications() {
    linkedApplications = [:]
    for (application, domains) in links {
      for domain in domains.items { linkedApplications[domain, default: []].append(application) }
    }
    for domain in Array(linkedApplications.keys) { linkedApplications[domain]?.sort() }
  }
}

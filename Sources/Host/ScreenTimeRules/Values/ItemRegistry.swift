// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The identity registry's facts about items: categories, links, bundle identifiers.
///
/// It is a value, not a service, so two runs with equal registries decide equally.
package struct ItemRegistry: Codable, Equatable, Sendable {
  /// The category of an item (S2); ``Item/otherCategory`` if absent.
  package var categories: [Item: Item]
  /// Application → the web domains that belong to it (S12, E8).
  package var links: [Item: ItemSet] { didSet { rebuildLinkedApplications() } }
  /// Application → the identifier in `Application(bundleIdentifier:)` (T4).
  package var bundleIdentifiers: [Item: String]
  /// The operator's list for `.auto` filters. A name covers its subdomains.
  package var adultDomains: Set<String>
  /// Session shell, lock screen and host surfaces: no category policy covers these (M7).
  package var exemptApplications: Set<Item>

  /// Browsers, which count under Other but which no `.specific` category shield covers (LIVE-ID4).
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

  /// The current category of an application or domain; a subdomain inherits its domain's (M11).
  package func category(of item: Item) -> Item {
    if item.kind == .category { return item }
    return category(ofNames: item.kind == .webDomain ? DomainName.covering(item) : [item])
  }

  /// The category of the first of these names that has one, nearest first.
  func category(ofNames names: [Item]) -> Item {
    for name in names {
      if let category = categories[name] { return category }
    }
    return .otherCategory
  }

  /// The forms in which a family may have named an application: its token, its bundle identifier or its own id (T4).
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

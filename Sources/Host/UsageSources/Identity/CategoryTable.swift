// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ScreenTimeRules

/// The categories and display names of apps and hosts. A guardian's assignment comes first, then desktop files, then
/// the built-in list, then a list of web classes (LIVE-ID4).
package struct CategoryTable: Sendable {
  /// The guardian's assignments, which override everything.
  package var filings: [Item: CategoryCode]
  private var desktopFiles: DesktopFiles
  /// Domain → category, matched by label suffix.
  private var domains: [String: CategoryCode] = [:]

  package init(filings: [Item: CategoryCode] = [:], desktopFiles: DesktopFiles = DesktopFiles()) {
    self.filings = filings
    self.desktopFiles = desktopFiles
  }

  /// Adds web classes from a file in the format of `v2fly_domain_categories.json`: class → domains.
  ///
  /// A domain in several classes gets the first in a fixed order. An empty class adds nothing: it means that no list is
  /// installed, not that nothing matches. Other classes are ignored.
  package mutating func addWebClasses(_ contents: Data) throws(UsageImportError) {
    guard let classes = try? JSONDecoder().decode([String: [String]].self, from: contents) else {
      throw UsageImportError(.notJSON, "the list of web classes is not a JSON object of class names and domains")
    }
    let order = [
      "games", "social", "communication", "forums", "education", "news", "shopping", "ai", "dev", "entertainment",
    ]
    for name in order {
      guard let code = CategoryCode(webClass: name) else { continue }
      for text in classes[name] ?? [] {
        guard let domain = Identifier.host(ofAddress: "https://\(text)/") else {
          throw UsageImportError(.notUsage, "the web class “\(name)” lists “\(text)”, which is not a domain")
        }
        if domains[domain] == nil { domains[domain] = code }
      }
    }
  }

  /// The category of an app or a host; `.other` if unknown.
  package func category(of item: Item) -> CategoryCode {
    if let filed = filings[item] { return filed }
    switch item.kind {
    case .category: return Int(item.id).flatMap(CategoryCode.init(rawValue:)) ?? .other
    case .application:
      if let entry = desktopFiles[item.id] { return CategoryCode(desktopCategories: entry.categories) ?? .other }
      return BuiltInCategories.category(ofApplication: item.id) ?? .other
    case .webDomain:
      let names = DomainName.covering(item)
      if let filed = names.lazy.compactMap({ filings[$0] }).first { return filed }
      return names.lazy.compactMap { BuiltInCategories.hosts[$0.id] ?? domains[$0.id] }.first ?? .other
    }
  }

  /// The display name: the desktop file's name, the built-in one, or the id without its prefix.
  package func displayName(of item: Item) -> String {
    switch item.kind {
    case .category: return category(of: item).displayName
    case .webDomain: return item.id
    case .application:
      if let entry = desktopFiles[item.id] { return entry.name }
      if let name = BuiltInCategories.names[item.id] { return name }
      if item.id.hasPrefix("wm:") { return item.id.dropFirst(3).capitalized }
      return String(item.id.split(separator: ".").last ?? Substring(item.id))
    }
  }

  /// All apps and hosts in the table, for a live run, whose items aren't known in advance.
  package var knownItems: [Item] {
    let applications = desktopFiles.entries.map(\.id) + BuiltInCategories.names.keys
    let hosts = Array(BuiltInCategories.hosts.keys) + domains.keys
    return Set(
      applications.map(Item.application) + hosts.map(Item.webDomain) + filings.keys
    ).filter { $0.kind != .category }.sorted()
  }

  /// The rules' facts about these items. Hosts are entered at the level at which a list names them, so that subdomains
  /// inherit.
  package func registry(for items: some Sequence<Item>) -> ItemRegistry {
    var categories: [Item: Item] = [:]
    for item in items where item.kind != .category {
      let code = category(of: item)
      if code != .other { categories[item] = code.item }
    }
    return ItemRegistry(categories: categories)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore

/// The person's changes to items, as stored.
struct ItemBook: Codable, Hashable {
  struct Merge: Codable, Hashable {
    var target: Item
    var at: Timestamp
    /// Whether the tokens of the merged item are not valid any more.
    var isSettled = false
  }

  var names: [Item: String] = [:]
  var categories: [Item: Item] = [:]
  var merges: [Item: Merge] = [:]
}

/// The names, categories and merges of items that the person chose, over those of the device's configuration.
final class ItemDesk {
  private let configured: (names: [Item: String], registry: ItemRegistry)
  private(set) var book: ItemBook

  init(_ configuration: HostConfiguration, _ reader: StoreReader) throws {
    configured = (configuration.names, configuration.registry)
    book = try reader.value(ItemBook.self, HostMeta.items) ?? ItemBook()
  }

  func reload(_ reader: StoreReader) throws {
    book = try reader.value(ItemBook.self, HostMeta.items) ?? ItemBook()
  }

  func change(in transaction: StoreTransaction, _ body: (inout ItemBook) -> Void) throws {
    body(&book)
    try transaction.setValue(book, HostMeta.items)
  }

  /// An item's name for the person; `nil` if it has none.
  subscript(_ item: Item) -> String? { book.names[item] ?? configured.names[item] }

  /// The name that a family's sealed surface may learn, which is never one that the person chose.
  func toldName(of item: Item) -> String { WireText.cleaned(configured.names[item] ?? item.id) }

  func configuredCategory(of item: Item) -> Item { configured.registry.category(of: item) }

  /// The items and categories that have a name, without those that were merged into others.
  var named: [Item] {
    Set(configured.names.keys).union(book.names.keys).filter { book.merges[$0] == nil }.sorted()
  }

  /// The registry with the person's categories.
  var registry: ItemRegistry {
    var registry = configured.registry
    guard !book.categories.isEmpty else { return registry }
    registry.categories.merge(book.categories) { _, own in own }
    return registry
  }

  // MARK: - Merged items

  /// The target of each merged item.
  var merges: [Item: Item] { book.merges.mapValues(\.target) }

  func merged(_ item: Item) -> Item { book.merges[item]?.target ?? item }

  /// A pick with each merged item replaced by its target.
  func merged(_ pick: PersonAnswers.Pick) -> PersonAnswers.Pick {
    guard !book.merges.isEmpty else { return pick }
    var result = pick
    result.applications = pick.applications?.map { merged(.application($0)).id }
    result.webDomains = pick.webDomains?.map { merged(.webDomain($0)).id }
    return result
  }

  /// A span of use with each merged item replaced by its target.
  func merged(_ span: UseSpan) -> UseSpan {
    guard !book.merges.isEmpty else { return span }
    let (app, web) = (span.app.map(merged), span.web.map(merged))
    guard app != span.app || web != span.web else { return span }
    return UseSpan(
      start: span.start, end: span.end, app: app, web: web, isPresent: span.isPresent,
      presenceKnown: span.presenceKnown)
  }
}

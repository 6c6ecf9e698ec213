// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An application, a web domain or a category, by its canonical id.
///
/// Items are never sent to an extension: `PrivacyBoundary` replaces them with the family's tokens.
package struct Item: Hashable, Comparable, Codable, Sendable, CodingKeyRepresentable {
  package enum Kind: UInt8, Codable, Sendable, CaseIterable {
    case application = 1
    case webDomain = 2
    case category = 3
  }

  package var kind: Kind
  package var id: String

  package init(kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }

  package static func application(_ id: String) -> Item { Item(kind: .application, id: id) }
  package static func webDomain(_ id: String) -> Item { Item(kind: .webDomain, id: id) }
  package static func category(_ id: String) -> Item { Item(kind: .category, id: id) }

  /// The category of items without any other (LIVE-ID4, code 12).
  package static let otherCategory = Item.category("12")

  /// `<kind>:<id>`, so that dictionaries keyed by item encode as objects.
  package var codingKey: any CodingKey { NameKey("\(kind.rawValue):\(id)") }

  package init?(codingKey: some CodingKey) {
    let parts = codingKey.stringValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = UInt8(parts[0]).flatMap(Kind.init(rawValue:)) else { return nil }
    self.init(kind: kind, id: String(parts[1]))
  }

  package static func < (left: Item, right: Item) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.id.isOrderedBefore(right.id)
  }
}

extension String {
  /// Compares by bytes, the order of every list that the host makes (C7, T12).
  package func isOrderedBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

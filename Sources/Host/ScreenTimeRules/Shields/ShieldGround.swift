// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One shield rule of a family and when it appeared, which decides which family shielded first (S11).
package struct ShieldGround: Hashable, Codable, Sendable {
  package enum Rule: Hashable, Codable, Sendable {
    case item(Item)
    /// A category of applications or of web domains.
    case category(Item, of: Item.Kind)
    case all(of: Item.Kind)
  }

  package var rule: Rule
  package var order: Int64

  /// A fixed order, so that equal states have equal bytes.
  static func isOrdered(_ left: ShieldGround, _ right: ShieldGround) -> Bool {
    left.order != right.order ? left.order < right.order : left.key.isOrderedBefore(right.key)
  }

  private var key: String {
    switch rule {
    case .item(let item): "item \(item.kind.rawValue) \(item.id)"
    case .category(let category, let kind): "category \(kind.rawValue) \(category.id)"
    case .all(let kind): "all \(kind.rawValue)"
    }
  }
}

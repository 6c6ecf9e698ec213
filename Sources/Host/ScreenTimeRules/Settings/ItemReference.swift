// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An application or web domain as the family wrote it: by token, or by name (T4).
///
/// The form is kept because the family reads back what it wrote. Enforcement treats both alike.
package enum ItemReference: Hashable, Codable, Sendable, Comparable {
  case item(Item)
  /// A bundle identifier, or a host name.
  case name(String)

  package static func < (left: ItemReference, right: ItemReference) -> Bool {
    switch (left, right) {
    case (.item(let left), .item(let right)): left < right
    case (.name(let left), .name(let right)): left.isOrderedBefore(right)
    case (.item, .name): true
    case (.name, .item): false
    }
  }
}

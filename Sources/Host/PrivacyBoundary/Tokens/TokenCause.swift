// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a token was issued, which determines where it resolves (`privacy.md#tokens`).
package enum TokenCause: String, Sendable, CaseIterable {
  /// The person picked the item.
  case picker
  /// A category was picked with its members.
  case expansion
  /// A rule over all categories was accepted, which issues the whole fixed list.
  case rule
  /// Data access (DC10).
  case dataAccess
  /// A sealed request mentions the item.
  case shield, report

  /// Whether it resolves wherever the family may name an item. Otherwise it is sealed and resolves only to be drawn in
  /// the reply of a sealed point (PRIV-TK4).
  package var isOpen: Bool { self != .shield && self != .report }
}

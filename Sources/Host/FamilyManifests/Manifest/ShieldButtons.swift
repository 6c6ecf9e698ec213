// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The buttons of all shields of a family: which exist, in which order, with which labels (PRIV-SF7).
///
/// A manifest may declare them at its shield configuration. In a label, `{name}` stands for the name of what the shield
/// covers, which the host fills in.
package struct ShieldButtons: Codable, Hashable, Sendable {
  /// The first button's label; `nil` for the host's. Every shield has this button.
  package var primary: String?
  /// The second button's label; `nil` if there is no such button.
  package var secondary: String?
  /// The choices behind the second button.
  package var submenu: [String]

  package init(primary: String? = nil, secondary: String? = nil, submenu: [String] = []) {
    self.primary = primary
    self.secondary = secondary
    self.submenu = submenu
  }

  /// The placeholder for the name.
  package static let name = "{name}"
  /// The longest label and the most choices, as on the wire.
  package static let labelBytes = 128
  package static let choices = 3

  func map(_ label: (String) -> String) -> ShieldButtons {
    ShieldButtons(primary: primary.map(label), secondary: secondary.map(label), submenu: submenu.map(label))
  }

  /// The buttons on the shield over `item`.
  package func named(_ item: String) -> ShieldButtons { map { $0.replacing(Self.name, with: item) } }

  /// The buttons that a shield over `item` had, with its name taken out. A label that is only the name stays, since an
  /// app may be called like a button.
  package func unnamed(_ item: String) -> ShieldButtons {
    guard item.utf8.count >= 3 else { return self }
    return map { $0 == item ? $0 : $0.replacing(item, with: Self.name) }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A shield that is up.
package struct Shield: Hashable, Codable, Sendable {
  /// The application or web domain it covers.
  package var item: Item
  package var hit: ShieldHit
  /// The family that draws it (S11); nil when only the operator's policy shields the item.
  package var family: FamilyID?
  /// When it appeared.
  package var since: Timestamp

  package init(item: Item, hit: ShieldHit, family: FamilyID?, since: Timestamp) {
    self.item = item
    self.hit = hit
    self.family = family
    self.since = since
  }
}

/// Which rule an item ran into; it decides what the extension is asked (S2, S12).
package enum ShieldHit: Hashable, Codable, Sendable {
  /// Named itself: `configuration(shielding:)`.
  case direct
  /// By its category, or by `.all`, which names the category too: `configuration(shielding:in:)`.
  case category(Item)
  /// A web domain linked to a shielded application: the default shield, nobody is asked.
  case linked(Item)

  /// Narrower rules beat wider ones (S2, S11).
  package var precedence: Int {
    switch self {
    case .direct: 0
    case .linked: 1
    case .category: 2
    }
  }
}

/// Something that happened to the shield on screen.
package struct ShieldTransition: Hashable, Codable, Sendable {
  package enum Change: String, Codable, Sendable {
    case appeared
    /// Another rule or family shows now, or the family changed a shield setting: ask again (S5).
    case changed
    case disappeared
  }

  package var change: Change
  package var shield: Shield
  package var at: Timestamp

  package init(change: Change, shield: Shield, at: Timestamp) {
    self.change = change
    self.shield = shield
    self.at = at
  }
}

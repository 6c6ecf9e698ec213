// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A shield that is up.
package struct Shield: Hashable, Codable, Sendable {
  /// The application or web domain it covers.
  package var item: Item
  package var hit: ShieldHit
  /// The family that draws it (S11); nil if only the operator's policy shields the item.
  package var family: FamilyID?
  /// The instant at which it appeared and its configuration was first requested.
  package var since: Timestamp
  /// The instant at which its configuration was last requested again; `nil` if it was not.
  package private(set) var askedAgainAt: Timestamp?
  /// The instant of the next request, if one waits for the pause since the last request to end (S5).
  package private(set) var asksAgainAt: Timestamp?

  package init(item: Item, hit: ShieldHit, family: FamilyID?, since: Timestamp) {
    self.item = item
    self.hit = hit
    self.family = family
    self.since = since
  }

  /// The item whose `handle` overload a tap calls: the one that the rule named (S6). `nil` if no extension is called,
  /// as for a domain that is only linked to a shielded application (S12).
  package var target: Item? {
    switch hit {
    case .direct: item
    case .category(let category): category
    case .linked: nil
    }
  }
}

// MARK: - Asking again

extension Shield {
  /// The pause between two requests for the configuration of one shield (S5).
  private static let pauseMilliseconds: Int64 = 1_000

  /// Requests the configuration again now, or marks the request for the end of the pause.
  ///
  /// - Parameter wanted: the shield that would be shown if none were up.
  /// - Returns: whether the configuration is requested now.
  mutating func askAgain(as wanted: Shield, at now: Timestamp) -> Bool {
    // Another family's shield may not stay even briefly, so the first request to a new family has no pause.
    let isTakenOver = family != wanted.family
    let earliest = (askedAgainAt ?? since).advanced(by: Self.pauseMilliseconds)
    guard isTakenOver || earliest <= now else {
      asksAgainAt = earliest
      return false
    }
    (hit, family) = (wanted.hit, wanted.family)
    askedAgainAt = now
    asksAgainAt = nil
    return true
  }

  /// Limits the instants of requests to a clock that was set back, so that none waits for the old time.
  mutating func clampQuestions(to now: Timestamp) {
    since = min(since, now)
    askedAgainAt = askedAgainAt.map { min($0, now) }
    asksAgainAt = asksAgainAt.map { min($0, now.advanced(by: Self.pauseMilliseconds)) }
  }
}

/// The rule that covers an item, which determines the extension's method to call (S2, S12).
package enum ShieldHit: Hashable, Codable, Sendable {
  /// The item is named directly: `configuration(shielding:)`.
  case direct
  /// Its category is named, or `.all`, which also passes the category: `configuration(shielding:in:)`.
  case category(Item)
  /// A web domain linked to a shielded application: shows the default shield and calls no extension.
  case linked(Item)

  /// The rank of the rule: narrower rules beat wider ones (S2, S11).
  package var precedence: Int {
    switch self {
    case .direct: 0
    case .linked: 1
    case .category: 2
    }
  }
}

/// A change of the shield on screen.
package struct ShieldTransition: Hashable, Codable, Sendable {
  package enum Change: String, Codable, Sendable {
    case appeared
    /// Another rule or family shows now, or the family changed a shield setting, so its configuration is requested
    /// again (S5).
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

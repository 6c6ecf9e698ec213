// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A shield that is up.
package struct Shield: Hashable, Codable, Sendable {
  /// The application or web domain it covers.
  package var item: Item
  package var hit: ShieldHit
  /// The family that draws it (S11); nil when only the operator's policy shields the item.
  package var family: FamilyID?
  /// When it appeared, and its configuration was first asked for.
  package var since: Timestamp
  /// When its configuration was last asked for anew; `nil`: not since it appeared.
  package private(set) var askedAgainAt: Timestamp?
  /// When it will be, because the second since the last time is not over (S5).
  package private(set) var asksAgainAt: Timestamp?

  package init(item: Item, hit: ShieldHit, family: FamilyID?, since: Timestamp) {
    self.item = item
    self.hit = hit
    self.family = family
    self.since = since
  }

  /// The item whose `handle` overload a tap calls: the one that the rule named (S6). `nil` where nobody is asked: for a
  /// domain that only a link shields (S12).
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
  /// Between two questions for the look of one shield (S5).
  private static let pauseMilliseconds: Int64 = 1_000

  /// The shield as it is asked for anew now, or marked for the end of the pause.
  ///
  /// - Parameter wanted: what would be shown if nothing were up yet.
  /// - Returns: whether it is asked now.
  mutating func askAgain(as wanted: Shield, at now: Timestamp) -> Bool {
    // Another family's look may not stay for a moment: its first question is not a repetition.
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

  /// After the clock was set back nothing may wait for the old time.
  mutating func clampQuestions(to now: Timestamp) {
    since = min(since, now)
    askedAgainAt = askedAgainAt.map { min($0, now) }
    asksAgainAt = asksAgainAt.map { min($0, now.advanced(by: Self.pauseMilliseconds)) }
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

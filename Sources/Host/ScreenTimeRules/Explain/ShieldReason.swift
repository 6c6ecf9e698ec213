// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rule that decided whether an item is shielded, hidden or free, over all stores together.
package enum ShieldReason: Reason {
  // MARK: Covered

  case blockedByFamily
  case blockedByOperator
  /// One rule covers it, and no other family claims it.
  case direct
  case category(Item)
  case linked(Item)
  /// Several families claim it, and the one approved for a child wins.
  case childWins
  case directWins
  case firstWins
  case lowestFamilyWins
  /// Its shield is already up, and the family that draws it keeps it.
  case holderKeeps
  case familyBeforeOperator

  // MARK: Free

  case granted(until: Timestamp)
  /// Each rule that would cover it excepts it.
  case excepted
  case ownApplication
  case systemSurface
  case browser
  case inactiveStore
  case familyNotApproved
  case noRule

  package var code: String { String(describing: self).prefix { $0 != "(" }.description }

  package var rule: String {
    switch self {
    case .blockedByFamily, .blockedByOperator: "M10"
    case .direct, .category: "S2"
    case .linked: "S12"
    case .childWins, .directWins, .firstWins, .lowestFamilyWins, .holderKeeps: "S11"
    case .familyBeforeOperator, .familyNotApproved: "M2"
    case .granted: "LIVE-GRT1"
    case .excepted, .noRule: "§3"
    case .ownApplication, .systemSurface: "M7"
    case .browser: "LIVE-ID4"
    case .inactiveStore: "M5"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .blockedByFamily: "A family hides it. Hiding shows no shield, runs no extension and overrides every shield."
    case .blockedByOperator:
      "The operator hides it. Hiding shows no shield, runs no extension and overrides every shield."
    case .direct: "A rule names it directly."
    case .category(let category): "Its category \(words.item(category)) is covered."
    case .linked(let application): "It belongs to \(words.item(application)), which a rule names directly."
    case .childWins: "Several families shield it; the one approved for a child wins."
    case .directWins:
      "Several families shield it; the narrower rule wins: a rule on the item beats one on its category."
    case .firstWins: "Several families shield it; the one that shielded it first wins."
    case .lowestFamilyWins: "Several families shield it with equal priority; the first family by name wins."
    case .holderKeeps: "Several families shield it; the one whose shield is up keeps it until the shield is removed."
    case .familyBeforeOperator: "A family and the operator shield it; the family draws the shield."
    case .granted(let end): "A grant opens it until \(words.instant(end)); then its shields return."
    case .excepted: "Every policy that would cover it excepts it."
    case .ownApplication: "It is the family's own application, which its `.all` never covers."
    case .systemSurface: "It is part of the desktop session, which no category policy covers."
    case .browser: "It is a browser, which policies on individual categories never cover."
    case .inactiveStore: "Only an inactive store covers it."
    case .familyNotApproved: "Only a family that isn't approved covers it."
    case .noRule: "No rule of any store names it or its category."
    }
  }
}

/// The effect of one rule of one store on an item.
package enum ShieldFinding: Reason {
  case namesIt
  case coversCategory(Item)
  case coversAll
  case coversLinked(Item)
  case hidesIt
  case filtersIt
  case inactive
  case notApproved
  case excepts
  case ownApplication
  case systemSurface
  case browser
  case namesOthers

  package var code: String { String(describing: self).prefix { $0 != "(" }.description }

  package var rule: String {
    switch self {
    case .namesIt, .coversCategory, .coversAll: "S2"
    case .coversLinked: "S12"
    case .hidesIt: "M10"
    case .filtersIt, .excepts, .namesOthers: "§3"
    case .inactive: "M5"
    case .notApproved: "M2"
    case .ownApplication, .systemSurface: "M7"
    case .browser: "LIVE-ID4"
    }
  }

  /// Whether the rule acts on the item.
  package var bites: Bool {
    switch self {
    case .namesIt, .coversCategory, .coversAll, .coversLinked, .hidesIt, .filtersIt: true
    case .inactive, .notApproved, .excepts, .ownApplication, .systemSurface, .browser, .namesOthers: false
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .namesIt: "It names the item."
    case .coversCategory(let category): "It covers the item's category, \(words.item(category))."
    case .coversAll: "It covers everything but its exceptions."
    case .coversLinked(let application): "It names \(words.item(application)), which the item belongs to."
    case .hidesIt: "It hides the item."
    case .filtersIt: "Its filter blocks the item."
    case .inactive: "The store is inactive, so the merge skips it."
    case .notApproved: "The family is not approved, so its stores don't count."
    case .excepts: "It excepts the item; the exception applies to this policy only."
    case .ownApplication: "`.all` never covers the family's own applications."
    case .systemSurface: "No category policy covers the session shell, the lock screen or a surface of the host."
    case .browser: "A policy on individual categories never covers a browser."
    case .namesOthers: "It does not apply to the item."
    }
  }
}

/// The reason why an exception did not free an item.
package enum ShieldNote: Reason {
  /// An exception frees an item from its own policy only.
  case exceptionMissed
  /// `shield.applications` can't free an application of a covered category.
  case leavingOutFreesNothing
  /// Another family's `.all` covers the family's own application.
  case ownApplicationOfAnother
  /// A shield covers it too, but a hidden item shows no shield.
  case shieldHiddenByBlock

  package var code: String { String(describing: self) }

  package var rule: String {
    switch self {
    case .exceptionMissed: "§3"
    case .leavingOutFreesNothing: "M8"
    case .ownApplicationOfAnother: "M7"
    case .shieldHiddenByBlock: "M10"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .exceptionMissed: "An exception frees the item from its own policy only, and another rule covers it."
    case .leavingOutFreesNothing:
      "Its category is covered, so leaving it out of the shielded items does not free it; only an exception in that "
        + "policy does."
    case .ownApplicationOfAnother:
      "A family's own application is exempt from its own `.all` only, not from another family's."
    case .shieldHiddenByBlock: "A shield also covers it, but since it is hidden, no shield is shown."
    }
  }
}

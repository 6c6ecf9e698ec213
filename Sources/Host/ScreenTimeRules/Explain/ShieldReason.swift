// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rule that decided whether an item is shielded, hidden or free, over all stores together.
package enum ShieldReason: Reason {
  // MARK: Covered

  case blockedByFamily
  case blockedByOperator
  /// One rule covers it, and nobody else claims it.
  case direct
  case category(Item)
  case linked(Item)
  /// Several claim it: the family approved for a child wins.
  case childWins
  case directWins
  case firstWins
  case lowestFamilyWins
  /// It is on screen already, and whoever drew it keeps it.
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
    case .granted: "GRT-1"
    case .excepted, .noRule: "§3"
    case .ownApplication, .systemSurface: "M7"
    case .browser: "ID-4"
    case .inactiveStore: "M5"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .blockedByFamily: "A family hides it; hiding shows no shield, asks nobody and beats every shield."
    case .blockedByOperator: "The operator hides it; hiding shows no shield, asks nobody and beats every shield."
    case .direct: "It is named itself."
    case .category(let category): "Its category \(words.item(category)) is covered."
    case .linked(let application): "It belongs to \(words.item(application)), which is shielded itself."
    case .childWins: "Several families shield it; the one approved for a child wins."
    case .directWins: "Several families shield it; the narrower rule wins: named itself before category."
    case .firstWins: "Several families shield it; the one that shielded it first wins."
    case .lowestFamilyWins: "Several families shield it with equal right; the first family by name wins."
    case .holderKeeps: "Several families shield it; the one whose shield is up keeps it until it drops."
    case .familyBeforeOperator: "A family and the operator shield it; the family draws the shield."
    case .granted(let end): "A grant opens it until \(words.instant(end)); then its shields return by themselves."
    case .excepted: "Every policy that would cover it excepts it."
    case .ownApplication: "It is the family's own application, which its `.all` never covers."
    case .systemSurface: "It is part of the session itself, which no category policy covers."
    case .browser: "It is a browser, which policies of single categories never cover."
    case .inactiveStore: "Only an inactive store covers it."
    case .familyNotApproved: "Only a family that isn't approved covers it."
    case .noRule: "No rule of any store names it or its category."
    }
  }
}

/// What one rule of one store says about an item.
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
    case .browser: "ID-4"
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
    case .excepts: "It excepts the item; the exception binds this policy alone."
    case .ownApplication: "`.all` never covers the family's own applications."
    case .systemSurface: "No category policy covers the session shell, the lock screen or a surface of the host."
    case .browser: "A policy of single categories never covers a browser."
    case .namesOthers: "It says nothing about the item."
    }
  }
}

/// Why an exception did not free an item.
package enum ShieldNote: Reason {
  /// An exception frees an item of its own policy only.
  case exceptionMissed
  /// `shield.applications` can't free an application of a covered category.
  case leavingOutFreesNothing
  /// Another family's `.all` covers what is the family's own.
  case ownApplicationOfAnother
  /// It is shielded too, and no shield is shown.
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
    case .exceptionMissed: "An exception frees the item of its own policy only, and another rule covers it."
    case .leavingOutFreesNothing:
      "Its category is covered, so leaving it out of the shielded items frees nothing; only an exception of that "
        + "policy does."
    case .ownApplicationOfAnother: "A family's own application is free of its own `.all` only, not of another's."
    case .shieldHiddenByBlock: "A shield covers it too; since it is hidden, no shield is shown."
    }
  }
}

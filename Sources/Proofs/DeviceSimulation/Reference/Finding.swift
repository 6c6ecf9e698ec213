// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What must hold after every step of a simulation.
package enum Invariant: String, CaseIterable, Hashable, Sendable {
  /// Every callback the rules owe is a row of the outbox in the transaction in which it fell due, and stays one until it
  /// is settled.
  case nothingOwedIsLost
  /// Nothing comes that the rules do not owe, or comes twice, or at another instant or in another order.
  case nothingElseIsDelivered
  /// An accepted reply's effects are applied once, all of them, with its delivery; nothing else changes a family.
  case effectsAreAppliedOnce
  /// A delivery ends as what its extension did deserves.
  case outcomesAreEarned
  /// A threshold is told at the instant of the crossing, once an interval.
  case thresholdsAreExact
  /// Every start that was told is followed by one end of the same interval.
  case startsAndEndsPair
  /// What is shielded, blocked and restricted is what the stores say, worked out from first principles.
  case effectiveSettingsAreRight
  /// The usage ledger is the use that was generated, less time under shields, and reports are its sum.
  case reportsAreTheLedger
  /// An extension is shown its family's state as it is.
  case snapshotsAreTrue
  /// What is reopened after a kill is what was durable.
  case durableMeansDurable
  /// A host meets a full disk, a locked store or a kill with a clear sentence and goes on.
  case failuresAreClear
  /// After a healthy day nothing is owed.
  case outboxDrains
  /// The privacy ledger's chain verifies and has one entry for each release.
  case ledgerVerifies
  /// H1: a command leaves after the transaction that owes it.
  case commandsAreDurable
  /// H2: callbacks of a family that may have effects never overlap, and go in the order in which they are owed.
  case familiesTakeTurns
  /// H3: a family whose turn is free has it, whatever its neighbours do.
  case nobodyWaits
  /// H4: an end or a question of a call that is not in flight changes nothing.
  case staleEndsAreIgnored
  /// H10: nothing is approved that the person did not agree to.
  case consentIsGiven
  /// A notification comes due at its instant, is listed once, and is shown once or again by its number after a kill.
  case notificationsComeOnce
  /// The journal tells every delivery that ended badly once.
  case journalIsComplete
}

/// An invariant that did not hold.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package var invariant: Invariant
  /// The device's clock.
  package var at: Int64
  package var what: String

  package var description: String { "\(invariant.rawValue) at \(at): \(what)" }
}

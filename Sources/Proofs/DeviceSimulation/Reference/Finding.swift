// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The properties that must hold after every step of a simulation.
package enum Invariant: String, CaseIterable, Hashable, Sendable {
  /// Every required callback is a row of the outbox in the transaction in which it falls due, and stays there until it
  /// is settled.
  case nothingOwedIsLost
  /// No callback is delivered that the rules don't require, or twice, or at another instant, or in another order.
  case nothingElseIsDelivered
  /// All effects of an accepted reply are applied once, with its delivery; nothing else changes a family.
  case effectsAreAppliedOnce
  /// A delivery's outcome matches what its extension did.
  case outcomesAreEarned
  /// A threshold callback is delivered at the instant of the crossing, once per interval.
  case thresholdsAreExact
  /// Every delivered start is followed by one end of the same interval.
  case startsAndEndsPair
  /// Shields, blocks and restrictions follow from the stores, computed independently.
  case effectiveSettingsAreRight
  /// The usage ledger is the generated use without time under shields, and reports are its sum.
  case reportsAreTheLedger
  /// An extension gets its family's current state.
  case snapshotsAreTrue
  /// A reopened host has exactly the stored state.
  case durableMeansDurable
  /// After a full disk, a locked store or a kill the host reports a clear error and continues.
  case failuresAreClear
  /// After a day without faults no delivery is pending.
  case outboxDrains
  /// The privacy ledger's chain verifies and has one entry for each release.
  case ledgerVerifies
  /// H1: a command is carried out only after its transaction is committed.
  case commandsAreDurable
  /// H2: callbacks of a family that may have effects never overlap, and run in the order of their rows.
  case familiesTakeTurns
  /// H3: a family with a free turn gets it, whatever other families do.
  case nobodyWaits
  /// H4: an end or question of a call that isn't in flight changes nothing.
  case staleEndsAreIgnored
  /// H10: nothing is approved without the person's consent.
  case consentIsGiven
  /// A notification falls due at its instant, is listed once, and is shown once, or again by its number after a kill.
  case notificationsComeOnce
  /// The journal records each failed delivery once.
  case journalIsComplete
}

/// A violation of an invariant.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package var invariant: Invariant
  /// The device's clock in milliseconds.
  package var at: Int64
  package var what: String

  package var description: String { "\(invariant.rawValue) at \(at): \(what)" }
}

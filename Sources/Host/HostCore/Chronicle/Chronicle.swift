// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Writes what happened: the privacy ledger, in the transaction of what it tells, and the journal that `explain` reads.
final class Chronicle {
  /// In the person's zone.
  private(set) var calendar: HostCalendar
  private let ledger: PrivacyLedger
  /// What held an extension back and when shields were up, until the next transaction takes it (§15).
  private var unsavedJournal: [(entry: JournalEntry, item: Item?)] = []

  init(_ ledger: PrivacyLedger, _ calendar: HostCalendar) {
    self.ledger = ledger
    self.calendar = calendar
  }

  /// The person's zone changed: days and minutes are those of the new zone from here on.
  func move(to calendar: HostCalendar) { self.calendar = calendar }

  var hasUnsaved: Bool { !unsavedJournal.isEmpty }

  /// A ledger entry of the instant `time`.
  @discardableResult
  func enter(_ event: LedgerEvent, at time: Timestamp, in transaction: StoreTransaction) throws -> LedgerReceipt {
    try ledger.append(event, day: calendar.day(time), slot: calendar.minute(time), in: transaction)
  }

  func note(_ entry: JournalEntry) { unsavedJournal.append((entry, nil)) }

  /// When a shield was up over what: `explain` shows the use it kept from counting (S14).
  func note(_ transitions: [ShieldTransition]) {
    for transition in transitions where transition.change != .changed {
      let reason = ReasonCode.device(transition.change == .appeared ? .shieldUp : .shieldDown)
      unsavedJournal.append(
        (
          JournalEntry(at: transition.at, family: transition.shield.family?.rawValue, reason: reason),
          transition.shield.item
        ))
    }
  }

  func save(in transaction: StoreTransaction) throws {
    for (entry, item) in unsavedJournal {
      try transaction.note(ShieldPeriods.stored(entry, over: item, in: transaction))
    }
    transaction.afterCommit { [self] in unsavedJournal = [] }
  }

  /// A write failed: what happens again is noted again.
  func forget() { unsavedJournal = [] }
}

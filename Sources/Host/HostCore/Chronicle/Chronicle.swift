// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Records events: the privacy ledger, in the transaction of the event, and the journal that `explain` reads.
final class Chronicle {
  /// A calendar in the person's time zone.
  private(set) var calendar: HostCalendar
  private let ledger: PrivacyLedger
  /// Journal entries since the last transaction: what held an extension back, and when shields were up.
  private var unsavedJournal: [(entry: JournalEntry, item: Item?)] = []
  /// The person whose act is being taken, in words.
  private var actor: String?

  init(_ ledger: PrivacyLedger, _ calendar: HostCalendar) {
    self.ledger = ledger
    self.calendar = calendar
  }

  /// Changes the time zone of the days and minutes in later entries.
  func move(to calendar: HostCalendar) { self.calendar = calendar }

  var hasUnsaved: Bool { !unsavedJournal.isEmpty }

  /// Enters an event of the instant `time` in the ledger.
  @discardableResult
  func enter(_ event: LedgerEvent, at time: Timestamp, in transaction: StoreTransaction) throws -> LedgerReceipt {
    var event = event
    if event.kind.isActOfPerson { event.by = actor }
    return try ledger.append(event, day: calendar.day(time), slot: calendar.minute(time), in: transaction)
  }

  /// Names who acts in the entries of acts that `body` makes.
  func acting<Result>(as person: String?, _ body: () throws -> Result) rethrows -> Result {
    actor = person
    defer { actor = nil }
    return try body()
  }

  func note(_ entry: JournalEntry) { unsavedJournal.append((entry, nil)) }

  /// Journals when shields went up and down, so that `explain` can show use that did not count (S14).
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

  /// Journals when hidden and filtered items were in the foreground, which did not count either (M10).
  func note(_ transitions: [BlockTransition]) {
    for transition in transitions {
      let reason = ReasonCode.device(transition.change == .began ? .blockBegan : .blockEnded)
      let entry = JournalEntry(at: transition.at, family: transition.block.family?.rawValue, reason: reason)
      unsavedJournal.append((entry, transition.block.item))
    }
  }

  func save(in transaction: StoreTransaction) throws {
    for (entry, item) in unsavedJournal {
      try transaction.note(ShieldPeriods.stored(entry, over: item, in: transaction))
    }
    transaction.afterCommit { [self] in unsavedJournal = [] }
  }

  /// Drops unsaved entries after a failed write; events that happen again are noted again.
  func forget() { unsavedJournal = [] }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The notifications of every family: pending ones with their triggers, listed ones, and badges.
final class NotificationCenter {
  private(set) var families: [FamilyID: FamilyNotifications]
  /// The earliest instant at which a notification is due; `nil` if none is pending.
  private(set) var nextDue: Timestamp?
  /// The values in the store.
  private var saved: [FamilyID: FamilyNotifications]
  /// Numbers in commands that were returned to the driver and are not known to be carried out.
  private var issued: [FamilyID: Set<Int64>] = [:]

  init(_ reader: StoreReader) throws {
    saved = try reader.notifications()
    families = saved
    findNextDue()
  }

  /// Reloads everything from the store after a failed write.
  func reload(_ reader: StoreReader) throws {
    saved = try reader.notifications()
    (families, issued) = (saved, [:])
    findNextDue()
  }

  subscript(_ family: FamilyID) -> FamilyNotifications { families[family] ?? FamilyNotifications() }

  func isDue(at now: Timestamp) -> Bool { nextDue.map { $0 <= now } ?? false }

  /// Changes the notifications of one family.
  func change<Result>(_ family: FamilyID, _ body: (inout FamilyNotifications) -> Result) -> Result {
    var changed = self[family]
    let result = body(&changed)
    // Keep the last number even if nothing is left, since no number may be reused.
    if families[family] != nil || changed != FamilyNotifications() { families[family] = changed }
    findNextDue()
    return result
  }

  /// Removes everything of a removed family.
  func remove(_ family: FamilyID) {
    families[family] = nil
    issued[family] = nil
    findNextDue()
  }

  // MARK: - Each shown once (H1)

  /// Notes that the current transaction returns a command to show this notification.
  func issue(_ number: Int64, of family: FamilyID) { issued[family, default: []].insert(number) }

  /// Marks the issued notifications as shown, since a driver takes the next input only after carrying out the commands
  /// of the previous one. This is saved with the next write; a host killed before that shows them again under the same
  /// numbers.
  func commandsWereCarriedOut() {
    for (family, numbers) in issued { families[family]?.wereAnnounced(numbers) }
    issued = [:]
  }

  // MARK: - Store

  var hasUnsaved: Bool { families != saved }

  func save(in transaction: StoreTransaction) throws {
    guard hasUnsaved else { return }
    for family in Set(families.keys).union(saved.keys).sorted() {
      try transaction.save(families[family], replacing: saved[family], of: family)
    }
    let written = families
    transaction.afterCommit { [self] in saved = written }
  }

  private func findNextDue() { nextDue = families.values.compactMap(\.nextDue).min() }
}

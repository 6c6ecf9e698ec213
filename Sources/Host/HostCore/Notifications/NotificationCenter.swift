// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The notifications of every family: what is pending with its trigger, what is listed, the badges.
final class NotificationCenter {
  private(set) var families: [FamilyID: FamilyNotifications]
  /// The earliest instant at which a notification comes due; `nil`: none is pending.
  private(set) var nextDue: Timestamp?
  /// What the store holds.
  private var saved: [FamilyID: FamilyNotifications]
  /// Shown by commands that have left the device and were not carried out when they were last heard of.
  private var issued: [FamilyID: Set<Int64>] = [:]

  init(_ reader: StoreReader) throws {
    saved = try reader.notifications()
    families = saved
    findNextDue()
  }

  /// A write failed: everything is as the store has it.
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
    if families[family] != nil || !changed.isEmpty { families[family] = changed }
    findNextDue()
    return result
  }

  /// The family is removed with everything it had.
  func remove(_ family: FamilyID) {
    families[family] = nil
    issued[family] = nil
    findNextDue()
  }

  // MARK: - Once, whatever dies (H1)

  /// A command to show these leaves with the transaction at hand.
  func issue(_ number: Int64, of family: FamilyID) { issued[family, default: []].insert(number) }

  /// A driver takes the next input when it has carried out the commands of the one before. Written with whatever is
  /// written next: a host that is killed before shows these notifications again, by the same numbers.
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

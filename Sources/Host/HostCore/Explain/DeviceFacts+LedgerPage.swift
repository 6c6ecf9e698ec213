// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - The person's page of a family

extension DeviceFacts {
  /// What a family could tell, was shown and tried in the days up to the state's clock (`privacy.md#the-ledger`).
  ///
  /// - Parameter days: how many, the last one included.
  package func ledgerPage(of family: FamilyID, days: Int = 7) throws -> LedgerPage {
    // The last instant that was lived through: a run that ends at midnight has not begun the next day.
    let end = state.now.advanced(by: -1)
    let first =
      owners.chronicle.calendar.calendar.date(byAdding: .day, value: 1 - days, to: end.date).map { Timestamp($0) }
      ?? end
    let entries = try store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: name(of:)) }
    return LedgerPage(
      LedgerPage.Standing(
        family: family.rawValue, name: parts.names.display(family), profile: profile,
        isApproved: state.families[family]?.isApproved == true, tier: tier,
        nameableItems: owners.consent.tokens.nameableItems(of: family.rawValue).count,
        callbacks: .init(registered: try registeredCallbacks(of: family), most: profile.callbacksPerDay),
        ledgerOffSince: try ledgerOffSince),
      from: owners.chronicle.calendar.day(first), to: owners.chronicle.calendar.day(end), entries: entries,
      policy: owners.consent.policy)
  }

  /// How many entries of a kind the ledger has of a family: what was written before a release is sent (PRIV-LG3).
  package func ledgerCount(of kind: LedgerKind, _ family: FamilyID) throws -> Int {
    try store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: { $0.id }) }
      .count { $0.kind == kind }
  }

  /// How many callbacks a family may be given today, as registered.
  private func registeredCallbacks(of family: FamilyID) throws -> Int {
    let (day, isToday) = owners.chronicle.calendar.today(at: state.now)
    let budget =
      try store.read { try $0.value(CallbackBudget.self, HostMeta.budget(family)) } ?? CallbackBudget()
    return budget.total(state.families[family]?.activities ?? [:], on: day, isToday: isToday)
  }

  /// Since when the ledger is off, `2026-11-20`; `nil`: it is on.
  package var ledgerOffSince: String? {
    get throws { try store.read { try $0.value(LedgerOff.self, HostMeta.ledgerOff) }?.day }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - The person's page of a family

extension DeviceFacts {
  /// The ledger page of a family: what it could learn, was shown and attempted in the days up to the state's clock
  /// (`privacy.md#the-ledger`).
  ///
  /// - Parameters:
  ///   - days: the number of days, including the last.
  ///   - build: the family's files as they are now, to which the last boundary check may not apply any more.
  package func ledgerPage(of family: FamilyID, days: Int = 7, build: FamilyBuild? = nil) throws -> LedgerPage {
    // A run that ends at midnight has not begun the next day.
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
        ledgerOffSince: try ledgerOffSince, build: build?.fingerprint),
      from: owners.chronicle.calendar.day(first), to: owners.chronicle.calendar.day(end), entries: entries,
      policy: owners.consent.policy)
  }

  /// The number of a family's ledger entries of a kind. Entries are written before the release is sent (PRIV-LG3).
  package func ledgerCount(of kind: LedgerKind, _ family: FamilyID) throws -> Int {
    try store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: { $0.id }) }
      .count { $0.kind == kind }
  }

  /// The number of callbacks that a family may receive today, as registered.
  private func registeredCallbacks(of family: FamilyID) throws -> Int {
    let (day, isToday) = owners.chronicle.calendar.today(at: state.now)
    let budget =
      try store.read { try $0.value(CallbackBudget.self, HostMeta.budget(family)) } ?? CallbackBudget()
    return budget.total(state.families[family]?.activities ?? [:], on: day, isToday: isToday)
  }

  /// The day since which the ledger is off, such as `2026-11-20`; `nil` if it is on.
  package var ledgerOffSince: String? {
    get throws { try store.read { try $0.value(LedgerOff.self, HostMeta.ledgerOff) }?.day }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

// MARK: - Metering of thresholds (`privacy.md` §7)

extension ScreenTimeHost {
  /// Gives each family the slots of its grant; again after a grant or a reset, whose phase is another.
  func updateGrids() {
    let minutes = Int64(profile.gridMinutes)
    rules.grids = Dictionary(
      uniqueKeysWithValues: state.familyIDs.compactMap { family in
        let phase = Int64(tokens.phaseSeconds(of: family.rawValue, gridMinutes: profile.gridMinutes))
        return DeliveryGrid(stepMilliseconds: minutes * 60_000, phaseMilliseconds: phase * 1_000).map { (family, $0) }
      })
  }

  /// The clock of a monitor's callback: its slot, also when the callback itself comes late (MT2).
  func monitorTime(of family: FamilyID) -> Timestamp {
    rules.grids[family]?.slot(atOrBefore: state.now, in: state.place) ?? state.now
  }

  /// Refuses a registration that asks for more callbacks than the profile lets a family have (MT1, D7).
  ///
  /// - Returns: the budget with what was charged, to be kept with the transaction; `nil` where nothing is limited.
  func charge(
    _ family: FamilyID, from before: [String: Activity], to after: [String: Activity], _ budget: CallbackBudget?
  ) throws -> CallbackBudget? {
    guard let most = profile.callbacksPerDay else { return nil }
    var budget = try budget ?? self.budget(of: family)
    let (day, isToday) = today
    budget.charge(from: before, to: after, on: day, isToday: isToday)
    let asked = budget.total(after, on: day, isToday: isToday)
    guard asked > most, after.contains(where: { before[$0.key]?.registration != $0.value.registration }) else {
      return budget
    }
    try store.transaction { transaction in
      _ = try enter(
        LedgerEvent(
          family: family.rawValue, kind: .budgetRefused, values: ["asked": .number(asked), "most": .number(most)],
          profile: profile), in: transaction)
    }
    throw EffectViolation(
      code: "limit.meteringBudget", ruleID: "MT1", subject: family.rawValue, limit: Int64(most), actual: Int64(asked))
  }

  /// How many callbacks a family may be given today, as registered.
  func registeredCallbacks(of family: FamilyID) throws -> Int {
    let (day, isToday) = today
    return try budget(of: family).total(state.families[family]?.activities ?? [:], on: day, isToday: isToday)
  }

  private func budget(of family: FamilyID) throws -> CallbackBudget {
    try store.read { try $0.value(CallbackBudget.self, HostMeta.budget(family)) } ?? CallbackBudget()
  }

  private var today: (day: String, contains: (Timestamp) -> Bool) {
    let midnight = Timestamp(calendar.calendar.startOfDay(for: state.now.date))
    return (calendar.day(state.now), { midnight <= $0 })
  }
}

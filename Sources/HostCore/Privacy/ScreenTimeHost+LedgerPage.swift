// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - The person's page of a family

extension ScreenTimeHost {
  /// What a family could tell, was shown and tried in the days up to the state's clock (`privacy.md` §10).
  ///
  /// - Parameter days: how many, the last one included.
  package func ledgerPage(of family: FamilyID, days: Int = 7) throws -> LedgerPage {
    // The last instant that was lived through: a run that ends at midnight has not begun the next day.
    let end = state.now.advanced(by: -1)
    let first = calendar.calendar.date(byAdding: .day, value: 1 - days, to: end.date).map { Timestamp($0) } ?? end
    let entries = try store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: name(of:)) }
    return LedgerPage(
      LedgerPage.Standing(
        family: family.rawValue, name: displayName(of: family), profile: profile,
        isApproved: state.families[family]?.isApproved == true, tier: tier,
        nameableItems: tokens.nameableItems(of: family.rawValue).count,
        callbacks: .init(registered: try registeredCallbacks(of: family), most: profile.callbacksPerDay),
        ledgerOffSince: try ledgerOffSince),
      from: calendar.day(first), to: calendar.day(end), entries: entries, policy: policy)
  }

  /// How many entries of a kind the ledger has of a family: what was written before a release is sent (LG3).
  package func ledgerCount(of kind: LedgerKind, _ family: FamilyID) throws -> Int {
    try store.read { try PrivacyLedger.entries(family: family.rawValue, in: $0, name: { $0.id }) }
      .count { $0.kind == kind }
  }

  /// Makes a line of the ledger for something the person did with it.
  package func enterExport(of what: String) throws {
    try store.transaction { transaction in
      _ = try enter(
        LedgerEvent(family: nil, kind: .export, values: ["what": .word(what)], profile: profile), in: transaction)
    }
  }

  /// Makes a line of the ledger for the verdict of a boundary check on a family.
  package func enterCheck(_ verdict: String, of family: FamilyID) throws {
    try store.transaction { transaction in
      _ = try enter(
        LedgerEvent(family: family.rawValue, kind: .checkerVerdict, values: ["verdict": .word(verdict)]),
        in: transaction)
    }
  }

  /// Keys made or restored, protections accepted as missing: told once, when they come to be.
  func enterHostEvents(_ keyEvent: TokenKeyFile.Opened.Event?) throws {
    let accepted = Set(configuration.acceptedMissing).sorted()
    let known = try store.read { try $0.value([String].self, HostMeta.acceptedMissing) } ?? []
    let new = accepted.filter { !known.contains($0) }
    guard keyEvent != nil || accepted != known else { return }
    try store.transaction { transaction in
      if let keyEvent {
        try enter(
          LedgerEvent(family: nil, kind: .keyEvent, values: ["event": .word(keyEvent.spoken)]), in: transaction)
        try transaction.setMeta(HostMeta.owedKeyEvent, to: nil)
      }
      for protection in new {
        try enter(
          LedgerEvent(family: nil, kind: .isolationAccepted, values: ["protection": .word(protection)]),
          in: transaction)
      }
      try transaction.setValue(accepted, HostMeta.acceptedMissing)
    }
  }
}

extension TokenKeyFile.Opened.Event {
  fileprivate var spoken: String {
    switch self {
    case .made: "made"
    case .restoredFromCopy: "restored from its copy"
    case .copyRenewed: "copied anew, since its copy was missing or damaged"
    case .reset: "made anew, so that nothing families hold means anything"
    }
  }
}

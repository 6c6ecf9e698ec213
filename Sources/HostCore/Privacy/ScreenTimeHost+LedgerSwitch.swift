// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Since when the person wants no ledger.
struct LedgerOff: Codable, Hashable {
  /// The entry that says so, which stays.
  var seq: Int64
  var day: String
}

// MARK: - Off and on (LG6)

extension ScreenTimeHost {
  /// Turned off, the ledger goes on as a chain, since nothing is released without an entry (LG3); at each daily job all
  /// but the chain is deleted of what earlier days have written.
  ///
  /// - Throws: `HostError` where it is as asked for already.
  package func turnLedger(on isOn: Bool) throws {
    let off = try ledgerOff()
    guard (off != nil) == isOn else {
      throw HostError(.failed, isOn ? "The ledger is on." : "The ledger is off since \(SpokenDay(off?.day ?? "")).")
    }
    try store.transaction { transaction in
      let receipt = try enter(
        LedgerEvent(
          family: nil, kind: .ledgerSwitched,
          values: [
            "how": .word(
              isOn
                ? "on again: its words are kept for \(configuration.retention.ledgerText) days"
                : "off: the words of every day are deleted when it is over, all but these")
          ]), in: transaction)
      try transaction.setValue(
        isOn ? nil : LedgerOff(seq: receipt.seq, day: calendar.day(state.now)), HostMeta.ledgerOff)
    }
  }

  func ledgerOff() throws -> LedgerOff? { try store.read { try $0.value(LedgerOff.self, HostMeta.ledgerOff) } }

  /// Since when the ledger is off, `2026-11-20`; `nil`: it is on.
  package var ledgerOffSince: String? { get throws { try ledgerOff()?.day } }
}

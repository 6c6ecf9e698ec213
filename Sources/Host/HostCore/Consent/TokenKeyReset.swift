// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Replaces the token key of a state whose store is not open.
package enum TokenKeyReset {
  /// Makes a new token key if the old one is lost, at the operator's explicit request. Every token becomes `unknown`
  /// and items must be picked again; rules stay in force (PRIV-TK5). The store must not be open.
  ///
  /// - Returns: the families that must pick again.
  ///
  /// - Throws: `TokenKeyError` or `StoreError`.
  package static func make(in configuration: HostConfiguration) throws -> [String] {
    let store = try DeviceStore(
      directory: configuration.stateDirectory, durability: configuration.clock == .real ? .full : .simulated)
    let random = HostRandom()
    let now = try store.read { try $0.loadState()?.now } ?? configuration.start
    let calendar = try HostCalendar(timeZone: configuration.environment.timeZone)
    let ledger = PrivacyLedger(policy: try FlowPolicy.builtIn(), random: random.bytes)
    let audiences = try store.read { try $0.audiences() }
    _ = try TokenKeyFile(stateDirectory: configuration.stateDirectory).reset(
      random: { random.bytes(RootKey.byteCount) })
    try store.transaction { transaction in
      for var audience in audiences {
        try transaction.eraseAudience(of: audience.family)
        (audience.grantSalt, audience.epoch, audience.rotatedOn) = (random.bytes(16), 1, nil)
        try transaction.setAudience(audience)
      }
      try ledger.append(
        LedgerEvent(
          family: nil, kind: .keyEvent,
          values: ["event": .word("made anew, so that nothing families hold means anything")]),
        day: calendar.day(now), slot: calendar.minute(now), in: transaction)
    }
    return audiences.map(\.family)
  }
}

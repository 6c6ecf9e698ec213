// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - Rotation (T9)

extension ScreenTimeHost {
  /// Gives a family new tokens for everything it holds; the old ones resolve for another 60 days.
  ///
  /// Stores and activities are kept by item, never by token, so nothing else has to change: the next snapshot reads them
  /// back in the new tokens and lists the pairs, and no shield is ever down in between.
  ///
  /// - Throws: `TokenKeyError` for a family without a grant.
  package func rotateTokens(of family: FamilyID) throws {
    try store.transaction { try tokens.rotate(family.rawValue, day: calendar.day(state.now), in: $0) }
    updateGrids()
  }

  /// Ends the rotations that began 60 days ago.
  func endRotations() throws {
    guard tokens.isRotating else { return }
    let latest = calendar.day(state.now.advanced(by: -Int64(TokenRegistry.rotationDays) * 86_400_000))
    for family in tokens.rotations(notAfter: latest) {
      try store.transaction { try tokens.endRotation(of: family, in: $0) }
    }
  }
}

// MARK: - What the person takes back (`privacy.md` §5.5)

extension ScreenTimeHost {
  /// What a family can name now, by item.
  package func nameableItems(of family: FamilyID) -> [Item] { tokens.nameableItems(of: family.rawValue) }

  /// Makes everything a family holds mean nothing, without a mapping to what it is given from now on. Its rules live on
  /// (TK5); reading them back shows none of their items until they are picked again, or old and new could be joined.
  ///
  /// - Throws: `TokenKeyError` for a family without a grant.
  package func resetIdentifiers(of family: FamilyID) throws {
    let random = random.stream("reset \(family.rawValue) \(state.families[family]?.revision ?? 0)")
    try durably {
      try store.transaction { transaction in
        try tokens.reset(family.rawValue, grantSalt: random.bytes(16), in: transaction)
        try enter(forgetting(.word("anything it held")), of: family, in: transaction)
      }
      updateGrids()
    }
  }

  /// Takes one item out of what a family can name; its rules on the item go with it.
  ///
  /// - Throws: `HostError` for an item it can't name.
  package func withdraw(_ item: Item, from family: FamilyID) throws {
    guard tokens.nameableItems(of: family.rawValue).contains(item) else {
      throw HostError(
        .usage, "“\(family.rawValue)” can't name \(name(of: item)); `sallyport tokens status` lists what it can.")
    }
    try durably {
      let outcome = rules.withdraw(item, from: family, in: &state)
      updatePress(for: outcome.shields)
      try persist(outcome, of: family) { transaction in
        try savePress(in: transaction)
        try tokens.revoke(item, of: family.rawValue, in: transaction)
        try enter(forgetting(.items([item])), of: family, in: transaction)
      }
      for transition in outcome.shields { try show(transition) }
    }
  }

  private func forgetting(_ what: LedgerEvent.Value) -> LedgerEvent {
    LedgerEvent(family: nil, kind: .tokenReset, values: ["what": what], profile: profile)
  }

  private func enter(_ event: LedgerEvent, of family: FamilyID, in transaction: StoreTransaction) throws {
    var event = event
    event.family = family.rawValue
    try enter(event, in: transaction)
  }
}

// MARK: - After a restore without the key (TK8)

extension ScreenTimeHost {
  /// Makes a new token key where the old one is lost, as the operator asks by name: every token becomes `unknown` and
  /// items are picked again, while rules live on (TK5). The store must not be open.
  ///
  /// - Returns: the families that have to pick again.
  /// - Throws: `TokenKeyError` and `StoreError`.
  package static func resetTokenKey(_ configuration: HostConfiguration) throws -> [String] {
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

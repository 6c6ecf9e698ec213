// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Changes that people and operators make to families' tokens (`privacy.md#tokens`, T9).
final class Identifiers {
  let memory: DeviceMemory
  let consent: ConsentDesk
  let chronicle: Chronicle
  let releases: Releases
  let looks: Looks
  let names: Names
  let authorizations: Authorizations
  let items: ItemActs
  let random: HostRandom

  init(
    _ owners: Owners, releases: Releases, looks: Looks, names: Names, authorizations: Authorizations, items: ItemActs
  ) {
    memory = owners.memory
    consent = owners.consent
    chronicle = owners.chronicle
    random = owners.random
    self.releases = releases
    self.looks = looks
    self.names = names
    self.authorizations = authorizations
    self.items = items
  }

  private var now: Timestamp { memory.state.now }

  /// Gives a family new tokens for everything it holds. The old ones resolve for another 60 days.
  ///
  /// Stores and activities are kept by item, not by token, so nothing else changes: the next snapshot shows them with
  /// the new tokens and lists the pairs, and every shield stays up.
  func rotate(_ family: FamilyID, _ turn: Turn) throws {
    try consent.tokens.rotate(family.rawValue, day: chronicle.calendar.day(now), in: turn.transaction)
    turn.afterCommit { self.authorizations.updateGrids() }
  }

  /// Ends the rotations that began 60 days ago.
  func endRotations(_ turn: Turn) throws {
    for family in endedRotations { try consent.tokens.endRotation(of: family, in: turn.transaction) }
  }

  var endedRotations: [String] {
    guard consent.tokens.isRotating else { return [] }
    let latest = now.advanced(by: -Int64(TokenRegistry.rotationDays) * 86_400_000)
    return consent.tokens.rotations(notAfter: chronicle.calendar.day(latest))
  }

  /// Invalidates every token that a family holds, without a mapping to the new ones. Its rules stay in force
  /// (PRIV-TK5), but reading them back shows none of their items until they are picked again; otherwise old and new
  /// tokens could be joined.
  func reset(_ family: FamilyID, _ turn: Turn) throws {
    let stream = random.stream("reset \(family.rawValue) \(memory.state.families[family]?.revision ?? 0)")
    try consent.tokens.reset(family.rawValue, grantSalt: stream.bytes(16), in: turn.transaction)
    memory.change { rules, state in rules.voidTokens(of: family, in: &state) }
    try enter(.word("anything it held"), of: family, turn)
    turn.afterCommit { self.authorizations.updateGrids() }
  }

  /// Removes one item from those that a family can name, together with the family's rules on it.
  ///
  /// - Throws: `HostError` for an item that the family can't name.
  func withdraw(_ item: Item, from family: FamilyID, _ turn: Turn) throws {
    guard consent.tokens.nameableItems(of: family.rawValue).contains(item) else {
      throw HostError(
        .usage, "“\(family.rawValue)” can't name \(names[item]); `sallyport tokens status` lists what it can.")
    }
    let outcome = memory.change { rules, state in rules.withdraw(item, from: family, in: &state) }
    try consent.tokens.revoke(item, of: family.rawValue, in: turn.transaction)
    try enter(.items([item]), of: family, turn)
    try releases.owe(outcome.deliveries, turn)
    try looks.show(outcome.shields, turn)
  }

  /// Carries out a withdrawal that waited, unless the family can't name the item any more.
  func withdrawIfNamed(_ item: Item, from family: FamilyID, _ turn: Turn) throws {
    guard consent.tokens.nameableItems(of: family.rawValue).contains(item) else { return }
    try withdraw(item, from: family, turn)
  }

  private func enter(_ what: LedgerEvent.Value, of family: FamilyID, _ turn: Turn) throws {
    try chronicle.enter(
      LedgerEvent(family: family.rawValue, kind: .tokenReset, values: ["what": what], profile: consent.profile),
      at: now, in: turn.transaction)
  }
}

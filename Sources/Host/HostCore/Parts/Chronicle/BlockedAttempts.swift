// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Enters blocked attempts of families in the ledger.
final class BlockedAttempts {
  let memory: DeviceMemory
  let chronicle: Chronicle
  let consent: ConsentDesk

  init(_ owners: Owners) {
    memory = owners.memory
    chronicle = owners.chronicle
    consent = owners.consent
  }

  func note(_ attempt: BlockedAttempt, by family: FamilyID, _ turn: Turn) throws {
    let key = HostMeta.blocked(family)
    let now = memory.state.now
    var counts = try turn.transaction.value(BlockedCounts.self, key) ?? BlockedCounts()
    let owed = counts.count(attempt, on: chronicle.calendar.day(now))
    try turn.transaction.setValue(counts, key)
    guard let owed else { return }
    try chronicle.enter(
      LedgerEvent(
        family: family.rawValue, kind: .blockedAttempt,
        values: ["class": .word(attempt.spoken), "count": .number(owed)], profile: consent.profile),
      at: now, in: turn.transaction)
  }

  /// Enters what a sealed process did besides its surface, as a class and a count (PRIV-SE5).
  func noteSealed(_ end: CallEnd, of program: HostedProgram, _ registry: FamilyRegistry, _ turn: Turn) throws {
    let family = FamilyID(program.id.family)
    if let attempt = BlockedAttempt(end, isSealed: true) { try note(attempt, by: family, turn) }
    if registry.takeSealedOutput(of: program.id) { try note(.sealedOutput, by: family, turn) }
  }
}

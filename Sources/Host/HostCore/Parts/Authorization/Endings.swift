// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The consequences of an authorization that ends (A9).
final class Endings {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let persons: PersonDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let notices: Notices

  init(_ owners: Owners, notices: Notices) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    persons = owners.persons
    consent = owners.consent
    chronicle = owners.chronicle
    self.notices = notices
  }

  /// Invalidates the family's tokens, cancels its pending notifications and enters the revocation in the ledger.
  func void(_ family: FamilyID, _ turn: Turn) throws {
    notices.revoke(family)
    try consent.tokens.revoke(family.rawValue, in: turn.transaction)
    try chronicle.enter(
      LedgerEvent(family: family.rawValue, kind: .revoke, profile: consent.profile), at: memory.state.now,
      in: turn.transaction)
  }

  /// Kills every program of a revoked family except its open app, which gets `stateChanged` instead (A10). Callbacks in
  /// flight are cancelled and their effects dropped.
  func stopExtensions(of family: FamilyID, _ turn: Turn) throws {
    for program in registry.programs(of: family) where program.point != .app {
      try cancelCalls(of: program, .revoked, turn)
      turn.say(.stop(program.id, .revoked))
    }
  }

  /// Cancels the program's callbacks in flight. None of their effects apply.
  func cancelCalls(of program: HostedProgram, _ reason: DeviceCommand.CancelReason, _ turn: Turn) throws {
    for call in desk.open where call.program == program.id {
      desk.end(call.id)
      if outbox.turns[program.family] == .call(call.id) { outbox.endTurn(of: program.family) }
      for prompt in try persons.closePrompts(within: call.id, at: memory.state.now, turn) {
        turn.say(.closePrompt(prompt))
      }
      turn.say(.cancel(call.id, reason))
    }
  }
}

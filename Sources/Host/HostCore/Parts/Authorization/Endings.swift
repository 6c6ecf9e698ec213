// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// What goes with an authorization that ends (A9).
struct Endings {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let persons: PersonDesk
  let consent: ConsentDesk
  let chronicle: Chronicle
  let notices: Notices

  /// The family's tokens name nothing any more, none of its notifications comes due, and the ledger has an entry of it.
  func void(_ family: FamilyID, _ turn: Turn) throws {
    notices.revoke(family)
    try consent.tokens.revoke(family.rawValue, in: turn.transaction)
    try chronicle.enter(
      LedgerEvent(family: family.rawValue, kind: .revoke, profile: consent.profile), at: memory.state.now,
      in: turn.transaction)
  }

  /// Nothing of a revoked family goes on but its open app, which gets `stateChanged` (A10). They are killed, not asked: a callback
  /// in flight is dropped with what it wanted.
  func stopExtensions(of family: FamilyID, _ turn: Turn) {
    for program in registry.programs(of: family) where program.point != .app {
      cancelCalls(of: program, .revoked, turn)
      turn.say(.stop(program.id, .revoked))
    }
  }

  /// Callbacks of a program that are in flight end here; nothing of them applies.
  func cancelCalls(of program: HostedProgram, _ reason: DeviceCommand.CancelReason, _ turn: Turn) {
    for call in desk.open where call.program == program.id {
      desk.end(call.id)
      if outbox.turns[program.family] == .call(call.id) { outbox.endTurn(of: program.family) }
      for prompt in persons.closePrompts(within: call.id) { turn.say(.closePrompt(prompt)) }
      turn.say(.cancel(call.id, reason))
    }
  }
}

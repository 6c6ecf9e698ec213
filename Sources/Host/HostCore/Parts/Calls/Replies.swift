// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Handles the end of a callback with effects: applies the effects and settles its delivery, or applies none of them.
final class Replies {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let persons: PersonDesk
  let bench: EffectBench
  let commits: EffectCommit
  let settling: Settling
  let looks: Looks
  let visits: Visits
  let presses: Presses
  let home: HomeScreen

  init(
    _ o: Owners, bench: EffectBench, commits: EffectCommit, settling: Settling, looks: Looks, visits: Visits,
    presses: Presses, home: HomeScreen
  ) {
    memory = o.memory
    outbox = o.outbox
    registry = o.registry
    desk = o.desk
    persons = o.persons
    self.bench = bench
    self.commits = commits
    self.settling = settling
    self.looks = looks
    self.visits = visits
    self.presses = presses
    self.home = home
  }

  private var now: Timestamp { memory.state.now }

  func ended(_ call: OpenCall, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn) throws {
    // The delivery was revoked or expired during the callback, so its effects are dropped.
    if let delivery = call.delivery, !outbox.owed.contains(where: { $0.id == delivery.id }) {
      return forget(call, end, turn)
    }
    guard case .replied(let value) = end else { return try fell(call, end, program, turn) }
    let reply: Reply
    do {
      reply = try decode(value, of: call)
      if bench.needsGuardian(reply.effects, of: call) { return try askGuardian(.ended(call.id, end), call, turn) }
      var copy = try bench.copy(for: call, program, turn)
      try bench.apply(reply.effects, of: call, program, to: &copy, at: "/effects", turn)
      desk.end(call.id)
      try accept(copy, call, program, reply, turn)
    } catch let error as WireError {
      // A lane checks the reply's form before this, so only a lane without that check gets here.
      let fault = ErrorObject(.schema, error.description, pointer: error.pointer)
      turn.say(.conclude(call.id, .malformed(fault)))
      try fell(call, .malformed(fault), program, turn)
    } catch let error as ErrorObject {
      turn.say(.conclude(call.id, .denied(error)))
      try fell(call, .denied(error), program, turn)
    }
  }

  /// A decoded reply: its effects, and what else its point answers.
  private struct Reply {
    var effects: [Effect]
    var action: ShieldActionResult?
    var context: FocusContext?
  }

  private func decode(_ value: WireValue, of call: OpenCall) throws(WireError) -> Reply {
    switch call.kind {
    case .press:
      let result = try ShieldActionResult(wire: value, at: "", from: .extension)
      return Reply(effects: result.effects, action: result)
    case .focus:
      let result = try FocusPerformResult(wire: value, at: "", from: .extension)
      return Reply(effects: result.effects, context: result.context)
    default: return Reply(effects: try EffectsResult(wire: value, at: "", from: .extension).effects)
    }
  }

  /// Asks the guardian when an app requests to end an authorization that a guardian approved (A8).
  private func askGuardian(_ input: DeviceInput, _ call: OpenCall, _ turn: Turn) throws {
    try persons.ask(.revocation(input), .revocation(call.family), within: call.id, at: now, turn)
  }

  private func accept(
    _ copy: WorkingCopy, _ call: OpenCall, _ program: HostedProgram, _ reply: Reply, _ turn: Turn
  ) throws {
    let action = reply.action
    var settled: PendingDelivery?
    // The opening of an app in which the person is active is settled when the person leaves.
    if let delivery = call.delivery, !call.isVisit || !visits.isVisit(delivery) { settled = delivery }
    try commits.commit(copy, of: call, program, settling: settled, turn)
    registry.clearFelled(program.id)
    if let settled {
      let detail = [action == nil ? "" : "answered", Self.count(of: copy.applied)]
      turn.tell(
        .settled(
          settled, .applied, by: registry.name(of: settled), reason: .delivery(.accepted),
          detail: detail.filter { !$0.isEmpty }.joined(separator: ", "), at: now)
      )
    }
    turn.say(.conclude(call.id, .accepted))
    outbox.endTurn(of: call.family)
    try looks.show(copy.shields, turn)
    switch call.kind {
    case .press(_, _, let tap, let shield):
      if let action, let shield {
        try presses.answered(action, on: shield, tap, isFresh: copy.hasAsked(over: shield.item), turn)
      }
    case .visit(let delivery): try visits.goesOn(delivery, copy.applied, turn)
    case .push: tellPush(program, "applied", turn)
    case .focus(let row, let delivery):
      try home.filters.accepted(row, delivery, reply.context ?? FocusContext(), turn)
    case .intent(_, let delivery): redraw(after: delivery)
    case .monitor, .look, .report, .widget, .filter: break
    }
  }

  /// Asks for a new timeline of the widget whose button was used, also after a failure (WIDGET-W45).
  private func redraw(after delivery: IntentDelivery) {
    guard let instance = delivery.instance else { return }
    home.widgets.ask(instance, .interaction, from: PendingDelivery.performIntent)
  }

  static func count(of effects: [Effect]) -> String { effects.count == 1 ? "1 effect" : "\(effects.count) effects" }

  /// Ends a callback whose delivery was settled during it.
  private func forget(_ call: OpenCall, _ end: CallEnd, _ turn: Turn) {
    desk.end(call.id)
    outbox.endTurn(of: call.family)
    if case .replied = end { turn.say(.conclude(call.id, .denied(.ofNoCall))) }
    if case .visit = call.kind { visits.fails(call.family, turn) }
  }

  /// Ends a failed callback. None of its effects apply.
  private func fell(_ call: OpenCall, _ end: CallEnd, _ program: HostedProgram, _ turn: Turn) throws {
    desk.end(call.id)
    outbox.endTurn(of: call.family)
    if let delivery = call.delivery {
      try settling.conclude(end, outbox.owed.first { $0.id == delivery.id } ?? delivery, program, turn)
    } else {
      tellPush(program, "not delivered; the next snapshot has the changes", turn)
    }
    switch call.kind {
    case .visit: visits.fails(call.family, turn)
    case .focus(let row, let delivery): try home.filters.failed(row, delivery, turn)
    case .intent(_, let delivery): redraw(after: delivery)
    default: break
    }
  }

  private func tellPush(_ program: HostedProgram, _ detail: String, _ turn: Turn) {
    turn.tell(HostEvent(at: now, .callback, program, "stateChanged", detail: detail))
  }
}

extension WorkingCopy {
  /// Whether this callback already asked for the look of the shield over `item`.
  fileprivate func hasAsked(over item: Item) -> Bool {
    shields.contains { $0.shield.item == item && $0.change != .disappeared }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Takes pending deliveries, oldest first, and sends them. If a family's oldest delivery must wait, so must its later
/// ones (C6).
final class TurnGiver {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let consent: ConsentDesk
  let requests: RequestMaker
  let settling: Settling
  let visits: Visits
  let persons: PersonDesk
  let focus: FocusDesk

  init(_ owners: Owners, requests: RequestMaker, settling: Settling, visits: Visits) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    desk = owners.desk
    consent = owners.consent
    persons = owners.persons
    focus = owners.focus
    self.requests = requests
    self.settling = settling
    self.visits = visits
  }

  private var now: Timestamp { memory.state.now }

  /// Settles deliveries that can never be delivered, such as those without an extension or with an unknown callback.
  func settleHopeless(_ turn: Turn) throws {
    for delivery in outbox.owed {
      // One in flight is settled by its reply.
      guard let why = try hopelessness(of: delivery), !desk.isInFlight(delivery) else { continue }
      try settling.settle(delivery, .dropped, reason: .delivery(why), "", turn)
    }
  }

  private func hopelessness(of delivery: PendingDelivery) throws -> ReasonCode.Delivery? {
    let family = FamilyID(delivery.family)
    // The family is known but not configured in this run, so its callbacks stay pending.
    guard registry.families[family] != nil else { return nil }
    guard let point = ExtensionPoint(rawValue: delivery.point), program(of: delivery) != nil else {
      return .noExtension
    }
    switch point {
    case .monitor:
      return MonitorCallback(rawValue: delivery.callback) == nil ? .unknownCallback : nil
    case .shieldAction:
      let press = try Self.press(delivery)
      let isNamed = consent.tokens.heldToken(for: press.target, of: delivery.family) != nil
      return isNamed && ShieldButton(rawValue: press.button) != nil ? nil : .unknownToken
    case .app: return nil
    case .focusFilter:
      return [PendingDelivery.performFilter, PendingDelivery.performIntent].contains(delivery.callback)
        ? nil : .unknownCallback
    case .shieldConfiguration, .report, .widget: return .noPoint
    }
  }

  /// The program that takes a delivery; `nil` if the family has none. Of several Focus filters it is the one that describes
  /// the intent.
  func program(of delivery: PendingDelivery) -> HostedProgram? {
    let family = FamilyID(delivery.family)
    guard let point = ExtensionPoint(rawValue: delivery.point), let first = registry[family, point] else { return nil }
    guard point == .focusFilter else { return first }
    let intent =
      delivery.isFilter ? (try? delivery.filterDelivery().key.intent) : (try? delivery.intentDelivery().intent)
    return intent.flatMap { focus.program(of: $0, family) }.flatMap(registry.program) ?? first
  }

  /// Quarantines the extension that too many deliveries wait for. Nothing pending is dropped for it.
  func holdBacklogs(_ turn: Turn) {
    for family in outbox.takeOverfull() {
      guard let oldest = outbox.owed.first(where: { $0.family == family.rawValue }),
        let program = program(of: oldest)
      else { continue }
      turn.say(.quarantine(program.id))
      turn.tell(
        HostEvent(
          at: now, .warning, program, "more than \(Outbox.mostPending) callbacks are pending",
          detail: "The extension is quarantined; `sallyport reset \(program.id)` clears it."))
    }
  }

  /// Sends the deliveries that may be sent now. Call it after the commit, so that requests contain only durable state.
  ///
  /// - Returns: the ends of calls whose requests the flow policy refused.
  func give(_ turn: Turn) throws -> [DeviceInput] {
    guard outbox.isOpen else { return [] }
    var refusals: [DeviceInput] = []
    var waiting: Set<FamilyID> = []
    for delivery in outbox.owed {
      let family = FamilyID(delivery.family)
      guard !waiting.contains(family) else { continue }
      guard outbox.isFree(for: family), !desk.isReporting(of: family) else {
        if outbox.width == .one { break }
        waiting.insert(family)
        continue
      }
      // An opened app that the person is using was sent its opening, which is settled when they leave.
      if persons.visits[family]?.delivery.id == delivery.id { continue }
      // A family that is not configured in this run has no program.
      guard let program = program(of: delivery) else { continue }
      if let until = outbox.blockedUntil[program.id] {
        guard until <= now else {
          waiting.insert(family)
          continue
        }
        outbox.unblock(program.id)
      }
      // The delivery waits for the person's consent; the family's other deliveries are not held up (PRIV-FP6).
      if try isSuspended(delivery, program) { continue }
      if let refusal = try send(delivery, program, turn) { refusals.append(refusal) }
    }
    return refusals
  }

  private func send(_ delivery: PendingDelivery, _ program: HostedProgram, _ turn: Turn) throws -> DeviceInput? {
    let kind: OpenCall.Kind
    switch program.point {
    case .monitor: kind = .monitor(delivery, try delivery.monitorDelivery())
    case .shieldAction:
      let press = try Self.press(delivery)
      // The next transaction settles a press that a reset overtook.
      guard let tap = ShieldTap(rawValue: press.button),
        consent.tokens.heldToken(for: press.target, of: delivery.family) != nil
      else { return nil }
      kind = .press(delivery, press, tap, on: memory.state.shield)
    case .app:
      kind = .visit(delivery)
      visits.begins(delivery, turn)
    case .focusFilter:
      if delivery.isFilter {
        let edge = try delivery.filterDelivery()
        kind = .focus(delivery, edge)
        focus.change { $0.started(edge) }
      } else {
        kind = .intent(delivery, try delivery.intentDelivery())
      }
    case .shieldConfiguration, .report, .widget: return nil
    }
    let call = desk.begin(kind, at: program)
    outbox.give(program.family, .call(call))
    do throws(FlowPolicyError) {
      let request = try self.request(kind, program)
      registry.remember(request.body, of: program.id)
      turn.say(.perform(call, program.id, .open(request)))
      return nil
    } catch {
      return .ended(call, .denied(ErrorObject(.denied, String(describing: error))))
    }
  }

  private func request(_ kind: OpenCall.Kind, _ program: HostedProgram) throws(FlowPolicyError) -> EncodedRequest {
    switch kind {
    case .monitor(let owed, let delivery): return try requests.monitor(owed, delivery, program)
    case .press(let owed, let press, _, _):
      guard let action = ShieldButton(rawValue: press.button),
        let token = consent.tokens.token(for: press.target, of: owed.family)?.wireToken
      else { preconditionFailure("a press without a token is settled before it is sent") }
      let arguments = ShieldActionArguments(action: action, target: .init(press.target.kind), token: token)
      return try requests.callback(.shieldAction(arguments), of: owed, program)
    case .visit(let owed):
      let opening = visits.opening(owed)
      return try requests.callback(
        opening.callback, of: owed, cause: opening.isRepeated == true ? .repeated : .natural, program)
    case .focus(let owed, let delivery):
      let stored = delivery.parameters.compactMap(\.wireValue)
      let values = FilterValues(
        intent: delivery.key.intent, parameters: delivery.edge == .on ? stored : focus.defaults(of: delivery.key))
      return try requests.callback(
        .focus(.perform(values, edge: delivery.edge == .on ? .on : .off)), of: owed, program)
    case .intent(let owed, let delivery):
      let arguments = IntentArguments(
        intent: delivery.intent, parameters: delivery.parameters.compactMap(\.wireValue), instance: delivery.instance)
      return try requests.callback(.performIntent(arguments), of: owed, program)
    case .push, .look, .report, .widget, .filter: preconditionFailure("only pending deliveries are sent by TurnGiver")
    }
  }

  /// Whether a pending callback would reveal something that waits for consent. It then stays pending, for the usual
  /// limit of seven days, and none of it is encoded.
  func isSuspended(_ delivery: PendingDelivery, _ program: HostedProgram) throws -> Bool {
    let family = program.family
    guard consent.agreedPolicy(of: family, in: memory.state) < consent.policy.newestWidening else { return false }
    do throws(FlowPolicyError) {
      _ = try consent.encoder(for: program.point, of: family, in: memory.state).hello(program.hello)
    } catch { return error.reason == .consent }
    let kind: OpenCall.Kind
    switch program.point {
    case .monitor: kind = .monitor(delivery, try delivery.monitorDelivery())
    case .app: kind = .visit(delivery)
    case .focusFilter:
      kind =
        delivery.isFilter
        ? .focus(delivery, try delivery.filterDelivery()) : .intent(delivery, try delivery.intentDelivery())
    // A press without consent is never made pending, and the other points have no pending deliveries.
    case .shieldAction, .shieldConfiguration, .report, .widget: return false
    }
    do throws(FlowPolicyError) {
      _ = try request(kind, program)
      return false
    } catch { return error.reason == .consent }
  }

  private static func press(_ delivery: PendingDelivery) throws -> PressDelivery {
    try CanonicalJSON.value(PressDelivery.self, from: delivery.body, named: "press \(delivery.id)")
  }
}

extension ShieldActionArguments.Target {
  init(_ kind: Item.Kind) {
    switch kind {
    case .application: self = .application
    case .webDomain: self = .webDomain
    case .category: self = .category
    }
  }
}

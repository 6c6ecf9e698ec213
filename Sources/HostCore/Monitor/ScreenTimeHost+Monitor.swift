// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

// MARK: - The monitor

extension ScreenTimeHost {
  /// Performs one callback of `DeviceActivityMonitor` (`protocol.md` §5).
  ///
  /// - Returns: whether the delivery is settled.
  func deliverToMonitor(_ owed: OwedDelivery, _ program: HostedProgram) throws -> Bool {
    let delivery = try owed.monitorDelivery()
    guard let callback = ExtensionProtocol.MonitorCallback(rawValue: delivery.callback.rawValue) else {
      return try settle(owed, .dropped, reason: "callback.unknown")
    }
    let transaction = CallbackTransaction(self, program, family: delivery.family, performing: delivery.sequence)
    let outcome = program.supervised.perform(
      PerformCall(
        prepare: { [self] _, _ in
          let request = try monitorRequest(callback, owed, delivery, program).body
          program.request = request
          return OutgoingRequest(params: request)
        },
        answer: { [self] request in answer(request, program, transaction) },
        judge: { [self] value in
          judge(transaction, owed, program) { () throws(WireError) in
            try EffectsResult(wire: value, at: "", from: .extension).effects
          }
        }), now: state.now.milliseconds)
    try transaction.checkStore()
    if outcome == .accepted { try transaction.showShields() }
    return try conclude(outcome, owed, program)
  }

  /// The request as it goes out, or what the policy has against it.
  func monitorRequest(
    _ callback: ExtensionProtocol.MonitorCallback, _ owed: OwedDelivery, _ delivery: Delivery, _ program: HostedProgram
  ) throws(FlowPolicyError) -> EncodedRequest {
    try encoder(for: .monitor, of: delivery.family).perform(
      PerformParams(
        callback: .monitor(callback, activity: delivery.activity, event: delivery.event),
        delivery: deliveryInfo(
          owed, cause: DeliveryInfo.Cause(rawValue: delivery.cause.rawValue) ?? .natural, monitor: delivery),
        snapshot: snapshot(of: delivery.family, in: state, for: .monitor),
        deadlineMs: program.declaration.limits.deadlineMs))
  }

  /// Decodes, checks and applies the effects of a terminal reply, and marks the delivery as done with them.
  ///
  /// - Parameter owed: `nil` for a callback within an opening that goes on.
  func judge(
    _ transaction: CallbackTransaction, _ owed: OwedDelivery?, _ program: HostedProgram,
    detail: String = "", effects: () throws(WireError) -> [Effect]
  ) -> ReplyVerdict {
    do {
      try transaction.checkStore()
      try transaction.apply(try effects(), pointer: "/effects")
      try transaction.commit { store in
        guard let owed else { return }
        try store.settle(
          owed.id,
          as: .init(
            .applied, reason: "reply.ok", revision: transaction.working.families[FamilyID(owed.family)]?.revision,
            at: state.now))
        try store.note(
          DeliveryAttempt(
            delivery: owed.id, number: owed.attempts + 1, at: state.now, reason: "reply.ok",
            detail: transaction.applied.map(\.summary).joined(separator: "; ")))
      }
    } catch let error as WireError {
      return .malformed(ErrorObject(.schema, error.description, pointer: error.pointer))
    } catch let error as ErrorObject {
      return .denied(error)
    } catch {
      return .denied(transaction.fail(error))
    }
    program.felledBy = nil
    guard let owed else { return .accepted }
    self.owed.removeAll { $0.id == owed.id }
    let count = transaction.applied.count
    observer.settled(
      owed, outcome: "applied", reason: "reply.ok",
      detail: [detail, count == 1 ? "1 effect" : "\(count) effects"].filter { !$0.isEmpty }.joined(separator: ", "),
      at: state.now)
    return .accepted
  }

  /// Requests that come within a callback.
  func answer(
    _ request: ExtensionRequest, _ program: HostedProgram, _ transaction: CallbackTransaction
  ) -> Result<WireValue, ErrorObject> {
    do { try transaction.checkStore() } catch { return .failure(transaction.fail(error)) }
    return switch request {
    case .commit(let commit): transaction.savepoint(commit)
    case .authorize, .pick, .presentReport, .presentWindow: answerApp(request, program, transaction)
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Settles deliveries, with or without effects, and counts attempts (C4, C5).
final class Settling {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let chronicle: Chronicle
  let blocked: BlockedAttempts
  let focus: FocusDesk

  init(_ owners: Owners, blocked: BlockedAttempts) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    chronicle = owners.chronicle
    focus = owners.focus
    self.blocked = blocked
  }

  private var now: Timestamp { memory.state.now }

  /// The maximum number of attempts before a delivery settles as `failed` (`wire.md#deadlines`). A poison input ends it
  /// earlier.
  private static func attempts(of delivery: PendingDelivery, at point: ExtensionPoint) -> Int {
    switch point {
    // The app or the filter that performs the intent of a widget's button.
    case _ where delivery.callback == PendingDelivery.performIntent: 2
    case .app, .monitor: 3
    case .focusFilter: .max
    // The last three are owed no deliveries, since the host can ask them again.
    case .shieldAction, .shieldConfiguration, .report, .widget: 1
    }
  }

  /// Handles an attempt whose reply was not accepted.
  func conclude(_ end: CallEnd, _ delivery: PendingDelivery, _ program: HostedProgram, _ turn: Turn) throws {
    switch end {
    case .replied: preconditionFailure("a reply that was not accepted is denied or malformed")
    case .denied(let error): try refuse(delivery, error, turn)
    case .failed(let error) where error.code == .effectViolation || error.retry == .never:
      try refuse(delivery, error, turn)
    case .failed(let error): try countAttempt(delivery, program, reason: .attempt(.extensionError), error.message, turn)
    case .malformed(let error):
      try countAttempt(delivery, program, reason: .process(.replyMalformed), error.message, turn)
    case .fallback(let reason):
      if let attempt = BlockedAttempt(end, isSealed: false) { try blocked.note(attempt, by: program.family, turn) }
      try countAttempt(delivery, program, reason: reason, excess(of: program, reason), turn)
    case .unavailable(let reason, let retryAt):
      if program.point == .shieldAction { return try settle(delivery, .failed, reason: reason, "", turn) }
      guard let retryAt else {
        turn.tell(
          HostEvent(
            at: now, .warning, program, "\(delivery.callback) waits", detail: unavailability(of: program, reason)))
        return outbox.block(program.id, until: .distantFuture)
      }
      outbox.block(program.id, until: Timestamp(milliseconds: max(retryAt, now.milliseconds + 1)))
      try tellFailedStart(of: program, for: delivery, turn)
    }
  }

  /// Tells that a process ended before a callback could be sent, with what it printed. The waits between starts double,
  /// so a week has about a dozen.
  private func tellFailedStart(of program: HostedProgram, for delivery: PendingDelivery, _ turn: Turn) throws {
    guard let reason = registry.standing(program.id)?.startFailure else { return }
    turn.tell(
      HostEvent(
        at: now, .process, program, "did not start",
        detail: [reason.rawValue, reason.sentence].compactMap(\.self).joined(separator: "; ")))
    let printed = registry.takeOutput(of: program.id)
    // A start that fails again prints the same lines again.
    let told = try turn.transaction.value(FailedOutput.self, HostMeta.output(program.id))?.lines
    guard !printed.isEmpty, printed != told else { return }
    try tellOutput(printed, of: program, for: delivery, attempt: delivery.attempts + 1, turn)
  }

  /// Tells and stores what a program's process printed before it failed.
  private func tellOutput(
    _ printed: [String], of program: HostedProgram, for delivery: PendingDelivery, attempt: Int, _ turn: Turn
  ) throws {
    try turn.transaction.setValue(
      printed.isEmpty ? nil : FailedOutput(delivery: delivery.id, attempt: attempt, lines: printed),
      HostMeta.output(program.id))
    for line in printed { turn.tell(HostEvent(at: now, .process, program, "printed", detail: line)) }
  }

  /// The budget that the process was ended for, as a sentence; empty if the attempt failed for another reason.
  private func excess(of program: HostedProgram, _ reason: ReasonCode) -> String {
    guard case .killed = reason, let excess = registry.excess(of: program.id) else { return "" }
    return "The host ended the process: \(excess)."
  }

  /// Settles a delivery whose reply broke a rule. It is not retried, since the same input would be refused again (C4).
  private func refuse(_ delivery: PendingDelivery, _ error: ErrorObject, _ turn: Turn) throws {
    let place = error.pointer.map { " at \($0)" } ?? ""
    let attempt = DeliveryAttempt(
      delivery: delivery.id, number: delivery.attempts + 1, at: now,
      reason: ReasonCode(error.code), violation: error.violation,
      detail: error.message + place)
    try turn.transaction.note(attempt)
    try settle(delivery, .refused, reason: attempt.reason, error.message + place, turn)
  }

  private func unavailability(of program: HostedProgram, _ reason: ReasonCode) -> String {
    registry.standing(program.id)?.launchFailure
      ?? "\(program.id) is \(reason); `sallyport reset \(program.id)` clears it."
  }

  private func countAttempt(
    _ delivery: PendingDelivery, _ program: HostedProgram, reason: ReasonCode, _ detail: String, _ turn: Turn
  ) throws {
    let isPoison = registry.findPoison(program.id, reason: reason)
    let attempts = try outbox.countAttempt(at: delivery, in: turn.transaction)
    try turn.transaction.note(
      JournalEntry(
        at: now, family: delivery.family, extension: program.id.rawValue,
        reason: .ofAttempt(reason), detail: "\(delivery.callback), attempt \(attempts). \(detail)"))
    try turn.transaction.note(
      DeliveryAttempt(delivery: delivery.id, number: attempts, at: now, reason: reason, detail: detail))
    if isPoison {
      if let request = registry.lastRequest(to: program.id) {
        try PoisonRequest.keep(request, of: delivery, to: program, in: turn.transaction)
      }
      try settle(delivery, .failed, reason: .delivery(.poison), reason.rawValue, turn)
    } else if attempts >= Self.attempts(of: delivery, at: program.point) {
      try settle(delivery, .failed, reason: reason, detail, turn)
    } else {
      turn.tell(
        HostEvent(
          at: now, .callback, program, "\(delivery.callback) failed",
          detail: "\(reason); attempt \(attempts)" + (detail.isEmpty ? "" : "; \(detail)")))
    }
    try tellOutput(registry.takeOutput(of: program.id), of: program, for: delivery, attempt: attempts, turn)
  }

  /// Settles a delivery without effects.
  func settle(
    _ delivery: PendingDelivery, _ outcome: PendingDelivery.Outcome, reason: ReasonCode, _ detail: String, _ turn: Turn
  ) throws {
    memory.change { rules, state in rules.settle(delivery.sequence, of: FamilyID(delivery.family), in: &state) }
    try outbox.settle(delivery, as: .init(outcome, reason: reason, at: now), in: turn.transaction)
    if delivery.isFilter {
      // Given up: notifications pass unfiltered (FOCUS-F14).
      let edge = try delivery.filterDelivery()
      focus.change { $0.gaveUp(edge, isNewest: outbox.isNewest(delivery, of: edge.key)) }
    }
    try turn.transaction.note(
      JournalEntry(
        at: now, family: delivery.family, extension: registry.name(of: delivery),
        reason: .delivery(outcome.reason), detail: "\(delivery.callback): \(reason) \(detail)"))
    turn.tell(
      .settled(delivery, outcome, by: registry.name(of: delivery), reason: reason, detail: detail, at: now))
  }

  /// Settles deliveries that have been pending for seven days as `expired`, each with a ledger entry.
  func settleExpired(_ turn: Turn) throws {
    guard isExpiryDue else { return }
    for delivery in try turn.transaction.expiredDeliveries(at: now) {
      // Both writes are in one transaction; a kill between two would repeat the ledger entry.
      try settle(delivery, .expired, reason: .delivery(.expired), "", turn)
      try chronicle.enter(
        LedgerEvent(family: delivery.family, kind: .deliveryExpired, values: ["callback": .word(delivery.callback)]),
        at: now, in: turn.transaction)
    }
  }

  var isExpiryDue: Bool {
    // The oldest is not always the first: the clock may have been set back in the meantime.
    outbox.owed.contains { now.milliseconds(since: $0.owedAt) >= 7 * 86_400_000 }
  }
}

extension ReasonCode {
  /// An error code of the wire, by its name if it has one.
  init(_ code: ErrorCode) {
    self = code.kind.flatMap(Attempt.init(rawValue:)).map { .attempt($0) } ?? .error(number: code.rawValue)
  }
}

extension PendingDelivery.Outcome {
  /// The journal's code for a delivery with this outcome.
  fileprivate var reason: ReasonCode.Delivery {
    switch self {
    case .applied: .applied
    case .refused: .refused
    case .failed: .failed
    case .expired: .expired
    case .dropped: .dropped
    }
  }
}

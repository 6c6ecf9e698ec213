// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

// MARK: - What is owed

extension ScreenTimeHost {
  /// Attempts before a delivery settles `failed` (`protocol.md` §9); fewer when its input is poison.
  private static func attempts(at point: ExtensionPoint) -> Int {
    switch point {
    case .app, .monitor: 3
    case .widget: 2
    case .shieldAction, .shieldConfiguration, .report: 1
    case .focusFilter: .max
    }
  }

  /// Delivers what is owed, oldest first; a family whose oldest must wait, waits (C6).
  func deliverOwed() throws {
    observer.advance(to: state.now)
    for program in programs { program.supervised.tick(now: state.now.milliseconds) }
    try settleExpired()
    try endRotations()
    try maintainDaily()
    var waiting: Set<String> = []
    var suspended: Set<Int64> = []
    while let delivery = owed.first(where: { !waiting.contains($0.family) && !suspended.contains($0.id) }) {
      if try isSuspended(delivery) {
        // It waits for the person, and the family's other callbacks don't wait for it (FP6).
        suspended.insert(delivery.id)
      } else if try !deliver(delivery) {
        waiting.insert(delivery.family)
      }
    }
  }

  /// - Returns: whether the delivery is settled; `false`: it waits.
  private func deliver(_ delivery: OwedDelivery) throws -> Bool {
    let family = FamilyID(delivery.family)
    guard let point = ExtensionPoint(rawValue: delivery.point), let program = program(family, point) else {
      // The family is known and not configured in this run: its callbacks wait for it.
      guard families[family] != nil else { return false }
      try settle(delivery, .dropped, reason: "extension.none")
      return true
    }
    if let until = blockedUntil[program.declaration.id] {
      guard until <= state.now else { return false }
      blockedUntil[program.declaration.id] = nil
    }
    let isSettled =
      switch point {
      case .monitor: try deliverToMonitor(delivery, program)
      case .shieldAction: try deliverPress(delivery, program)
      case .app: try deliverToApp(delivery, program)
      case .shieldConfiguration, .report, .widget, .focusFilter: try settle(delivery, .dropped, reason: "point.none")
      }
    return isSettled
  }

  /// Judges how an attempt ended when its reply was not accepted.
  ///
  /// - Returns: whether the delivery is settled now.
  func conclude(_ outcome: PerformOutcome, _ delivery: OwedDelivery, _ program: HostedProgram) throws -> Bool {
    switch outcome {
    case .accepted: return true
    case .denied(let error): return try refuse(delivery, error)
    case .failed(let error) where error.code == .effectViolation || error.retry == .never:
      return try refuse(delivery, error)
    case .failed(let error): return try countAttempt(delivery, program, reason: "extensionError", error.message)
    case .malformed(let error):
      return try countAttempt(delivery, program, reason: "reply.schema", error.message)
    case .fallback(let reason):
      if let attempt = BlockedAttempt(outcome, isSealed: false) { try note(attempt, by: FamilyID(delivery.family)) }
      return try countAttempt(delivery, program, reason: reason)
    case .unavailable(let reason, let retryAt):
      if program.point == .shieldAction { return try settle(delivery, .failed, reason: reason) }
      guard let retryAt else {
        observer.tell(
          state.now, .warning, program, "\(delivery.callback) waits", detail: unavailability(of: program, reason))
        blockedUntil[program.declaration.id] = .distantFuture
        return false
      }
      blockedUntil[program.declaration.id] = Timestamp(milliseconds: max(retryAt, state.now.milliseconds + 1))
      return false
    }
  }

  /// Settles a delivery whose reply broke a rule: the same input would be refused again (C4).
  private func refuse(_ delivery: OwedDelivery, _ error: ErrorObject) throws -> Bool {
    let place = error.pointer.map { " at \($0)" } ?? ""
    let attempt = DeliveryAttempt(
      delivery: delivery.id, number: delivery.attempts + 1, at: state.now,
      reason: error.code.kind ?? "error.\(error.code.rawValue)", violation: error.violation,
      detail: error.message + place)
    return try settle(delivery, .refused, reason: attempt.reason, error.message + place, after: attempt)
  }

  private func unavailability(of program: HostedProgram, _ reason: String) -> String {
    program.supervised.lastLaunchFailure?.message
      ?? "\(program.declaration.id) is \(reason); `sallyport reset \(program.declaration.id)` clears it."
  }

  private func countAttempt(
    _ delivery: OwedDelivery, _ program: HostedProgram, reason: String, _ detail: String = ""
  ) throws -> Bool {
    var attempts = 0
    let isPoison = findPoison(program, reason: reason)
    try store.transaction { transaction in
      attempts = try transaction.beginAttempt(delivery.id)
      try saveRestarts(in: transaction)
      try transaction.note(
        JournalEntry(
          at: state.now, family: delivery.family, extension: program.declaration.id,
          reason: "attempt.\(reason)", detail: "\(delivery.callback), attempt \(attempts). \(detail)"))
      try transaction.note(
        DeliveryAttempt(delivery: delivery.id, number: attempts, at: state.now, reason: reason, detail: detail))
    }
    if isPoison { return try settle(delivery, .failed, reason: "poison", reason) }
    guard attempts < Self.attempts(at: program.point) else {
      return try settle(delivery, .failed, reason: reason, detail)
    }
    observer.tell(
      state.now, .callback, program, "\(delivery.callback) failed", detail: "\(reason); attempt \(attempts)")
    // The row has counted the attempt; the copy in memory has to follow.
    if let index = owed.firstIndex(where: { $0.id == delivery.id }),
      let fresh = try store.read({ try $0.delivery(delivery.id) })
    {
      owed[index] = fresh
    }
    return try deliver(owed.first { $0.id == delivery.id } ?? delivery)
  }

  /// Whether the request that just felled a process had felled the one before; remembers it when it had not.
  private func findPoison(_ program: HostedProgram, reason: String) -> Bool {
    guard PoisonInput.isFelled(reason), let digest = program.request.flatMap(PoisonInput.digest) else { return false }
    defer { program.felledBy = digest }
    return program.felledBy == digest
  }

  /// Ends a delivery without effects.
  ///
  /// - Parameter attempt: the one that ended it, where there was one and it isn't counted yet.
  @discardableResult
  func settle(
    _ delivery: OwedDelivery, _ outcome: OwedDelivery.Outcome, reason: String, _ detail: String = "",
    after attempt: DeliveryAttempt? = nil, with body: (StoreTransaction) throws -> Void = { _ in }
  ) throws -> Bool {
    rules.settle(delivery.sequence, of: FamilyID(delivery.family), in: &state)
    try persist { transaction in
      try transaction.settle(delivery.id, as: .init(outcome, reason: reason, at: state.now))
      if let attempt { try transaction.note(attempt) }
      try transaction.note(
        JournalEntry(
          at: state.now, family: delivery.family, extension: "\(delivery.family).\(delivery.point)",
          reason: "delivery.\(outcome.rawValue)", detail: "\(delivery.callback): \(reason) \(detail)"))
      try body(transaction)
    }
    owed.removeAll { $0.id == delivery.id }
    observer.settled(delivery, outcome: outcome.rawValue, reason: reason, detail: detail, at: state.now)
    return true
  }

  /// What is owed for seven days settles `expired`, with a ledger line: nothing is dropped in silence.
  private func settleExpired() throws {
    guard let oldest = owed.first, state.now.milliseconds(since: oldest.owedAt) >= 7 * 86_400_000 else { return }
    for delivery in try store.read({ try $0.expiredDeliveries(at: state.now) }) {
      // The line and the end are one transaction: a kill in between would tell the person twice.
      try settle(delivery, .expired, reason: "delivery.expired") { transaction in
        _ = try ledger.append(
          LedgerEvent(family: delivery.family, kind: .deliveryExpired, values: ["callback": .word(delivery.callback)]),
          day: calendar.day(state.now), slot: calendar.minute(state.now), in: transaction)
      }
    }
  }
}

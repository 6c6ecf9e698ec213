// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Deliveries that failed or expired stay listed until the operator has them sent again or dismisses them (C5).
final class Resending {
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let chronicle: Chronicle
  let releases: Releases

  init(_ owners: Owners, releases: Releases) {
    memory = owners.memory
    outbox = owners.outbox
    registry = owners.registry
    consent = owners.consent
    chronicle = owners.chronicle
    self.releases = releases
  }

  private var now: Timestamp { memory.state.now }

  /// Makes a delivery pending once more, under its number, with the cause `repeated` and all its attempts.
  ///
  /// - Throws: `HostError` if there is no such delivery or it can't be sent.
  func resend(_ sequence: Int64, of family: FamilyID, _ turn: Turn) throws {
    let row = try undelivered(sequence, of: family, turn)
    guard let point = ExtensionPoint(rawValue: row.point), let program = registry[family, point] else {
      throw HostError(.failed, "The family “\(family.rawValue)” has no program for \(row.callback) in this run.")
    }
    switch point {
    case .monitor:
      guard memory.state.families[family]?.isApproved == true else {
        throw HostError(.failed, "“\(family.rawValue)” is not approved, so nothing is sent to its monitor.")
      }
      var delivery = try row.monitorDelivery()
      (delivery.cause, delivery.decidedAt) = (.repeated, now)
      try handle(row, .resent, turn)
      try releases.owe([delivery], turn)
    case .app:
      var opening = try CanonicalJSON.value(AppDelivery.self, from: row.body, named: "opening \(row.id)")
      opening.isRepeated = true
      try handle(row, .resent, turn)
      try outbox.owe(
        [
          PendingDelivery(
            family: row.family, sequence: row.sequence, point: row.point, callback: row.callback, dueAt: row.dueAt,
            owedAt: now, body: try CanonicalJSON.bytes(of: opening))
        ], in: turn.transaction)
      try chronicle.enter(
        LedgerEvent(family: row.family, kind: .widget, profile: consent.profile), at: now, in: turn.transaction)
    // The shield that was pressed may be gone, and the person can press again.
    case .shieldAction:
      throw HostError(.failed, "A press on a shield is not sent again; the person presses once more.")
    // The values of a Focus may have changed since, and a button of a widget can be tapped again.
    case .focusFilter, .shieldConfiguration, .report, .widget:
      throw HostError(
        .failed,
        "\(row.callback) of “\(family.rawValue)” is not sent again; only callbacks of its monitor and its app are.")
    }
    // The same input may end a process twice again before it counts as poison.
    registry.clearFelled(program.id)
    outbox.unblock(program.id)
  }

  /// Takes a delivery off the list.
  func dismiss(_ sequence: Int64, of family: FamilyID, _ turn: Turn) throws {
    try handle(try undelivered(sequence, of: family, turn), .dismissed, turn)
    var poison = try turn.transaction.value([PoisonRequest].self, HostMeta.poison(family)) ?? []
    poison.removeAll { $0.sequence == sequence }
    try turn.transaction.setValue(poison.isEmpty ? nil : poison, HostMeta.poison(family))
  }

  private func undelivered(_ sequence: Int64, of family: FamilyID, _ turn: Turn) throws -> PendingDelivery {
    let number = "Delivery \(sequence) of “\(family.rawValue)”"
    guard let row = try turn.transaction.delivery(family: family.rawValue, sequence: sequence) else {
      throw HostError(
        .usage, "\(number) does not exist; `sallyport undelivered \(family.rawValue)` lists those that failed.")
    }
    switch row.settlement?.outcome {
    case .failed, .expired: return row
    case nil: throw HostError(.failed, "\(number) is pending.")
    case .applied: throw HostError(.failed, "\(number) was applied.")
    case .refused: throw HostError(.failed, "\(number) was refused, and the same input would be refused again.")
    case .dropped: throw HostError(.failed, "\(number) was dropped, sent again or dismissed.")
    }
  }

  private func handle(_ row: PendingDelivery, _ reason: ReasonCode.Delivery, _ turn: Turn) throws {
    try turn.transaction.handle(row.id, because: .delivery(reason), at: now)
    try turn.transaction.note(
      JournalEntry(
        at: now, family: row.family, extension: registry.name(of: row), reason: .delivery(reason),
        detail: "\(row.callback), delivery \(row.sequence)"))
  }
}

extension PendingDelivery {
  /// Whether a delivery of this point can be sent once more.
  var isSentAgain: Bool { [ExtensionPoint.monitor.rawValue, ExtensionPoint.app.rawValue].contains(point) }
}

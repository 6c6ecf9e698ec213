// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// The pending deliveries, oldest first, optionally of one family.
  package func owedDeliveries(family: String? = nil) throws -> [PendingDelivery] {
    guard let family else {
      return try rows("SELECT * FROM outbox WHERE outcome IS NULL ORDER BY id").map(PendingDelivery.init)
    }
    return try rows("SELECT * FROM outbox WHERE outcome IS NULL AND family = ? ORDER BY id", [family])
      .map(PendingDelivery.init)
  }

  /// The deliveries added after the one with this id, pending or settled.
  package func deliveries(after id: Int64) throws -> [PendingDelivery] {
    try rows("SELECT * FROM outbox WHERE id > ? ORDER BY id", [id]).map(PendingDelivery.init)
  }

  package func delivery(_ id: Int64) throws -> PendingDelivery? {
    try row("SELECT * FROM outbox WHERE id = ?", [id]).map(PendingDelivery.init)
  }

  /// The newest delivery of a family with this sequence number, pending or settled. The rules identify deliveries by
  /// it.
  package func delivery(family: String, sequence: Int64) throws -> PendingDelivery? {
    try row("SELECT * FROM outbox WHERE family = ? AND sequence = ? ORDER BY id DESC LIMIT 1", [family, sequence])
      .map(PendingDelivery.init)
  }

  /// All deliveries, pending and settled, with their reasons, for `explain`.
  package func deliveryHistory(family: String? = nil) throws -> [PendingDelivery] {
    try rows("SELECT * FROM outbox WHERE (?1 IS NULL OR family = ?1) ORDER BY id", [family]).map(PendingDelivery.init)
  }

  /// The deliveries that failed or expired and have not been handled, oldest first.
  package func undeliveredDeliveries(family: String? = nil) throws -> [PendingDelivery] {
    try rows(
      "SELECT * FROM outbox WHERE outcome IN ('failed', 'expired') AND (?1 IS NULL OR family = ?1) ORDER BY id",
      [family]
    ).map(PendingDelivery.init)
  }

  /// The deliveries pending for seven days at `now`, to settle as `expired` with a ledger entry (`wire.md#deadlines`).
  package func expiredDeliveries(at now: Timestamp) throws -> [PendingDelivery] {
    let limit = now.milliseconds - 7 * 86_400_000
    return try rows("SELECT * FROM outbox WHERE outcome IS NULL AND owedAt <= ? ORDER BY id", [limit])
      .map(PendingDelivery.init)
  }

  /// The number of pending deliveries for one extension. Above 1,024 it is quarantined (`backlog`).
  package func backlog(family: String, point: String) throws -> Int {
    Int(
      try number(
        "SELECT count(*) FROM outbox WHERE outcome IS NULL AND family = ? AND point = ?", [family, point]) ?? 0)
  }
}

extension StoreTransaction {
  /// Appends deliveries to the outbox.
  ///
  /// - Returns: the deliveries with their ids.
  @discardableResult
  package func owe(_ deliveries: [PendingDelivery]) throws -> [PendingDelivery] {
    try deliveries.map { delivery in
      var owed = delivery
      try execute(
        """
        INSERT INTO outbox (family, point, callback, sequence, dueAt, owedAt, body) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          owed.family, owed.point, owed.callback, owed.sequence, owed.dueAt.milliseconds, owed.owedAt.milliseconds,
          Data(owed.body),
        ])
      owed.id = database.lastInsertedRowID
      return owed
    }
  }

  /// Counts an attempt. Call it before the request is sent.
  ///
  /// - Returns: the number of this attempt, from 1.
  package func beginAttempt(_ id: Int64) throws -> Int {
    try execute("UPDATE outbox SET attempts = attempts + 1 WHERE id = ? AND outcome IS NULL", [id])
    guard changes == 1, let attempts = try number("SELECT attempts FROM outbox WHERE id = ?", [id]) else {
      throw StoreError(.failed, "Delivery \(id) is not pending, so it can't be attempted.")
    }
    return Int(attempts)
  }

  /// Takes a delivery that failed or expired off the list, because the operator dismissed it or has it sent again.
  package func handle(_ id: Int64, because reason: ReasonCode, at now: Timestamp) throws {
    try execute(
      "UPDATE outbox SET outcome = 'dropped', reason = ?, settledAt = ? WHERE id = ? AND outcome IN ('failed', 'expired')",
      [reason.rawValue, now.milliseconds, id])
    guard changes == 1 else { throw StoreError(.failed, "Delivery \(id) is not one that failed or expired.") }
  }

  /// Settles a delivery. No delivery takes effect twice, so settling it again is an error.
  package func settle(_ id: Int64, as settlement: PendingDelivery.Settlement) throws {
    try execute(
      "UPDATE outbox SET outcome = ?, reason = ?, revision = ?, settledAt = ? WHERE id = ? AND outcome IS NULL",
      [settlement.outcome.rawValue, settlement.reason.rawValue, settlement.revision, settlement.at.milliseconds, id])
    guard changes == 1 else {
      throw StoreError(.failed, "Delivery \(id) is not pending, so it can't end “\(settlement.outcome.rawValue)”.")
    }
  }
}

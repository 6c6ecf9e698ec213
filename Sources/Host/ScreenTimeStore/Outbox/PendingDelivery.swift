// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// A callback to deliver to an extension, durable from the transaction that caused it.
package struct PendingDelivery: Hashable, Sendable {
  /// The outcome of a delivery (`wire.md#perform`, acceptance).
  package enum Outcome: String, Sendable, CaseIterable {
    /// The reply was accepted; its effects and this outcome are stored in one transaction.
    case applied
    /// The reply violated a rule. Nothing changed, and the delivery is not repeated.
    case refused
    /// The attempts are used up, or the input crashes every process.
    case failed
    /// The delivery was pending for seven days.
    case expired
    /// A rule withdrew it: stopped, superseded or revoked.
    case dropped
  }

  /// The end of a settled delivery.
  package struct Settlement: Hashable, Sendable {
    package var outcome: Outcome
    package var reason: ReasonCode
    /// The family's revision that resulted, if the delivery changed something.
    package var revision: Int64?
    package var at: Timestamp

    package init(_ outcome: Outcome, reason: ReasonCode, revision: Int64? = nil, at: Timestamp) {
      self.outcome = outcome
      self.reason = reason
      self.revision = revision
      self.at = at
    }
  }

  /// The position in the outbox, assigned when it is added. Global, so it never leaves the host.
  package internal(set) var id: Int64 = 0
  package var family: String
  /// Ascending within the family, and unchanged when delivered again. The rules assign it.
  package var sequence: Int64
  package var point: String
  package var callback: String
  package var dueAt: Timestamp
  package var owedAt: Timestamp
  /// The rules' record of it, in their own encoding.
  package var body: [UInt8]
  package internal(set) var attempts: Int = 0
  /// `nil` while it is pending.
  package internal(set) var settlement: Settlement?

  package init(
    family: String, sequence: Int64, point: String, callback: String, dueAt: Timestamp, owedAt: Timestamp, body: [UInt8]
  ) {
    self.family = family
    self.sequence = sequence
    self.point = point
    self.callback = callback
    self.dueAt = dueAt
    self.owedAt = owedAt
    self.body = body
  }
}

// MARK: - Deliveries of the rules

extension PendingDelivery {
  /// Creates the delivery of a monitor callback that the rules decided.
  package init(_ delivery: Delivery) throws {
    self.init(
      family: delivery.family.rawValue, sequence: delivery.sequence, point: "monitor",
      callback: delivery.callback.rawValue, dueAt: delivery.dueAt, owedAt: delivery.decidedAt,
      body: try CanonicalJSON.bytes(of: delivery))
  }

  /// The monitor callback of the delivery. Valid only for deliveries created from one.
  package func monitorDelivery() throws -> Delivery {
    try CanonicalJSON.value(Delivery.self, from: body, named: "delivery \(id) of \(family)")
  }
}

// MARK: - Rows

extension PendingDelivery {
  init(_ row: Row) throws {
    self.init(
      family: row["family"], sequence: row["sequence"], point: row["point"], callback: row["callback"],
      dueAt: Timestamp(milliseconds: row["dueAt"]), owedAt: Timestamp(milliseconds: row["owedAt"]),
      body: Array(row["body"] as Data))
    id = row["id"]
    attempts = row["attempts"]
    guard let word = row["outcome"] as String? else { return }
    guard let outcome = Outcome(rawValue: word) else {
      throw StoreError(.corrupt, "Delivery \(id) of \(family) has the unknown outcome “\(word)”; restore a backup.")
    }
    settlement = Settlement(
      outcome, reason: ReasonCode(rawValue: row["reason"] ?? ""), revision: row["revision"],
      at: Timestamp(milliseconds: row["settledAt"] ?? 0))
  }
}

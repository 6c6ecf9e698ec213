// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

/// One attempt of a delivery: the process's result and the host's response to it.
package struct DeliveryAttempt: Hashable, Sendable {
  /// The delivery's place in the outbox.
  package var delivery: Int64
  /// From 1.
  package var number: Int
  package var at: Timestamp
  package var reason: ReasonCode
  /// The code of the rule that the reply violated: `limit.shieldApplications`.
  package var violation: String?
  /// One sentence: the refusal, or the effects that were applied.
  package var detail: String

  package init(
    delivery: Int64, number: Int, at: Timestamp, reason: ReasonCode, violation: String? = nil, detail: String = ""
  ) {
    self.delivery = delivery
    self.number = number
    self.at = at
    self.reason = reason
    self.violation = violation
    self.detail = detail
  }

  /// A table of its own, so that settling a delivery doesn't rewrite earlier attempts.
  static let table = """
    CREATE TABLE attempt (delivery INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL,
      violation TEXT, detail TEXT NOT NULL, PRIMARY KEY (delivery, number)) WITHOUT ROWID, STRICT
    """
}

extension StoreReader {
  /// The attempts of each delivery of a family, oldest first, by the delivery's id.
  package func attempts(family: String) throws -> [Int64: [DeliveryAttempt]] {
    let found = try rows(
      """
      SELECT attempt.* FROM attempt JOIN outbox ON outbox.id = attempt.delivery WHERE family = ?
      ORDER BY delivery, number
      """, [family]
    ).map { row in
      DeliveryAttempt(
        delivery: row["delivery"], number: row["number"], at: Timestamp(milliseconds: row["at"]),
        reason: ReasonCode(rawValue: row["reason"]), violation: row["violation"], detail: row["detail"])
    }
    return Dictionary(grouping: found, by: \.delivery)
  }
}

extension StoreTransaction {
  /// Records the outcome of an attempt. The same number again replaces it, since a delivery that is sent again counts
  /// from one.
  package func note(_ attempt: DeliveryAttempt) throws {
    try execute(
      "INSERT OR REPLACE INTO attempt (delivery, number, at, reason, violation, detail) VALUES (?, ?, ?, ?, ?, ?)",
      [
        attempt.delivery, attempt.number, attempt.at.milliseconds, attempt.reason.rawValue, attempt.violation,
        attempt.detail,
      ])
  }
}

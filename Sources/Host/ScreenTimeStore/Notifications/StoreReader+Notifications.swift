// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// The requests that were decoded by the last reading of all notifications, by their stored bytes. Decoding is most of
/// the time that a reading takes.
package struct DecodedRequests {
  fileprivate var byBody: [Data: NotificationRequest] = [:]

  package init() {}
}

extension StoreReader {
  /// The notifications of every family that has or had any.
  package func notifications() throws -> [FamilyID: FamilyNotifications] {
    var none = DecodedRequests()
    return try notifications(since: &none)
  }

  /// - Parameter last: the requests of an earlier reading, which are not decoded again; replaced by those of this one.
  package func notifications(since last: inout DecodedRequests) throws -> [FamilyID: FamilyNotifications] {
    var decoded = DecodedRequests()
    func request(_ row: Row, _ name: @autoclosure () -> String) throws -> NotificationRequest {
      let body: Data = row["body"]
      let request =
        try last.byBody[body]
        ?? CanonicalJSON.value(NotificationRequest.self, from: Array(body), named: name())
      decoded.byBody[body] = request
      return request
    }
    var pending: [FamilyID: [String: PendingNotification]] = [:]
    for row in try rows("SELECT * FROM pendingNotification") {
      let family: String = row["family"]
      let name: String = row["name"]
      pending[FamilyID(family), default: [:]][name] = PendingNotification(
        try request(row, "pending notification \(name) of family \(family)"),
        dueAt: Timestamp(milliseconds: row["dueAt"]),
        heldUntil: (row["heldUntil"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
    var listed: [FamilyID: [ListedNotification]] = [:]
    for row in try rows("SELECT * FROM listedNotification ORDER BY family, number") {
      let family: String = row["family"]
      let number: Int64 = row["number"]
      listed[FamilyID(family), default: []].append(
        ListedNotification(
          try request(row, "notification \(number) of family \(family)"), number: number,
          dueAt: Timestamp(milliseconds: row["dueAt"]), firedAt: Timestamp(milliseconds: row["firedAt"]),
          isAnnounced: row["isAnnounced"], isSilenced: row["isSilenced"],
          reason: ReasonCode.Notification(rawValue: row["reason"]) ?? .noFocus))
    }
    var found: [FamilyID: FamilyNotifications] = [:]
    for row in try rows("SELECT * FROM badge") {
      let family = FamilyID(row["family"] as String)
      found[family] = FamilyNotifications(
        pending: pending[family] ?? [:], listed: listed[family] ?? [], badge: row["count"],
        lastNumber: row["lastNumber"])
    }
    last = decoded
    return found
  }
}

extension StoreTransaction {
  /// Writes the differences between two states of a family's notifications.
  ///
  /// - Parameter new: the new state; `nil` if the family is removed.
  package func save(
    _ new: FamilyNotifications?, replacing old: FamilyNotifications?, of family: FamilyID
  ) throws {
    guard new != old else { return }
    try savePending(new?.pending ?? [:], replacing: old?.pending ?? [:], of: family.rawValue)
    try saveListed(new?.listed ?? [], replacing: old?.listed ?? [], of: family.rawValue)
    if let new {
      try execute(
        "INSERT OR REPLACE INTO badge (family, count, lastNumber) VALUES (?, ?, ?)",
        [family.rawValue, new.badge, new.lastNumber])
    } else {
      try execute("DELETE FROM badge WHERE family = ?", [family.rawValue])
    }
  }

  private func savePending(
    _ new: [String: PendingNotification], replacing old: [String: PendingNotification], of family: String
  ) throws {
    for (name, item) in new where old[name] != item {
      try execute(
        "INSERT OR REPLACE INTO pendingNotification (family, name, dueAt, heldUntil, body) VALUES (?, ?, ?, ?, ?)",
        [
          family, name, item.dueAt.milliseconds, item.heldUntil?.milliseconds,
          Data(try CanonicalJSON.bytes(of: item.request)),
        ])
    }
    for name in old.keys where new[name] == nil {
      try execute("DELETE FROM pendingNotification WHERE family = ? AND name = ?", [family, name])
    }
  }

  private func saveListed(
    _ new: [ListedNotification], replacing old: [ListedNotification], of family: String
  ) throws {
    let known = Dictionary(uniqueKeysWithValues: old.map { ($0.number, $0) })
    for item in new where known[item.number] != item {
      try execute(
        """
        INSERT OR REPLACE INTO listedNotification
          (family, number, dueAt, firedAt, isAnnounced, isSilenced, reason, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          family, item.number, item.dueAt.milliseconds, item.firedAt.milliseconds, item.isAnnounced, item.isSilenced,
          item.reason.rawValue, Data(try CanonicalJSON.bytes(of: item.request)),
        ])
    }
    let kept = Set(new.map(\.number))
    for number in known.keys where !kept.contains(number) {
      try execute("DELETE FROM listedNotification WHERE family = ? AND number = ?", [family, number])
    }
  }
}

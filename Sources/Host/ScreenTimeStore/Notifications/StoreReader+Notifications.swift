// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// The notifications of every family that has or had any.
  package func notifications() throws -> [FamilyID: FamilyNotifications] {
    var pending: [FamilyID: [String: PendingNotification]] = [:]
    for row in try rows("SELECT * FROM pendingNotification") {
      let family: String = row["family"]
      let name: String = row["name"]
      pending[FamilyID(family), default: [:]][name] = PendingNotification(
        try Self.request(row, "pending notification \(name) of family \(family)"),
        dueAt: Timestamp(milliseconds: row["dueAt"]))
    }
    var listed: [FamilyID: [ListedNotification]] = [:]
    for row in try rows("SELECT * FROM listedNotification ORDER BY family, number") {
      let family: String = row["family"]
      let number: Int64 = row["number"]
      listed[FamilyID(family), default: []].append(
        ListedNotification(
          try Self.request(row, "notification \(number) of family \(family)"), number: number,
          dueAt: Timestamp(milliseconds: row["dueAt"]), firedAt: Timestamp(milliseconds: row["firedAt"]),
          isAnnounced: row["isAnnounced"]))
    }
    var found: [FamilyID: FamilyNotifications] = [:]
    for row in try rows("SELECT * FROM badge") {
      let family = FamilyID(row["family"] as String)
      found[family] = FamilyNotifications(
        pending: pending[family] ?? [:], listed: listed[family] ?? [], badge: row["count"],
        lastNumber: row["lastNumber"])
    }
    return found
  }

  private static func request(_ row: Row, _ name: String) throws -> NotificationRequest {
    try CanonicalJSON.value(NotificationRequest.self, from: Array(row["body"] as Data), named: name)
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
        "INSERT OR REPLACE INTO pendingNotification (family, name, dueAt, body) VALUES (?, ?, ?, ?)",
        [family, name, item.dueAt.milliseconds, Data(try CanonicalJSON.bytes(of: item.request))])
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
        INSERT OR REPLACE INTO listedNotification (family, number, dueAt, firedAt, isAnnounced, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          family, item.number, item.dueAt.milliseconds, item.firedAt.milliseconds, item.isAnnounced,
          Data(try CanonicalJSON.bytes(of: item.request)),
        ])
    }
    let kept = Set(new.map(\.number))
    for number in known.keys where !kept.contains(number) {
      try execute("DELETE FROM listedNotification WHERE family = ? AND number = ?", [family, number])
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import ScreenTimeRules

/// The reference state of one family's notifications.
struct ShadowNotices {
  struct Listed: Hashable {
    var id: String
    var number: Int64
    var dueAt: Timestamp
  }

  /// The due time of each pending identifier, and its trigger.
  private(set) var pending: [String: (dueAt: Timestamp, trigger: ScriptedNotice.Trigger?)] = [:]
  private(set) var listed: [Listed] = []
  /// Numbers that the person removes from the list, at a time that the reference doesn't determine.
  var cleared: Set<Int64> = []
  private var lastNumber: Int64 = 0

  mutating func take(_ notice: ScriptedNotice, at now: Timestamp, in zone: TimeZone) {
    switch notice {
    case .request(let id, let trigger):
      pending[id] = (ReferenceTrigger(trigger: trigger, zone: zone).first(at: now), trigger)
      fire(at: now, in: zone)
    case .cancel(let ids, let part):
      if part != .listed { pending = ids.isEmpty ? [:] : pending.filter { !ids.contains($0.key) } }
      if part != .pending { listed.removeAll { ids.isEmpty || ids.contains($0.id) } }
    }
  }

  /// Lists the due notifications in order; each replaces an earlier one with its identifier.
  mutating func fire(at now: Timestamp, in zone: TimeZone) {
    let due = pending.filter { $0.value.dueAt <= now }.sorted { ($0.value.dueAt, $0.key) < ($1.value.dueAt, $1.key) }
    for (id, item) in due {
      pending[id] = ReferenceTrigger(trigger: item.trigger, zone: zone).next(after: item.dueAt, now: now).map {
        ($0, item.trigger)
      }
      lastNumber += 1
      listed.removeAll { $0.id == id }
      listed.append(Listed(id: id, number: lastNumber, dueAt: item.dueAt))
    }
  }

  /// Finds the due times again after the clock or the zone changed. What is already due stays due.
  mutating func findAgain(at now: Timestamp, in zone: TimeZone) {
    for (id, item) in pending where now < item.dueAt {
      pending[id]?.dueAt = ReferenceTrigger(trigger: item.trigger, zone: zone).again(item.dueAt, now: now)
    }
  }

  /// After a revocation nothing more falls due, but listed notifications stay.
  mutating func revoke() { pending = [:] }
}

// MARK: - A notification falls due once, at its instant

extension ReferenceDevice {
  mutating func fireNotices() {
    for family in familyNames { families[family]?.notices.fire(at: now, in: zone) }
  }

  /// Compares pending and listed notifications with the reference.
  mutating func compareNotices(_ theirs: [FamilyID: FamilyNotifications]) {
    for name in familyNames {
      guard let mine = families[name]?.notices else { continue }
      let own = theirs[FamilyID(name)] ?? FamilyNotifications()
      let (pending, expected) = (own.pending.mapValues(\.dueAt), mine.pending.mapValues(\.dueAt))
      if pending != expected {
        find(.notificationsComeOnce, "\(name) has notifications pending for \(pending) but must have \(expected)")
      }
      let listed = own.listed.map { ShadowNotices.Listed(id: $0.request.id, number: $0.number, dueAt: $0.dueAt) }
      let kept = listed.filter { !mine.cleared.contains($0.number) }
      let others = mine.listed.filter { !mine.cleared.contains($0.number) }
      if kept != others {
        find(.notificationsComeOnce, "\(name) has the notifications \(kept) listed but must have \(others)")
      }
    }
  }
}

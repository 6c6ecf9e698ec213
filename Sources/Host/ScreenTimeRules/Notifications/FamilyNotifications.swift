// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A notification that waits for its trigger.
package struct PendingNotification: Hashable, Sendable {
  package var request: NotificationRequest
  package var dueAt: Timestamp
  /// Until when it waits for a Focus filter, after its trigger fired.
  package var heldUntil: Timestamp?

  package init(_ request: NotificationRequest, dueAt: Timestamp, heldUntil: Timestamp? = nil) {
    self.request = request
    self.dueAt = dueAt
    self.heldUntil = heldUntil
  }

  /// The instant of the next decision about it.
  var decidedAt: Timestamp { heldUntil ?? dueAt }
}

/// A notification that was shown and that the person has neither answered nor cleared.
package struct ListedNotification: Hashable, Sendable {
  package var request: NotificationRequest
  /// Increases with each notification of the family that is shown. A number is never reused.
  package var number: Int64
  /// The instant of its trigger.
  package var dueAt: Timestamp
  /// The time at which it was listed: later than `dueAt` if the host was not running then.
  package var firedAt: Timestamp
  /// Whether the command to show it is known to have been carried out.
  package var isAnnounced: Bool
  /// Whether it was listed without a banner, because of a Focus (FOCUS-N4).
  package var isSilenced: Bool
  /// Why it interrupts or is silenced.
  package var reason: ReasonCode.Notification

  package init(
    _ request: NotificationRequest, number: Int64, dueAt: Timestamp, firedAt: Timestamp, isAnnounced: Bool = false,
    isSilenced: Bool = false, reason: ReasonCode.Notification = .noFocus
  ) {
    self.isSilenced = isSilenced
    self.reason = reason
    self.request = request
    self.number = number
    self.dueAt = dueAt
    self.firedAt = firedAt
    self.isAnnounced = isAnnounced
  }
}

/// The notifications of one family, pending and listed, and its badge.
package struct FamilyNotifications: Hashable, Sendable {
  /// The maximum number of pending notifications (`limit.pending`).
  package static let mostPending = 64
  /// The maximum number of listed notifications. Beyond it, the oldest one leaves the list.
  package static let mostListed = 256
  /// The maximum number of notifications that one callback shows at once, in its savepoints and its reply
  /// (`limit.notifications`).
  package static let mostAtOnce = 8
  package static let badgeRange: ClosedRange<Int64> = 0...99_999

  /// By identifier.
  package private(set) var pending: [String: PendingNotification]
  /// Oldest first; one per identifier.
  package private(set) var listed: [ListedNotification]
  package private(set) var badge: Int64
  /// The number of the newest notification that was shown.
  package private(set) var lastNumber: Int64

  package init(
    pending: [String: PendingNotification] = [:], listed: [ListedNotification] = [], badge: Int64 = 0,
    lastNumber: Int64 = 0
  ) {
    self.pending = pending
    self.listed = listed
    self.badge = badge
    self.lastNumber = lastNumber
  }

  /// The earliest instant at which a notification comes due.
  package var nextDue: Timestamp? { pending.values.map(\.decidedAt).min() }

  package var isEmpty: Bool { self == FamilyNotifications(lastNumber: lastNumber) }

  // MARK: - Requests of the family

  /// Accepts a request, which replaces a pending one with the same identifier.
  ///
  /// - Parameter setting: the calendar, zone and rules for its trigger.
  /// - Returns: whether it is due at once.
  /// - Throws: `notification.trigger`, `limit.pending`.
  package mutating func schedule(
    _ request: NotificationRequest, at now: Timestamp, in setting: TriggerSetting
  ) throws(EffectViolation) -> Bool {
    let due = try setting.due(of: request, at: now)
    guard pending[request.id] != nil || pending.count < Self.mostPending || due <= now else {
      throw EffectViolation(
        .limit(.pending), rule: "N1", subject: request.id, limit: Int64(Self.mostPending),
        actual: Int64(pending.count) + 1)
    }
    pending[request.id] = PendingNotification(request, dueAt: due)
    return due <= now
  }

  /// - Parameter ids: the identifiers; empty for all.
  package mutating func cancel(_ ids: [String], _ part: NotificationPart) {
    let names = Set(ids)
    if part != .listed { pending = ids.isEmpty ? [:] : pending.filter { !names.contains($0.key) } }
    if part != .pending { listed.removeAll { ids.isEmpty || names.contains($0.request.id) } }
  }

  /// - Throws: `badge.range`.
  package mutating func setBadge(_ count: Int64) throws(EffectViolation) {
    guard Self.badgeRange.contains(count) else {
      throw EffectViolation(
        .fault(.badgeRange), rule: "N10", subject: "badge", limit: Self.badgeRange.upperBound, actual: count)
    }
    badge = count
  }

  // MARK: - Due notifications

  /// Moves the due notifications from pending to listed.
  ///
  /// A repeating notification is listed once, however many of its instants have passed, and stays pending for the next
  /// one.
  ///
  /// - Parameter decide: decides about each with the state of this instant.
  /// - Returns: what is listed now, by the instants of the triggers, and how many older ones left the list for it.
  package mutating func fire(
    at now: Timestamp, in setting: TriggerSetting,
    decide: (PendingNotification) -> NotificationDecision = { _ in .interrupts(.noFocus) }
  ) -> (shown: [ListedNotification], left: Int) {
    let due = pending.values.filter { $0.dueAt <= now }
      .sorted { $0.dueAt == $1.dueAt ? $0.request.id.isOrderedBefore($1.request.id) : $0.dueAt < $1.dueAt }
    var shown = 0
    for item in due {
      let (isSilenced, reason): (Bool, ReasonCode.Notification)
      switch decide(item) {
      case .interrupts(let why): (isSilenced, reason) = (false, why)
      case .silenced(let why): (isSilenced, reason) = (true, why)
      case .held(let limit):
        pending[item.request.id]?.heldUntil = limit
        continue
      }
      shown += 1
      pending[item.request.id] = setting.next(of: item, at: now).map { PendingNotification(item.request, dueAt: $0) }
      lastNumber += 1
      listed.removeAll { $0.request.id == item.request.id }
      listed.append(
        ListedNotification(
          item.request, number: lastNumber, dueAt: item.dueAt, firedAt: now, isSilenced: isSilenced, reason: reason))
    }
    let left = max(0, listed.count - Self.mostListed)
    listed.removeFirst(left)
    return (listed.filter { lastNumber - Int64(shown) < $0.number }, left)
  }

  /// Recomputes due times after the clock was set or the person's zone changed. A notification that was already due
  /// stays due.
  package mutating func findAgain(at now: Timestamp, in setting: TriggerSetting) {
    for (id, item) in pending where now < item.dueAt { pending[id]?.dueAt = setting.dueAgain(of: item, at: now) }
  }

  // MARK: - Acts of the person and the host

  /// Removes a notification from the list.
  package mutating func remove(_ number: Int64) -> ListedNotification? {
    listed.firstIndex { $0.number == number }.map { listed.remove(at: $0) }
  }

  /// Records that the commands to show these notifications were carried out.
  package mutating func wereAnnounced(_ numbers: Set<Int64>) {
    for index in listed.indices where numbers.contains(listed[index].number) { listed[index].isAnnounced = true }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary

/// Shows notifications when they are due and handles what the person does with them.
final class Notices {
  let memory: DeviceMemory
  let notifications: NotificationCenter
  let focus: FocusDesk
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let chronicle: Chronicle
  let names: Names
  let visits: Visits

  init(_ owners: Owners, names: Names, visits: Visits) {
    memory = owners.memory
    notifications = owners.notifications
    focus = owners.focus
    registry = owners.registry
    consent = owners.consent
    chronicle = owners.chronicle
    self.names = names
    self.visits = visits
  }

  private var now: Timestamp { memory.state.now }

  var isDue: Bool { notifications.isDue(at: now) }

  /// The next instant at which a notification comes due.
  var nextDue: Timestamp? { notifications.nextDue }

  // MARK: - Due notifications

  /// Shows every due notification: lists, records and announces it in one transaction.
  func fireDue(_ turn: Turn) throws {
    guard isDue else { return }
    for family in notifications.families.keys.sorted() where notifications[family].nextDue.map({ $0 <= now }) ?? false {
      try fire(family, turn)
    }
    presentList(turn)
  }

  /// Decides again about the notifications that wait for a Focus filter (FOCUS-N3).
  func decideHeld(_ turn: Turn) throws {
    let held = notifications.families.filter { $0.value.pending.values.contains { $0.heldUntil != nil } }.keys.sorted()
    for family in held { try fire(family, turn) }
    if !held.isEmpty { presentList(turn) }
  }

  private func fire(_ family: FamilyID, _ turn: Turn) throws {
    let (shown, left) = notifications.change(family) {
      $0.fire(at: now, in: TriggerSetting(of: family, in: memory.state)) { item in
        NotificationDecision(on: item.request, heldUntil: item.heldUntil, of: family, in: focus.state, at: now)
      }
    }
    try announce(shown, left: left, of: family, tells: { _ in true }, turn)
  }

  /// Takes over the notifications that a callback scheduled and shows those due immediately.
  func adopt(_ copy: WorkingCopy, of call: OpenCall, _ turn: Turn) throws {
    let family = call.family
    guard copy.notifications != notifications[family] || !copy.notificationsShown.isEmpty else { return }
    notifications.change(family) { $0 = copy.notifications }
    // A notification without a trigger is already on the timeline, among the effects of its callback.
    try announce(
      copy.notificationsShown, left: copy.notificationsLeft, of: family, tells: { $0.request.trigger != nil }, turn)
    presentList(turn)
  }

  private func announce(
    _ shown: [ListedNotification], left: Int, of family: FamilyID, tells: (ListedNotification) -> Bool, _ turn: Turn
  ) throws {
    for item in shown {
      try decide(item.reason, of: family, id: item.request.id, turn)
      // A silenced one is listed and nothing else: no banner, no sound (FOCUS-N4).
      guard !item.isSilenced else {
        turn.tell(
          HostEvent(
            at: now, .notification, family: family.rawValue, "silenced: \(item.request.title)",
            detail: item.reason.spoken))
        notifications.issue(item.number, of: family)
        continue
      }
      if tells(item) { tell(item, of: family, turn) }
      notifications.issue(item.number, of: family)
      turn.say(.notify(PresentedNotification(item, of: family, names)))
    }
    for _ in 0..<left { try decide(.listFull, of: family, id: nil, turn) }
  }

  /// Writes one ledger row and one journal row. The identifier is text by the extension's author, so only the journal
  /// has it (N9).
  private func decide(
    _ reason: ReasonCode.Notification, of family: FamilyID, id: String?, _ turn: Turn
  ) throws {
    try enter(.notificationDecided, of: family, ["reason": .word(reason.spoken)], turn)
    chronicle.note(JournalEntry(at: now, family: family.rawValue, reason: .notification(reason), detail: id))
  }

  private func tell(_ item: ListedNotification, of family: FamilyID, _ turn: Turn) {
    turn.tell(
      HostEvent(
        at: now, .notification, family: family.rawValue, item.request.title, detail: item.request.body))
  }

  private func enter(
    _ kind: LedgerKind, of family: FamilyID, _ values: [String: LedgerEvent.Value], _ turn: Turn
  ) throws {
    try chronicle.enter(
      LedgerEvent(family: family.rawValue, kind: kind, values: values, profile: consent.profile), at: now,
      in: turn.transaction)
  }

  // MARK: - Remote notifications

  /// Takes what a family's server sent. The badge is set even if the notification is silenced (FOCUS-N8, FOCUS-N10).
  ///
  /// - Throws: `HostError`, with nothing changed.
  func deliver(_ payload: RemotePayload, to family: FamilyID, _ turn: Turn) throws {
    guard registry[family, .app]?.granted.contains(.notifications) == true,
      memory.state.families[family]?.isApproved == true
    else {
      throw HostError(
        .failed,
        "notification.notAllowed: “\(family.rawValue)” may not show notifications: its app has no capability "
          + "“notifications”, or nobody has approved it.")
    }
    var copy = notifications[family]
    do throws(EffectViolation) {
      if let badge = payload.badge { try copy.setBadge(badge) }
    } catch { throw HostError(.usage, "\(error.description)") }
    if let request = try payload.request("remote.\(copy.lastNumber + 1)", at: now) {
      do throws(EffectViolation) {
        _ = try copy.schedule(request, at: now, in: TriggerSetting(of: family, in: memory.state))
      } catch { throw HostError(.failed, "\(error.description)") }
    }
    notifications.change(family) { $0 = copy }
    if payload.wakesApp {
      turn.tell(
        HostEvent(
          at: now, .warning, family: family.rawValue, "push.ignored", detail: "no app is woken in the background"))
    }
    try fire(family, turn)
    presentList(turn)
  }

  // MARK: - Restarts and clock changes

  /// Announces notifications that the previous run may have listed but not shown before it was killed.
  func showAgain(_ turn: Turn) {
    guard notifications.families.values.contains(where: { !$0.listed.isEmpty || $0.badge != 0 }) else { return }
    for (family, own) in notifications.families.sorted(by: { $0.key < $1.key }) {
      for item in own.listed where !item.isAnnounced && !item.isSilenced {
        tell(item, of: family, turn)
        notifications.issue(item.number, of: family)
        turn.say(.notify(PresentedNotification(item, of: family, names, isRepeated: true)))
      }
    }
    presentList(turn)
  }

  /// Recomputes due dates after the clock was set or the person's time zone changed.
  func findAgain() {
    for family in notifications.families.keys.sorted() {
      notifications.change(family) { $0.findAgain(at: now, in: TriggerSetting(of: family, in: memory.state)) }
    }
  }

  // MARK: - The person

  /// Opens the family's app from a notification, which leaves the list.
  func answer(_ number: Int64, of family: FamilyID, _ turn: Turn) throws {
    try take(number, of: family, "answered", turn)
    try enter(.notification, of: family, [:], turn)
    try visits.open(family, reason: .notification, turn)
  }

  /// Removes a notification from the list. Its family is not notified.
  func clear(_ number: Int64, of family: FamilyID, _ turn: Turn) throws {
    try take(number, of: family, "cleared", turn)
  }

  private func take(_ number: Int64, of family: FamilyID, _ what: String, _ turn: Turn) throws {
    guard notifications[family].listed.contains(where: { $0.number == number }),
      let item = notifications.change(family, { $0.remove(number) })
    else {
      throw HostError(
        .usage,
        "“\(family.rawValue)” has no notification \(number) in the list; `sallyport notification list` shows it.")
    }
    turn.tell(HostEvent(at: now, .press, family: family.rawValue, "notification \(what)", detail: item.request.title))
    presentList(turn)
  }

  // MARK: - Endings

  /// Cancels a revoked family's pending notifications. Listed ones stay until the person clears them.
  func revoke(_ family: FamilyID) { notifications.change(family) { $0.cancel([], .pending) } }

  func remove(_ family: FamilyID, _ turn: Turn) {
    guard notifications.families[family] != nil else { return }
    notifications.remove(family)
    presentList(turn)
  }

  // MARK: - The list

  private func presentList(_ turn: Turn) { turn.say(.present(.notifications(list))) }

  /// All listed notifications, by the instant at which each was shown.
  var list: PresentedNotificationList {
    let families = notifications.families.sorted { $0.key < $1.key }
    return PresentedNotificationList(
      notifications: families.flatMap { family, own in
        own.listed.map { PresentedNotification($0, of: family, names) }
      }.sorted { ($0.at, $0.dueAt) < ($1.at, $1.dueAt) },
      badges: families.filter { $0.value.badge != 0 }.map {
        .init(familyName: names.display($0.key), count: $0.value.badge)
      })
  }
}

extension ReasonCode.Notification {
  /// The reason as text for the ledger.
  fileprivate var spoken: String {
    switch self {
    case .noFocus: "it was shown, since no Focus is on"
    case .listFull: "the oldest one left the full list"
    case .critical: "it was shown, since it is critical"
    case .notAllowed: "it was silenced, since the Focus doesn't let its family interrupt"
    case .noPredicate: "it was shown, since no filter of its family chooses notifications"
    case .match: "it was shown, since its filter lets it through"
    case .noMatch: "it was silenced by its family's own filter"
    case .untagged: "it has nothing that its family's filter could judge"
    case .contextPending: "it was shown, since its family's filter was not ready"
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the instants of triggers depend on besides the clock.
package struct TriggerSetting: Sendable {
  /// The person's calendar and zone, for components that name none.
  package var place: CalendarPlace
  /// Whether the family's dates may mix components as no schedule does.
  package var allowsMixed: Bool

  /// How far the clock that a callback is given may be behind the host's: a minute's rounding and a deadline.
  static let clockLag: Int64 = 120_000

  package init(place: CalendarPlace, allowsMixed: Bool = false) {
    self.place = place
    self.allowsMixed = allowsMixed
  }

  /// The setting of one family on a device.
  package init(of family: FamilyID, in state: DeviceState) {
    self.init(place: state.place, allowsMixed: state.families[family]?.mode == .appleCompatible)
  }

  /// When a request is due for the first time.
  ///
  /// - Throws: `notification.trigger` for an interval that is not positive and for components that match no instant any
  ///   more: impossible ones, and a date that has passed.
  func due(of request: NotificationRequest, at now: Timestamp) throws(EffectViolation) -> Timestamp {
    switch request.trigger {
    case nil: return now
    case .after(let seconds):
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
      guard seconds > 0, !overflow else { throw Self.violation(request) }
      return now.advanced(by: milliseconds)
    case .at(let components, _):
      guard let search = search(components) else { throw Self.violation(request) }
      // A date of the next seconds may pass before the reply is here: it is due at once, and not refused.
      if components.isAbsolute, let date = search.first(after: now.advanced(by: -Self.clockLag)) {
        return max(now, date)
      }
      guard let first = search.first(after: now) else { throw Self.violation(request) }
      return first
    }
  }

  /// When a notification is due again after it was shown; `nil`: never.
  func next(of item: PendingNotification, at now: Timestamp) -> Timestamp? {
    guard case .at(let components, repeats: true) = item.request.trigger, let search = search(components) else {
      return nil
    }
    let next = search.next(after: item.dueAt)
    return next.flatMap { $0 <= now ? search.first(after: now) : $0 }
  }

  /// When a pending notification is due after the clock or the zone has changed.
  func dueAgain(of item: PendingNotification, at now: Timestamp) -> Timestamp {
    switch item.request.trigger {
    case nil: return item.dueAt
    case .after(let seconds):
      // The interval is never longer than it was asked for.
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
      return overflow ? item.dueAt : min(item.dueAt, now.advanced(by: milliseconds))
    case .at(let components, _): return search(components)?.first(after: now) ?? item.dueAt
    }
  }

  private func search(_ components: ScheduleComponents) -> InstantSearch? {
    InstantSearch(components, in: place, allowsMixed: allowsMixed)
  }

  private static func violation(_ request: NotificationRequest) -> EffectViolation {
    EffectViolation(.fault(.notificationTrigger), rule: "N1", subject: request.id)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The inputs besides the clock that determine the instants of triggers.
package struct TriggerSetting: Sendable {
  /// The person's calendar and zone, for components that name none.
  package var place: CalendarPlace
  /// Whether the family's dates may mix components in ways that no schedule allows.
  package var allowsMixed: Bool

  /// The maximum lag of a callback's clock behind the host's: rounding to the minute, plus a deadline.
  static let clockLag: Int64 = 120_000

  package init(place: CalendarPlace, allowsMixed: Bool = false) {
    self.place = place
    self.allowsMixed = allowsMixed
  }

  /// The setting of one family on a device.
  package init(of family: FamilyID, in state: DeviceState) {
    self.init(place: state.place, allowsMixed: state.families[family]?.mode == .appleCompatible)
  }

  /// The first time at which a request is due.
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
      // A date a few seconds ahead may pass before the reply arrives. It is then due at once instead of being refused.
      if components.isAbsolute, let date = search.first(after: now.advanced(by: -Self.clockLag)) {
        return max(now, date)
      }
      guard let first = search.first(after: now) else { throw Self.violation(request) }
      return first
    }
  }

  /// The next due time of a notification after it was shown, or `nil` if there is none.
  func next(of item: PendingNotification, at now: Timestamp) -> Timestamp? {
    guard case .at(let components, repeats: true) = item.request.trigger, let search = search(components) else {
      return nil
    }
    let next = search.next(after: item.dueAt)
    return next.flatMap { $0 <= now ? search.first(after: now) : $0 }
  }

  /// The due time of a pending notification after the clock or the zone has changed.
  func dueAgain(of item: PendingNotification, at now: Timestamp) -> Timestamp {
    switch item.request.trigger {
    case nil: return item.dueAt
    case .after(let seconds):
      // The remaining interval never exceeds the requested one.
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

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

// MARK: - Time

extension ReferenceDevice {
  /// The use in the foreground at an instant, and the time until which it is valid.
  private func front(from instant: Timestamp) -> (use: UseSpan?, until: Timestamp) {
    for span in feed where instant < span.end {
      return span.start <= instant ? (span, span.end) : (nil, span.start)
    }
    return (nil, .distantFuture)
  }

  /// Advances to an instant, but leaves the clock's callbacks at that instant itself undecided.
  mutating func advance(to time: Timestamp) {
    while now < time {
      decideClock()
      complainOfDemands()
      let (use, until) = front(from: now)
      grants = grants.filter { now < $0.value }
      let counted = countedUse(use)
      var stop = min(time, until, grants.values.min() ?? .distantFuture)
      for family in families.values {
        for activity in family.activities.values {
          stop = min(stop, activity.boundary(after: now))
          if let counted { stop = min(stop, crossing(of: activity, counted)) }
        }
      }
      if let counted { count(counted, until: stop) }
      now = stop
      takeCrossings()
    }
  }

  /// Reports each callback that fell due but is not in the outbox when time advances.
  mutating func complainOfDemands() {
    for family in familyNames {
      for (number, demand) in (demands[family] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let isEvent = demand.event != nil
        find(isEvent ? .thresholdsAreExact : .nothingOwedIsLost, "number \(number) is not in the outbox: \(demand)")
      }
    }
    demands = [:]
  }

  // MARK: - Use

  /// The part of the foreground use that counts: not a shielded, hidden or filtered item, nor the page of a covered
  /// browser (S14, M10).
  private func countedUse(_ use: UseSpan?) -> UseSpan? {
    guard let use, use.isPresent else { return nil }
    let covered = shieldedItem(in: use)
    func isUsed(_ item: Item) -> Bool { item != covered && verdict(on: item) != .blocked }
    let app = use.app.flatMap { isUsed($0) ? $0 : nil }
    let isPageOpen = app != nil || use.app == nil
    let web = isPageOpen ? use.web.flatMap { isUsed($0) ? $0 : nil } : nil
    guard app != use.app || web != use.web else { return use }
    return UseSpan(
      start: use.start, end: use.end, app: app, web: web, isPresent: use.isPresent, presenceKnown: use.presenceKnown)
  }

  private func crossing(of activity: ReferenceActivity, _ use: UseSpan) -> Timestamp {
    guard let interval = activity.current else { return .distantFuture }
    var first = Timestamp.distantFuture
    for count in interval.counts where Self.counts(use, count.event.selection) {
      for level in [count.threshold, activity.warning.map(count.warningLevel)].compactMap(\.self)
      where count.counted < level {
        first = min(first, now.advanced(by: level - count.counted))
      }
    }
    return first
  }

  private mutating func count(_ use: UseSpan, until end: Timestamp) {
    let length = end.milliseconds(since: now)
    for family in familyNames {
      for name in families[family]?.activityNames ?? [] {
        for index in families[family]?.activities[name]?.current?.counts.indices ?? 0..<0 {
          guard let count = families[family]?.activities[name]?.current?.counts[index],
            Self.counts(use, count.event.selection)
          else { continue }
          families[family]?.activities[name]?.current?.counts[index].counted += length
        }
      }
    }
    var span = use
    (span.start, span.end) = (now, end)
    ledger.join(span)
  }

  /// E1, E2, E8: whether a selection counts the foreground use.
  static func counts(_ use: UseSpan, _ selection: ItemSelection) -> Bool {
    let registry = Household.registry
    if selection.applications.isEmpty, selection.categories.isEmpty, selection.webDomains.isEmpty { return true }
    if let app = use.app {
      if selection.applications.items.contains(app) { return true }
      if selection.categories.items.contains(registry.categories[app] ?? .otherCategory) { return true }
    }
    guard let web = use.web else { return false }
    let names = ReferenceDevice.names(of: web)
    if selection.webDomains.items.contains(where: names.contains) { return true }
    if selection.categories.items.contains(ReferenceDevice.category(of: web)) { return true }
    return selection.applications.items.contains { app in
      registry.links[app]?.items.contains(where: names.contains) == true
    }
  }

  /// The initial counts of an interval: zero, or with past activity the use since the start of the hour (E5).
  func counts(of activity: ReferenceActivity, in span: TimeSpan) -> [ShadowInterval.Count] {
    activity.events.map { event in
      let from =
        event.includesPastActivity
        ? ReferenceSchedule(activity.schedule, zone: zone).hourStart(of: span.start)
        : max(span.start, activity.registeredAt)
      let past = ledger.reversed().lazy.prefix { $0.end > from.advanced(by: -86_400_000) }.filter {
        Self.counts($0, event.selection)
      }.reduce(Int64(0)) { $0 + max(0, min($1.end, now).milliseconds(since: max($1.start, from))) }
      return ShadowInterval.Count(event: event, counted: past)
    }
  }

  // MARK: - Due callbacks

  /// D9, D14, D15: requires the clock's callbacks that are due, if they may be delivered now.
  mutating func decideClock() {
    var dues: [Demand] = []
    let mayTell = mode == .exact || front(from: now).use?.isPresent == true
    for family in familyNames {
      for name in families[family]?.activityNames ?? [] {
        guard var activity = families[family]?.activities[name] else { continue }
        pass(&activity)
        if mayTell { tell(&activity, family, cause: .natural, isRegistration: false, into: &dues) }
        families[family]?.activities[name] = activity
      }
      families[family]?.removeOver()
    }
    demand(dues)
  }

  func pass(_ activity: inout ReferenceActivity) {
    guard activity.boundary <= now else { return }
    activity.pass(now, zone: zone) { interval, activity in interval.counts = counts(of: activity, in: interval.span) }
  }

  func tell(
    _ activity: inout ReferenceActivity, _ family: String, cause: DeliveryCause, isRegistration: Bool,
    into dues: inout [Demand]
  ) {
    // Callbacks for times before a registration are due at the registration.
    var earliest = isRegistration ? now : Timestamp.distantPast
    func due(_ callback: MonitorCallback, _ span: TimeSpan, at instant: Timestamp) -> Demand {
      Demand(
        family: family, activity, callback, span, cause: cause, dueAt: max(earliest, min(instant, now)), decidedAt: now)
    }
    if let over = activity.ending {
      dues.append(due(.intervalDidEnd, over.span, at: over.span.end))
      earliest = max(earliest, dues[dues.count - 1].dueAt)
      activity.ending = nil
    }
    if let running = activity.current, running.span.contains(now) {
      if !running.isOpen {
        dues.append(due(.intervalDidStart, running.span, at: running.span.start))
        activity.current?.isOpen = true
        activity.toldStarts.insert(running.span.start)
        // After the clock was set back the registration can lie ahead.
        let reachedAt = min(now, max(running.span.start, activity.registeredAt))
        reach(&activity, family, at: reachedAt, cause: cause, into: &dues)
      }
      let warning = activity.endWarning(of: running.span)
      if !running.isEndWarned, warning <= now {
        dues.append(due(.intervalWillEndWarning, running.span, at: warning))
        activity.current?.isEndWarned = true
      }
    }
    if let planned = activity.next, !planned.isWarned, now < planned.span.start {
      let warning = activity.startWarning(of: planned.span)
      guard warning <= now else { return }
      dues.append(due(.intervalWillStartWarning, planned.span, at: warning))
      activity.next?.isWarned = true
      activity.warnedStart = max(activity.warnedStart ?? planned.span.start, planned.span.start)
    }
  }

  private mutating func takeCrossings() {
    var dues: [Demand] = []
    for family in familyNames {
      for name in families[family]?.activityNames ?? [] {
        guard var activity = families[family]?.activities[name] else { continue }
        reach(&activity, family, at: now, cause: .natural, into: &dues)
        families[family]?.activities[name] = activity
      }
    }
    demand(dues)
  }

  /// E3, E4, E7: each level once, in an interval whose start was reported.
  func reach(
    _ activity: inout ReferenceActivity, _ family: String, at instant: Timestamp, cause: DeliveryCause,
    into dues: inout [Demand]
  ) {
    guard let interval = activity.current, interval.isOpen else { return }
    for (index, count) in interval.counts.enumerated() {
      func due(_ callback: MonitorCallback) -> Demand {
        Demand(
          family: family, activity, event: count.event.name, callback, interval.span, cause: cause, dueAt: instant,
          decidedAt: now)
      }
      if let warning = activity.warning, !count.isWarned, count.warningLevel(warning) <= count.counted {
        dues.append(due(.eventWillReachThresholdWarning))
        activity.current?.counts[index].isWarned = true
      }
      if !count.isReached, count.threshold <= count.counted {
        dues.append(due(.eventDidReachThreshold))
        activity.current?.counts[index].isReached = true
      }
    }
  }
}

extension [UseSpan] {
  /// Appends a span, or extends the last one if it is adjacent and has the same items.
  mutating func join(_ span: UseSpan) {
    if let last, last.end == span.start, last.app == span.app, last.web == span.web {
      self[count - 1].end = span.end
    } else {
      append(span)
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension RuleTransaction {
  /// Performs `startMonitoring`: checks in the order of D7, then replaces or registers the activity (D8, D9).
  mutating func start(
    _ name: String, _ schedule: Schedule, _ events: [ActivityEvent]
  ) throws(EffectViolation) {
    let check = RegistrationCheck(
      limits: rules.limits, isStrict: isStrict, place: context.place, now: context.now)
    let name = try checkedName(name, of: "activity")
    var named: [ActivityEvent] = []
    for var event in events {
      event.name = try checkedName(event.name, of: "event")
      named.append(event)
    }
    try check.validate(name, schedule, named)
    guard family.isApproved else { throw check.failure(.unauthorized, "A11", name) }
    let count = family.activities.count + (family.activities[name] == nil ? 1 : 0)
    guard family.activities[name] != nil || count <= rules.limits.activities else {
      throw check.failure(.excessiveActivities, "§4", name, limit: Int64(rules.limits.activities), actual: Int64(count))
    }
    if isStrict, let event = named.first(where: { !$0.selection.isResolved }) {
      throw EffectViolation(.fault(.tokenUnknown), rule: "T5", subject: "\(name).\(event.name)")
    }
    let kept = named.map { event in
      var event = event
      event.selection = event.selection.resolved
      return event
    }

    family.registrations += 1
    if var known = family.activities[name], known.schedule == schedule {
      // The interval may end at this very instant.
      known.tick(in: context)
      if !known.isFinished || known.current != nil {
        restartEvents(&known, kept)
        known.isVoided = nil
        family.activities[name] = known
        return
      }
    }
    stop(name, cause: .replaced)
    var activity = Activity(
      name: name, schedule: schedule, events: kept, registration: family.registrations, in: context)
    activity.takeOwed(at: context.now, family: id, cause: .registration, isRegistration: true, into: &dues)
    family.activities[name] = activity
  }

  /// Performs `stopMonitoring`. An empty list means all activities; unknown names are ignored (D12).
  mutating func stop(_ names: [String]) {
    for name in names.isEmpty ? family.activityNames : names { stop(name, cause: .stop) }
  }

  /// Replaces the events of an activity whose schedule is unchanged: the running interval continues and all counts
  /// restart (D8, E6).
  private mutating func restartEvents(_ activity: inout Activity, _ events: [ActivityEvent]) {
    let old = activity.registration
    activity.registration = family.registrations
    activity.registeredAt = context.now
    activity.events = events.sorted { $0.name.isOrderedBefore($1.name) }
    activity.restartMeters(in: context)
    // Pending interval callbacks belong to the interval that continues, event callbacks to counts that are gone.
    drop { $0.activity == activity.name && $0.registration == old && $0.event != nil }
    dues.removeAll { $0.activity == activity.name && $0.event != nil }
    changeHeld { $0.activity == activity.name && $0.event != nil ? nil : $0 }
    changeHeld { due in
      var due = due
      if due.activity == activity.name, due.registration == old { due.registration = activity.registration }
      return due
    }
    for index in family.outstanding.indices
    where family.outstanding[index].activity == activity.name && family.outstanding[index].registration == old {
      family.outstanding[index].registration = activity.registration
    }
    for index in dues.indices where dues[index].activity == activity.name && dues[index].registration == old {
      dues[index].registration = activity.registration
    }
    if let running = activity.current, !running.isOpen {
      // The interval's start still waits for use, but registering inside an interval delivers it at once (D9).
      activity.takeOwed(at: context.now, family: id, cause: .registration, isRegistration: true, into: &dues)
    } else {
      activity.takeReached(at: context.now, family: id, cause: .registration, into: &dues)
    }
  }

  /// Removes an activity, drops its pending callbacks, and adds the end of an interval that was started (D10, D12).
  private mutating func stop(_ name: String, cause: DeliveryCause) {
    guard let activity = family.activities.removeValue(forKey: name) else { return }
    let pending = family.outstanding.filter {
      $0.activity == name && $0.registration == activity.registration && $0.sequence != performing
    }
    let unstarted = Set(pending.lazy.filter { $0.callback == .intervalDidStart }.map(\.interval.start))
      .union(dues.lazy.filter { $0.activity == name && $0.callback == .intervalDidStart }.map(\.span.start))
      .union(
        (family.held ?? []).filter { $0.activity == name && $0.callback == .intervalDidStart }.map(\.span.start))
    // An end of an earlier registration follows a start that was delivered, even if this registration's start for the
    // same interval is still pending.
    func isOwed(_ due: PendingCallback) -> Bool {
      due.registration != activity.registration || !unstarted.contains(due.span.start)
    }
    dues.removeAll { due in
      let isOwedEnd = due.callback == .intervalDidEnd && isOwed(due)
      return due.activity == name && !isOwedEnd
    }
    changeHeld { due in
      let isOwedEnd = due.callback == .intervalDidEnd && isOwed(due)
      return due.activity == name && !isOwedEnd ? nil : due
    }
    // Keep a pending end if its start was delivered.
    drop { delivery in
      let isOwedEnd = delivery.callback == .intervalDidEnd && !unstarted.contains(delivery.interval.start)
      return delivery.activity == name && delivery.registration == activity.registration && !isOwedEnd
    }
    for running in [activity.ending, activity.current].compactMap(\.self)
    where running.isOpen && !unstarted.contains(running.span.start) {
      dues.append(
        PendingCallback(
          family: id, activity: name, event: nil, callback: .intervalDidEnd, cause: cause, dueAt: context.now,
          span: running.span, registration: activity.registration))
    }
  }

  /// Changes or drops the callbacks that wait for a slot.
  private mutating func changeHeld(_ change: (PendingCallback) -> PendingCallback?) {
    guard let held = family.held else { return }
    let changed = held.compactMap(change)
    family.held = changed.isEmpty ? nil : changed
  }

  private mutating func drop(_ isDropped: (Delivery) -> Bool) {
    let gone = family.outstanding.filter { $0.sequence != performing && isDropped($0) }.map(\.sequence)
    guard !gone.isEmpty else { return }
    dropped += gone
    family.outstanding.removeAll { gone.contains($0.sequence) }
  }
}

extension ItemSelection {
  /// Whether every token resolved to an item of its kind (T5).
  var isResolved: Bool { self == resolved && unresolvedTokens == 0 }

  /// The selection without items of a wrong kind, which count as unresolved like any unknown token (T5).
  var resolved: ItemSelection {
    func own(_ items: ItemSet, _ kind: Item.Kind) -> ItemSet { ItemSet(items.items.filter { $0.kind == kind }) }
    var result = ItemSelection(
      applications: own(applications, .application), categories: own(categories, .category),
      webDomains: own(webDomains, .webDomain))
    result.unresolvedTokens = count - result.count
    return result
  }
}

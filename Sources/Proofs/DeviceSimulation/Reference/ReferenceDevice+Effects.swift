// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

// MARK: - Effects of an accepted reply

extension ReferenceDevice {
  /// Applies the effects of one transaction to a family.
  ///
  /// - Parameter performing: the number of the callback that wrote the effects; it counts as delivered.
  mutating func apply(_ effects: [RuleEffect], to family: String, performing: Int64?) {
    guard !effects.isEmpty else { return }
    var dues: [Demand] = []
    var changesShields = false
    for effect in effects {
      switch effect {
      case .setSetting(let store, let key, let value):
        families[family]?.stores[store, default: SettingsStore()][key] = value
        changesShields =
          changesShields || key.rawValue.hasPrefix("shield.") || key == .blockedApplications
          || key == .blockedByFilter
      case .setStoreActive(let store, let isActive):
        families[family]?.stores[store, default: SettingsStore()].isActive = isActive
        changesShields = true
      case .clearStore(let store):
        if families[family]?.stores[store] != nil {
          families[family]?.stores[store]?.clear()
          changesShields = true
        }
      case .deleteStore(let store):
        if families[family]?.stores.removeValue(forKey: store) != nil { changesShields = true }
      case .setDefault(let suite, let key, let value):
        families[family]?.defaults[suite, default: [:]][key] = value
      case .startMonitoring(let name, let schedule, let events):
        start(name, schedule, events.sorted { $0.name < $1.name }, family, performing, &dues)
      case .stopMonitoring(let names):
        for name in names.isEmpty ? families[family]?.activityNames ?? [] : names {
          stop(name, family, performing, cause: .stop, &dues)
        }
      case .revokeAuthorization: break
      }
      // A store exists while it has values or is inactive (M6).
      let kept = families[family]?.stores.filter { !$0.value.values.isEmpty || !$0.value.isActive }
      families[family]?.stores = kept ?? [:]
    }
    families[family]?.revision += 1
    families[family]?.removeOver()
    if changesShields { noteGrounds(family) }
    demand(dues)
  }

  /// A9: a revocation removes everything at once, without end callbacks.
  mutating func revoke(_ family: String) {
    guard families[family]?.isApproved == true else { return }
    drops[family, default: []].formUnion(families[family]?.outstanding.keys.map(\.self) ?? [])
    families[family]?.authorization = .denied
    families[family]?.member = nil
    families[family]?.stores = [:]
    families[family]?.activities = [:]
    families[family]?.outstanding = [:]
    families[family]?.notices.revoke()
    families[family]?.revision += 1
    noteGrounds(family)
  }

  mutating func approve(_ family: String, as member: FamilyMember) {
    families[family]?.authorization = .approved
    families[family]?.member = member
    families[family]?.revision += 1
  }

  /// Removes a settled delivery, whatever its outcome.
  mutating func settle(_ number: Int64, of family: String) {
    families[family]?.outstanding[number] = nil
    families[family]?.removeOver()
  }

  mutating func travel(to zone: String) {
    guard let new = TimeZone(identifier: zone), new != self.zone else { return }
    let old = self.zone
    self.zone = new
    forEachActivity { $0.move(from: old, to: new, now: $1) }
    for family in familyNames { families[family]?.notices.findAgain(at: now, in: new) }
  }

  mutating func setClock(to time: Timestamp) {
    let isBack = time < now
    now = time
    for family in familyNames { families[family]?.notices.findAgain(at: time, in: zone) }
    let zone = zone
    if isBack { return forEachActivity { $0.setBack(to: $1, zone: zone) } }
    for family in familyNames {
      for name in families[family]?.activityNames ?? [] {
        guard var activity = families[family]?.activities[name] else { continue }
        pass(&activity)
        families[family]?.activities[name] = activity
      }
    }
  }

  private mutating func forEachActivity(_ change: (inout ReferenceActivity, Timestamp) -> Void) {
    for family in familyNames {
      for name in families[family]?.activityNames ?? [] {
        guard var activity = families[family]?.activities[name] else { continue }
        change(&activity, now)
        families[family]?.activities[name] = activity
      }
    }
  }

  // MARK: - Monitoring

  private mutating func start(
    _ name: String, _ schedule: Schedule, _ events: [ActivityEvent], _ family: String, _ performing: Int64?,
    _ dues: inout [Demand]
  ) {
    families[family]?.registrations += 1
    let registration = families[family]?.registrations ?? 0
    if var known = families[family]?.activities[name], known.schedule == schedule {
      // Its interval may end at this instant.
      pass(&known)
      if !known.isFinished || known.current != nil {
        restart(&known, events, registration, family, performing, &dues)
        families[family]?.activities[name] = known
        return
      }
    }
    stop(name, family, performing, cause: .replaced, &dues)
    var activity = ReferenceActivity(
      name: name, schedule: schedule, events: events, registration: registration, registeredAt: now)
    activity.plan(from: now, zone: zone)
    pass(&activity)
    tell(&activity, family, cause: .registration, isRegistration: true, into: &dues)
    families[family]?.activities[name] = activity
  }

  /// D8, E6: the interval continues, counts restart, and pending event callbacks of the old counts are withdrawn.
  private mutating func restart(
    _ known: inout ReferenceActivity, _ events: [ActivityEvent], _ registration: Int64, _ family: String,
    _ performing: Int64?, _ dues: inout [Demand]
  ) {
    let (name, old) = (known.name, known.registration)
    (known.registration, known.registeredAt, known.events) = (registration, now, events)
    if let span = known.current?.span {
      let counts = counts(of: known, in: span)
      known.current?.counts = counts
    }
    dues.removeAll { $0.activity == name && $0.event != nil }
    // The end of an interval that the same reply replaced earlier keeps its own registration.
    for index in dues.indices where dues[index].activity == name && dues[index].registration == old {
      dues[index].registration = registration
    }
    for (number, owed) in families[family]?.outstanding ?? [:]
    where owed.demand.activity == name && owed.registration == old {
      if number != performing, owed.demand.event != nil {
        drop(number, family)
      } else {
        families[family]?.outstanding[number]?.registration = registration
      }
    }
    if known.current?.isOpen == false {
      // D9: a registration inside an interval starts at once.
      tell(&known, family, cause: .registration, isRegistration: true, into: &dues)
    } else {
      reach(&known, family, at: now, cause: .registration, into: &dues)
    }
  }

  /// D10, D12: withdraws pending callbacks, and requires the end of each delivered start.
  private mutating func stop(
    _ name: String, _ family: String, _ performing: Int64?, cause: DeliveryCause, _ dues: inout [Demand]
  ) {
    guard let activity = families[family]?.activities.removeValue(forKey: name) else { return }
    let pending = (families[family]?.outstanding ?? [:]).filter {
      $0.value.demand.activity == name && $0.value.registration == activity.registration && $0.key != performing
    }
    var unstarted = Set(dues.filter { $0.activity == name && $0.callback == .intervalDidStart }.map(\.interval.start))
    unstarted.formUnion(
      pending.values.filter { $0.demand.callback == .intervalDidStart }.map(\.demand.interval.start))
    func isOwedEnd(_ demand: Demand) -> Bool {
      demand.callback == .intervalDidEnd && !unstarted.contains(demand.interval.start)
    }
    // Keep ends in `dues` from earlier registrations, because their starts were delivered.
    dues.removeAll {
      let isEarlierEnd = $0.callback == .intervalDidEnd && $0.registration != activity.registration
      return $0.activity == name && !isEarlierEnd && !isOwedEnd($0)
    }
    for (number, owed) in pending where !isOwedEnd(owed.demand) { drop(number, family) }
    for interval in [activity.ending, activity.current].compactMap(\.self)
    where interval.isOpen && !unstarted.contains(interval.span.start) {
      dues.append(
        Demand(family: family, activity, .intervalDidEnd, interval.span, cause: cause, dueAt: now, decidedAt: now))
    }
  }

  private mutating func drop(_ number: Int64, _ family: String) {
    families[family]?.outstanding[number] = nil
    drops[family, default: []].insert(number)
  }
}

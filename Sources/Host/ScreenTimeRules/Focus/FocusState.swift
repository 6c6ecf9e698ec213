// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The Focus modes of the person, the one that is on, and how far each filter has been told.
package struct FocusState: Hashable, Codable, Sendable {
  /// How far one filter has been told.
  package struct Progress: Hashable, Codable, Sendable {
    /// `on` from the first attempt of an `on`, which may have been performed, until an `off` is accepted or given up.
    package var lastStarted: FilterEdge?
    /// The edge that is owed; `nil` once it is settled.
    package var owed: FilterEdge?
    /// The context of the filter in force; `nil` before its `perform` is accepted and after its end is due (FOCUS-F12).
    package var context: FilterContext?

    var isIdle: Bool { self == Progress(lastStarted: .off) || self == Progress() }
  }

  /// The consequences of a change, for the transaction that makes it (FOCUS-F7).
  package struct Outcome: Hashable, Sendable {
    /// The deliveries that are owed now, in the order of their keys.
    package var owed: [FilterDelivery] = []
    /// Filters whose earlier deliveries are superseded unless they are in flight (FOCUS-F8).
    package var superseded: [FocusFilterKey] = []

    package init() {}
  }

  /// Why a change can't be made.
  package enum Refusal: Error, Hashable, Sendable {
    case unknownMode(String)
    case tooManyModes, tooManyFilters
  }

  package private(set) var modes: [FocusMode] = []
  package private(set) var activeID: String?
  /// Whether the schedule of the active mode turned it on.
  package private(set) var isScheduled = false
  private var progress: [ProgressRow] = []
  /// `nil` until the operator changes one.
  private var changedSettings: FocusSettings?

  package private(set) var settings: FocusSettings {
    get { changedSettings ?? FocusSettings() }
    set { changedSettings = newValue }
  }

  private struct ProgressRow: Hashable, Codable, Sendable {
    var key: FocusFilterKey
    var value: Progress
  }

  package init() {}

  package var active: FocusMode? { activeID.flatMap(mode) }

  package func mode(_ id: String) -> FocusMode? { modes.first { $0.id == id } }

  /// The parameters in force of each filter.
  package var inForce: [FocusFilterKey: [StoredParameter]] { active?.inForce ?? [:] }

  package func progress(of key: FocusFilterKey) -> Progress {
    progress.first { $0.key == key }?.value ?? Progress()
  }

  package var tracked: [FocusFilterKey] { progress.map(\.key) }

  // MARK: - Changes

  /// Makes a change and finds the edges that follow from it (FOCUS-F5).
  package mutating func make(_ change: FocusChange, isScheduled: Bool = false) throws(Refusal) -> Outcome {
    let (before, activeBefore) = (inForce, activeID)
    switch change {
    case .activate(let id):
      if let id, mode(id) == nil { throw .unknownMode(id) }
      if id != activeID { self.isScheduled = isScheduled && id != nil }
      activeID = id
    case .define(let new):
      if let index = modes.firstIndex(where: { $0.id == new.id }) {
        // Its filters stay: they have their own changes.
        var kept = new
        for filter in modes[index].filters { kept.set(filter) }
        modes[index] = kept
      } else {
        guard modes.count < FocusMode.mostModes else { throw .tooManyModes }
        modes.append(new)
      }
    case .remove(let id):
      guard mode(id) != nil else { throw .unknownMode(id) }
      modes.removeAll { $0.id == id }
      if activeID == id { activeID = nil }
    case .set(let filter, let id):
      guard let index = modes.firstIndex(where: { $0.id == id }) else { throw .unknownMode(id) }
      guard modes[index][filter.key] != nil || modes[index].filters.count < FocusMode.mostFilters else {
        throw .tooManyFilters
      }
      modes[index].set(filter)
    case .unset(let key, let id):
      guard let index = modes.firstIndex(where: { $0.id == id }) else { throw .unknownMode(id) }
      modes[index].remove { $0 == key }
    case .treatUntagged(let how): settings.untagged = how
    case .allowCritical(let family, let isAllowed):
      if isAllowed { settings.critical.insert(family) } else { settings.critical.remove(family) }
    }
    return edges(from: before, isSwitch: activeBefore != activeID)
  }

  /// Forgets a family's filters without a delivery: it was removed, or may not act any more.
  package mutating func remove(_ family: FamilyID) {
    for index in modes.indices { modes[index].remove { $0.family == family } }
    progress.removeAll { $0.key.family == family }
    if settings.critical.contains(family) { settings.critical.remove(family) }
  }

  private mutating func edges(from before: [FocusFilterKey: [StoredParameter]], isSwitch: Bool) -> Outcome {
    var outcome = Outcome()
    let after = inForce
    for key in Set(before.keys).union(after.keys).sorted() {
      if let parameters = after[key] {
        guard isSwitch || before[key] != parameters else { continue }
        owe(FilterDelivery(key, .on, parameters), &outcome)
      } else {
        owe(FilterDelivery(key, .off, []), &outcome)
      }
    }
    return outcome
  }

  private mutating func owe(_ delivery: FilterDelivery, _ outcome: inout Outcome) {
    var own = progress(of: delivery.key)
    // The context of another mode's filter no longer holds, and this filter has not returned its own yet.
    own.context = nil
    if own.owed != nil { outcome.superseded.append(delivery.key) }
    if delivery.edge == .off, own.lastStarted != .on {
      // It never went on as far as its process knows, so it doesn't have to go off.
      own.owed = nil
    } else {
      own.owed = delivery.edge
      outcome.owed.append(delivery)
    }
    set(own, of: delivery.key)
  }

  private mutating func set(_ new: Progress, of key: FocusFilterKey) {
    progress.removeAll { $0.key == key }
    if !new.isIdle { progress.append(ProgressRow(key: key, value: new)) }
    progress.sort { $0.key < $1.key }
  }

  private mutating func change(_ key: FocusFilterKey, _ body: (inout Progress) -> Void) {
    var own = progress(of: key)
    body(&own)
    set(own, of: key)
  }

  // MARK: - Deliveries

  /// Notes that a delivery is sent.
  package mutating func started(_ delivery: FilterDelivery) {
    // An `off` counts once it is accepted: an attempt that failed leaves the filter on.
    if delivery.edge == .on { change(delivery.key) { $0.lastStarted = .on } }
  }

  /// Notes that a delivery was accepted, with what the filter says now.
  ///
  /// - Parameter isNewest: whether no newer delivery of the filter is owed.
  /// - Returns: Whether the newer delivery is superseded: it is an `off` as this one was, and no `on` started in between,
  ///   so it would be a second one (FOCUS-F6).
  @discardableResult
  package mutating func accepted(_ delivery: FilterDelivery, _ context: FilterContext, isNewest: Bool) -> Bool {
    if delivery.edge == .off { change(delivery.key) { $0.lastStarted = .off } }
    let isRepeated = !isNewest && delivery.edge == .off && progress(of: delivery.key).owed == .off
    guard isNewest || isRepeated else { return false }
    change(delivery.key) {
      $0.owed = nil
      $0.context = delivery.edge == .on ? context : nil
    }
    return isRepeated
  }

  /// Notes that a delivery was given up: no context, so notifications pass unfiltered (FOCUS-F14).
  package mutating func gaveUp(_ delivery: FilterDelivery, isNewest: Bool) {
    if delivery.edge == .off { change(delivery.key) { $0.lastStarted = .off } }
    guard isNewest else { return }
    change(delivery.key) { $0.owed = nil }
  }

  /// Replaces the context of a filter in force, after the app said that it changed (FOCUS-F12).
  package mutating func resolved(_ key: FocusFilterKey, _ context: FilterContext) {
    guard inForce[key] != nil, progress(of: key).owed == nil else { return }
    change(key) { $0.context = context }
  }

  // MARK: - Schedules (FOCUS-F17)

  /// The mode that the schedules want now: the first one whose interval has begun.
  private func scheduled(at now: Timestamp, in place: CalendarPlace) -> String? {
    modes.first { mode in
      guard let schedule = mode.schedule, let search = IntervalSearch(schedule, in: place),
        let interval = search.interval(at: now)
      else { return false }
      return interval.start <= now
    }?.id
  }

  /// The change that the schedules ask for at this instant; `nil` if there is none. A person's own choice stays until
  /// the next edge of a schedule.
  package func scheduledChange(from last: Timestamp, to now: Timestamp, in place: CalendarPlace) -> FocusChange? {
    let (before, wanted) = (scheduled(at: last, in: place), scheduled(at: now, in: place))
    guard before != wanted else { return nil }
    if let wanted { return wanted == activeID ? nil : .activate(wanted) }
    return isScheduled && activeID == before ? .activate(nil) : nil
  }

  /// The next instant at which a schedule turns a mode on or off.
  package func nextEdge(after now: Timestamp, in place: CalendarPlace) -> Timestamp? {
    modes.compactMap { mode -> Timestamp? in
      guard let schedule = mode.schedule, let interval = IntervalSearch(schedule, in: place)?.interval(at: now) else {
        return nil
      }
      return now < interval.start ? interval.start : now < interval.end ? interval.end : nil
    }.min()
  }
}

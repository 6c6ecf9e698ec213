// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Decides everything Screen Time decides, as a function of values: (state, input) → (state, what follows).
///
/// No clock, no files, no processes: time passes only in ``advance(_:through:cause:)``, and equal inputs give equal
/// outputs, byte for byte (§6). Functions take the state `inout` to spare copies; they keep nothing else.
package struct DeviceRules: Sendable {
  package var mode: DeliveryMode
  package var limits: RuleLimits
  package var registry: ItemRegistry
  package var authorization: AuthorizationPolicy
  /// Whether a family may learn from an answer or a merged value that others exist: under the privacy profile `open`
  /// only (A4, M9).
  package var tellsOfOtherFamilies: Bool
  /// How far back the state has to remember use: the longest interval, and the hour before it (D6, E5). A day more covers
  /// intervals that a clock change makes longer.
  package var historyMilliseconds: Int64 { limits.maximumIntervalMilliseconds + 86_400_000 }

  package init(
    mode: DeliveryMode = .faithful, limits: RuleLimits = RuleLimits(), registry: ItemRegistry = .init(),
    authorization: AuthorizationPolicy = AuthorizationPolicy(), tellsOfOtherFamilies: Bool = false
  ) {
    self.mode = mode
    self.limits = limits
    self.registry = registry
    self.authorization = authorization
    self.tellsOfOtherFamilies = tellsOfOtherFamilies
  }

  /// Lets time pass from `state.now` towards the end of a span of use, counting it, and stops at the first instant at
  /// which something falls due, so that what the callbacks change applies before later use is counted.
  ///
  /// Call again with the same span until the step is finished. Spans are half-open: what the clock owes exactly at the
  /// end of a span is decided by the next one, which knows whether the device is in use then. Time between `state.now`
  /// and the span's start counts as unknown (USE-8).
  ///
  /// - Parameter cause: what the deliveries of this step are put down to; `catchUp` when samples are replayed (D17).
  package func advance(
    _ state: inout DeviceState, through use: UseSpan, cause: DeliveryCause = .natural
  ) -> Step {
    var step = Step()
    while !step.hasOutput, state.now < use.end {
      if state.now < use.start {
        let unknown = UseSpan(start: state.now, end: use.start, isPresent: false)
        advancePiece(&state, through: unknown, cause: cause, step: &step)
      } else {
        advancePiece(&state, through: use, cause: cause, step: &step)
      }
    }
    step.isFinished = state.now >= use.end
    return step
  }

  /// One piece: decide what is due now, else count up to the next instant at which something can be due.
  private func advancePiece(
    _ state: inout DeviceState, through use: UseSpan, cause: DeliveryCause, step: inout Step
  ) {
    var dues: [Due] = []
    let isNewFront = moveFront(&state, to: Front(use))
    let areGrantsOver = dropGrants(&state)
    let asksAgain = state.shield?.asksAgainAt.map { $0 <= state.now } ?? false
    if isNewFront || areGrantsOver || asksAgain { step.shields += updateShield(&state) }
    collectClock(&state, cause: cause, into: &dues)
    guard dues.isEmpty, step.shields.isEmpty else {
      step.deliveries += deliver(dues, in: &state)
      return
    }

    let keys = FrontKeys(state.countedFront, registry: registry)
    let running = runningMeters(state, matching: keys)
    let end = nextStop(state, before: use.end, running: running)
    count(&state, until: end, running: running, step: &step)
    guard running.contains(where: { state.meter(at: $0).missing == 0 }) else { return }
    state.forEachActivity { family, activity in
      activity.takeReached(at: end, family: family, cause: cause, into: &dues)
    }
    step.deliveries += deliver(dues, in: &state)
  }

  /// The next instant at which something can fall due if what is in front stays: when a live host has to look again.
  /// Callbacks that wait for use have no such instant (§6).
  package func nextDue(in state: DeviceState) -> Timestamp? {
    let running = runningMeters(state, matching: FrontKeys(state.countedFront, registry: registry))
    let stop = nextStop(state, before: .distantFuture, running: running)
    return stop == .distantFuture ? nil : stop
  }

  private func moveFront(_ state: inout DeviceState, to front: Front) -> Bool {
    let isNew = state.front.app != front.app || state.front.web != front.web
    if state.front != front { state.front = front }
    return isNew
  }

  private func dropGrants(_ state: inout DeviceState) -> Bool {
    guard !state.grants.isEmpty, state.grants.values.contains(where: { $0 <= state.now }) else { return false }
    let now = state.now
    state.grants = state.grants.filter { now < $0.value }
    return true
  }

  /// Moves intervals past their edges and, if callbacks may be delivered now (§6), collects what is owed.
  private func collectClock(_ state: inout DeviceState, cause: DeliveryCause, into dues: inout [Due]) {
    let now = state.now
    let mayDeliver = mode == .exact || state.front.isInUse
    if state.nextBoundary <= now {
      let context = context(state)
      state.forEachActivity { _, activity in activity.tick(in: context) }
    }
    if mayDeliver {
      state.forEachActivity { family, activity in
        activity.takeOwed(at: now, family: family, cause: cause, into: &dues)
      }
    }
    // What is owed this instant still needs its activity; it leaves when that is settled (D13).
    if dues.isEmpty { state.removeFinishedActivities() }
  }

  private func nextStop(_ state: DeviceState, before end: Timestamp, running: [MeterIndex]) -> Timestamp {
    var stop = min(end, max(state.nextBoundary, state.now))
    for index in running {
      if let missing = state.meter(at: index).missing, missing > 0 { stop = min(stop, state.now.advanced(by: missing)) }
    }
    for grantEnd in state.grants.values { stop = min(stop, grantEnd) }
    if let question = state.shield?.asksAgainAt { stop = min(stop, max(question, state.now)) }
    return stop
  }

  private func runningMeters(_ state: DeviceState, matching keys: FrontKeys) -> [MeterIndex] {
    guard keys.isInUse else { return [] }
    var result: [MeterIndex] = []
    for family in state.families.indices {
      let activities = state.families.values[family].activities
      for activity in activities.indices {
        guard let running = activities.values[activity].current else { continue }
        for meter in running.meters.indices where keys.matches(running.meters[meter].selection) {
          result.append(MeterIndex(family: family, activity: activity, meter: meter))
        }
      }
    }
    return result
  }

  private func count(_ state: inout DeviceState, until end: Timestamp, running: [MeterIndex], step: inout Step) {
    let milliseconds = end.milliseconds(since: state.now)
    guard milliseconds > 0 else { return }
    for index in running {
      state.families.values[index.family].activities.values[index.activity].current?.meters[index.meter].counted +=
        milliseconds
    }
    let front = state.countedFront
    let counted = UseSpan(
      start: state.now, end: end, app: front.app, web: front.web, isPresent: front.isInUse,
      presenceKnown: front.presenceKnown)
    if front.isInUse {
      step.counted.append(counted)
      state.history.append(counted)
      state.history.forget(before: end.advanced(by: -historyMilliseconds))
    }
    state.now = end
  }

  func deliver(_ dues: [Due], in state: inout DeviceState) -> [Delivery] {
    let now = state.now
    return Due.ordered(dues).compactMap { state.families[$0.family]?.deliver($0, at: now) }
  }

  func context(_ state: DeviceState) -> RuleContext {
    RuleContext(now: state.now, place: state.place, registry: registry, limits: limits, history: state.history)
  }
}

extension DeviceState {
  /// The first instant at which the clock changes something; integers only, no calendar.
  var nextBoundary: Timestamp {
    var boundary = Timestamp.distantFuture
    for family in families.values {
      for activity in family.activities.values { boundary = min(boundary, activity.nextBoundary) }
    }
    return boundary
  }

  /// Changes every activity in place. By index, since iterating a dictionary keeps a copy of it alive, which would make
  /// each change copy all of them.
  mutating func forEachActivity(_ change: (FamilyID, inout Activity) -> Void) {
    var family = families.startIndex
    while family != families.endIndex {
      let id = families.keys[family]
      var activity = families.values[family].activities.startIndex
      while activity != families.values[family].activities.endIndex {
        change(id, &families.values[family].activities.values[activity])
        families.values[family].activities.formIndex(after: &activity)
      }
      families.formIndex(after: &family)
    }
  }

  mutating func removeFinishedActivities() {
    for id in families.keys where families[id]?.activities.values.contains(where: \.isOver) == true {
      families[id]?.removeFinishedActivities()
    }
  }
}

/// Where a meter lives in the state, without hashing a name for every span.
struct MeterIndex {
  var family: Dictionary<FamilyID, FamilyState>.Index
  var activity: Dictionary<String, Activity>.Index
  var meter: Int
}

extension DeviceState {
  func meter(at index: MeterIndex) -> Meter {
    families.values[index.family].activities.values[index.activity].current?.meters[index.meter]
      ?? Meter(selection: ItemSelection(), includesPastActivity: false, countsFrom: now, levels: [])
  }

  /// What counts as used: a covered item does not, the device does (S14, USE-6). The page of a covered browser does
  /// not either, since use of a page is use of its browser (USE-4).
  var countedFront: Front {
    guard let shield else { return front }
    var counted = front
    if shield.item == front.app { (counted.app, counted.web) = (nil, nil) }
    if shield.item == front.web { counted.web = nil }
    return counted
  }
}

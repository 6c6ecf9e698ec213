// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules of Screen Time as a function of values: (state, input) → (state, output).
///
/// The rules use no clock, files or processes: time passes only in ``advance(_:through:cause:)``, and equal inputs give
/// equal outputs, byte for byte. Functions take the state `inout` to avoid copies; they keep nothing else.
package struct DeviceRules: Sendable {
  package var mode: DeliveryMode
  package var limits: RuleLimits
  package var registry: ItemRegistry { didSet { edition = RegistryEdition() } }
  private(set) var edition = RegistryEdition()
  package var authorization: AuthorizationPolicy
  /// Whether a family may learn from an answer or a merged value that other families exist. True only under the privacy
  /// profile `open` (A4, M9).
  package var tellsOfOtherFamilies: Bool
  /// The delivery grid of each family whose privacy profile limits when it may learn of use.
  package var grids: [FamilyID: DeliveryGrid] = [:]
  /// The length of the use history that the state keeps: the longest interval, plus the hour before it (E5). One more
  /// day covers intervals that a clock change makes longer.
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

  /// Advances time from `state.now` towards the end of a span of use and counts that use. Stops at the first instant at
  /// which a callback is due or the shield changes, so that the effects of callbacks apply before later use is counted.
  ///
  /// Call it again with the same span until the step is finished. Spans are half-open: callbacks that the clock makes
  /// due exactly at the end of a span are decided with the next span, which determines whether the device is in use
  /// then. Time between `state.now` and the span's start counts as unknown (LIVE-USE8).
  ///
  /// - Parameter cause: the cause of this step's deliveries; `catchUp` for time at which the host was down (D17).
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

  /// Decides what is due now, or else counts up to the next instant at which something can be due.
  private func advancePiece(
    _ state: inout DeviceState, through use: UseSpan, cause: DeliveryCause, step: inout Step
  ) {
    var dues: [PendingCallback] = []
    let isNewFront = moveFront(&state, to: use.front)
    let areGrantsOver = dropGrants(&state)
    let asksAgain = state.shield?.asksAgainAt.map { $0 <= state.now } ?? false
    let shown = plan(for: state.front, in: &state)
    if isNewFront || areGrantsOver || asksAgain, state.shield != nil || !shown.isFree {
      step.shields += updateShield(&state)
    }
    step.blocks += updateBlock(&state, shown)
    let areActivitiesRemoved = collectClock(&state, cause: cause, into: &dues)
    guard dues.isEmpty, step.shields.isEmpty, step.blocks.isEmpty else {
      step.deliveries += deliver(dues, in: &state)
      return
    }

    // The places of meters in the old plan are not valid once an activity is gone.
    let plan = countedPlan(areActivitiesRemoved ? plan(for: state.front, in: &state) : shown, in: &state)
    let (end, isReached) = nextStop(&state, before: use.end, counting: plan.meters)
    count(plan, in: &state, until: end, step: &step)
    guard isReached else { return }
    takeReached(&state, plan.meters, at: end, cause: cause, into: &dues)
    step.deliveries += deliver(dues, in: &state)
  }

  /// The next instant at which something can be due if the foreground stays the same, so that a live host sets a timer
  /// for it. Callbacks that wait for use have no such instant.
  package func nextDue(in state: DeviceState) -> Timestamp? {
    var state = state
    let plan = countedPlan(plan(for: state.front, in: &state), in: &state)
    let stop = nextStop(&state, before: .distantFuture, counting: plan.meters).instant
    return stop == .distantFuture ? nil : stop
  }

  /// The plan of the part of the foreground that counts as used.
  private func countedPlan(_ shown: ForegroundPlan, in state: inout DeviceState) -> ForegroundPlan {
    guard state.shield != nil || shown.isBlocked else { return shown }
    return plan(for: state.countedFront(shown), in: &state)
  }

  private func moveFront(_ state: inout DeviceState, to front: RecordedForeground) -> Bool {
    let isNew = state.front.app != front.app || state.front.web != front.web
    if isNew || state.front.isInUse != front.isInUse || state.front.presenceKnown != front.presenceKnown {
      state.front = Foreground(front)
    }
    return isNew
  }

  private func dropGrants(_ state: inout DeviceState) -> Bool {
    guard !state.grants.isEmpty, state.grants.values.contains(where: { $0 <= state.now }) else { return false }
    let now = state.now
    state.grants = state.grants.filter { now < $0.value }
    return true
  }

  /// Moves intervals past their boundaries and, if callbacks may be delivered now, collects those that are due.
  ///
  /// - Returns: whether a finished activity may have been removed.
  private func collectClock(
    _ state: inout DeviceState, cause: DeliveryCause, into dues: inout [PendingCallback]
  ) -> Bool {
    let now = state.now
    let mayDeliver = mode == .exact || state.front.isInUse
    if state.findNextBoundary() <= now {
      let context = context(state)
      state.forEachActivity(where: { $0.nextBoundary <= now }) { _, activity in
        activity.tick(in: context)
        return true
      }
      releaseHeld(&state, into: &dues)
      (state.plans.nextBoundary, state.plans.quietUntil, state.plans.isSwept) = (nil, .distantPast, false)
    }
    // Only a boundary makes new clock callbacks due, so a sweep stays valid until the next one.
    if mayDeliver, state.plans.quietUntil <= now {
      state.forEachActivity { family, activity in
        let known = dues.count
        activity.takeOwed(at: now, family: family, cause: cause, into: &dues)
        return dues.count > known
      }
      state.plans.quietUntil = state.findNextBoundary()
      state.plans.isSwept = false
    }
    // A callback that is due now still needs its activity, which is removed once the callback is settled (D13).
    guard dues.isEmpty, !state.plans.isSwept else { return false }
    let isAnyOver = state.removeFinishedActivities()
    state.plans.isSwept = true
    return isAnyOver
  }

  /// The instant at which counting has to stop, and whether a meter reaches a level there.
  private func nextStop(
    _ state: inout DeviceState, before end: Timestamp, counting meters: [MeterIndex]
  ) -> (instant: Timestamp, isReached: Bool) {
    var stop = min(end, max(state.findNextBoundary(), state.now))
    for grantEnd in state.grants.values { stop = min(stop, grantEnd) }
    if let question = state.shield?.asksAgainAt { stop = min(stop, max(question, state.now)) }
    var left = Int64.max
    for index in meters {
      if let missing = state.missing(at: index), missing > 0, missing < left { left = missing }
    }
    let reached = left == .max ? .distantFuture : state.now.advanced(by: left)
    return (min(stop, reached), reached <= stop)
  }

  private func count(_ plan: ForegroundPlan, in state: inout DeviceState, until end: Timestamp, step: inout Step) {
    let milliseconds = end.milliseconds(since: state.now)
    guard milliseconds > 0 else { return }
    if !plan.meters.isEmpty {
      state.keepingPlans { families in
        for index in plan.meters
        where families.values[index.family].activities.values[index.activity].current != nil {
          families.values[index.family].activities.values[index.activity].meters[index.meter].counted += milliseconds
        }
      }
    }
    if plan.counted.isInUse {
      let counted = UseSpan(start: state.now, end: end, front: plan.counted)
      step.counted.append(counted)
      state.history.append(counted)
      state.history.forget(before: end.advanced(by: -historyMilliseconds))
    }
    state.now = end
  }

  /// Collects the events whose meters have just reached a level.
  private func takeReached(
    _ state: inout DeviceState, _ meters: [MeterIndex], at instant: Timestamp, cause: DeliveryCause,
    into dues: inout [PendingCallback]
  ) {
    state.keepingPlans { families in
      for index in meters {
        let id = families.keys[index.family]
        families.values[index.family].activities.values[index.activity]
          .takeReached(at: instant, family: id, cause: cause, into: &dues)
      }
    }
  }

  func deliver(_ dues: [PendingCallback], in state: inout DeviceState) -> [Delivery] {
    let now = state.now
    var dues = hold(dues, in: &state)
    guard !dues.isEmpty else { return [] }
    // A callback that is due at a slot must not overtake those that wait for it, such as its interval's start.
    releaseHeld(&state, into: &dues)
    var deliveries: [Delivery] = []
    state.keepingPlans { families in
      deliveries = PendingCallback.ordered(dues).compactMap { families[$0.family]?.deliver($0, at: now) }
    }
    return deliveries
  }

  func context(_ state: DeviceState) -> RuleContext {
    RuleContext(now: state.now, place: state.place, registry: registry, limits: limits, history: state.history)
  }
}

extension DeviceState {
  /// - Returns: whether any activity was finished.
  mutating func removeFinishedActivities() -> Bool {
    let ids = families.keys.filter { families[$0]?.activities.values.contains(where: \.isOver) == true }
    for id in ids { families[id]?.removeFinishedActivities() }
    return !ids.isEmpty
  }
}

extension DeviceState {
  /// The use that is missing until the next level of a meter; nil if its interval isn't running or no level is left.
  func missing(at index: MeterIndex) -> Int64? {
    guard families.values[index.family].activities.values[index.activity].current != nil else { return nil }
    return families.values[index.family].activities.values[index.activity].meters[index.meter].missing
  }

  /// The foreground whose use counts: a covered or refused item doesn't count as used, the device does (S14, LIVE-USE6,
  /// M10). The page of such a browser doesn't count either, since use of a page is use of its browser (LIVE-USE4).
  func countedFront(_ plan: ForegroundPlan) -> Foreground {
    var counted = front
    for item in plan.blockedItems + [shield?.item].compactMap(\.self) {
      if item == front.app { (counted.app, counted.web) = (nil, nil) }
      if item == front.web { counted.web = nil }
    }
    return counted
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Meter {
  /// The meters for an activity's events: one for each distinct selection and past-activity flag.
  static func meters(for events: [ActivityEvent], warning: Int64?, limits: RuleLimits) -> [Meter] {
    var meters: [Meter] = []
    for event in events {
      var levels = [Level(amount: limits.threshold(of: event), event: event.name, isWarning: false)]
      if let warning {
        let amount = limits.warningLevel(of: event, before: warning)
        levels.append(Level(amount: amount, event: event.name, isWarning: true))
      }
      let known = meters.firstIndex {
        $0.selection == event.selection && $0.includesPastActivity == event.includesPastActivity
      }
      if let known {
        meters[known].levels += levels
      } else {
        meters.append(
          Meter(
            selection: event.selection, includesPastActivity: event.includesPastActivity, countsFrom: .distantPast,
            levels: levels))
      }
    }
    for index in meters.indices { meters[index].levels.sort(by: Level.isOrdered) }
    return meters
  }

  /// The selections of ``meters(for:warning:limits:)``, in the same order.
  static func selections(of events: [ActivityEvent]) -> [ItemSelection] {
    var meters: [(selection: ItemSelection, includesPastActivity: Bool)] = []
    for event in events
    where !meters.contains(where: { $0 == (event.selection, event.includesPastActivity) }) {
      meters.append((event.selection, event.includesPastActivity))
    }
    return meters.map(\.selection)
  }

  /// Returns the levels that are reached now (E3). None is returned twice (E4).
  mutating func takeReached() -> ArraySlice<Level> {
    let first = nextLevel
    while nextLevel < levels.count, levels[nextLevel].amount <= counted { nextLevel += 1 }
    return levels[first..<nextLevel]
  }

  /// Marks levels as delivered although the count may be below them now, so that none is delivered again (E4).
  mutating func keepDelivered(_ delivered: [Level]) {
    let kept = levels.filter(delivered.contains)
    levels = kept + levels.filter { !delivered.contains($0) }
    nextLevel = kept.count
  }
}

extension RuleLimits {
  /// The use at which an event is reached: at least the floor, rounded up to the privacy profile's step (E9).
  package func threshold(of event: ActivityEvent) -> Int64 { rounded(written(event)) }

  /// The use at which an event's warning falls due (E7), on the same step.
  package func warningLevel(of event: ActivityEvent, before warning: Int64) -> Int64 {
    rounded(max(0, written(event) - warning))
  }

  /// The threshold as the family wrote it, at least the floor.
  private func written(_ event: ActivityEvent) -> Int64 {
    let floor = thresholdFloorMilliseconds
    return ScheduleDuration.milliseconds(event.threshold).map { max(floor, $0) } ?? floor
  }

  /// Rounds up, so that a family learns of a crossing later, never earlier. An amount that would overflow stays, and so
  /// does every amount without a step.
  private func rounded(_ amount: Int64) -> Int64 {
    let (excess, hasNoStep) = amount.remainderReportingOverflow(dividingBy: thresholdStepMilliseconds)
    let (sum, overflow) = amount.addingReportingOverflow(thresholdStepMilliseconds - excess)
    return excess == 0 || hasNoStep || overflow ? amount : sum
  }
}

extension Meter.Level {
  fileprivate static func isOrdered(_ left: Meter.Level, _ right: Meter.Level) -> Bool {
    if left.amount != right.amount { return left.amount < right.amount }
    if left.isWarning != right.isWarning { return left.isWarning }
    return left.event.isOrderedBefore(right.event)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The stateless checks of `startMonitoring`, in the order of D7, so that host and SDK report the same first fault.
package struct RegistrationCheck: Sendable {
  package var limits: RuleLimits
  package var isStrict: Bool
  package var place: CalendarPlace
  package var now: Timestamp

  package init(limits: RuleLimits, isStrict: Bool, place: CalendarPlace, now: Timestamp) {
    self.limits = limits
    self.isStrict = isStrict
    self.place = place
    self.now = now
  }

  /// Checks the schedule's shape, that it has an interval ahead, its length, its warning and its events.
  package func validate(
    _ activity: String, _ schedule: Schedule, _ events: [ActivityEvent]
  ) throws(EffectViolation) {
    // Compat passes mixed shapes to the interval search as they are; one without an interval still throws.
    guard ScheduleShape.isValid(schedule, in: place, allowsMixed: !isStrict) else {
      throw failure(.invalidDateComponents, "D1", activity)
    }
    guard let search = IntervalSearch(schedule, in: place), search.interval(at: now) != nil,
      let length = search.nominalMilliseconds(at: now)
    else { throw failure(.invalidDateComponents, "D4", activity) }
    guard length >= limits.minimumIntervalMilliseconds else {
      throw failure(.intervalTooShort, "D6", activity, limit: limits.minimumIntervalMilliseconds, actual: length)
    }
    guard length <= limits.maximumIntervalMilliseconds else {
      throw failure(.intervalTooLong, "D6", activity, limit: limits.maximumIntervalMilliseconds, actual: length)
    }
    if let warning = schedule.warning, ScheduleDuration(warning) == nil {
      throw failure(.invalidDateComponents, "E9", activity)
    }
    try validate(activity, events)
  }

  private func validate(_ activity: String, _ events: [ActivityEvent]) throws(EffectViolation) {
    guard events.count <= limits.events else {
      throw EffectViolation(
        .limit(.events), rule: "§4", subject: activity, limit: Int64(limits.events), actual: Int64(events.count))
    }
    guard Set(events.map(\.name)).count == events.count else {
      throw EffectViolation(.fault(.nameInvalid), rule: "§4", subject: "\(activity): two events have the same name")
    }
    for event in events {
      let subject = "\(activity).\(event.name)"
      guard event.selection.count <= limits.eventTokens else {
        throw EffectViolation(
          .limit(.eventTokens), rule: "§4", subject: subject, limit: Int64(limits.eventTokens),
          actual: Int64(event.selection.count))
      }
      guard let threshold = ScheduleDuration(event.threshold) else {
        throw failure(.invalidDateComponents, "E9", subject)
      }
      // Compat raises the threshold to the floor when it counts.
      guard !isStrict || threshold.wholeMilliseconds >= limits.thresholdFloorMilliseconds else {
        throw failure(
          .invalidDateComponents, "E9", subject, limit: limits.thresholdFloorMilliseconds,
          actual: threshold.wholeMilliseconds)
      }
    }
  }

  package func failure(
    _ refusal: MonitoringRefusal, _ rule: String, _ subject: String, limit: Int64? = nil, actual: Int64? = nil
  ) -> EffectViolation {
    EffectViolation(.monitoring(refusal), rule: rule, subject: subject, limit: limit, actual: actual)
  }
}

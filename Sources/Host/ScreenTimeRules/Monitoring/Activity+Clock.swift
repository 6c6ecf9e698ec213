// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Activity {
  /// Registers an activity: finds the running or next interval and begins it if it is already running (D3, D9).
  init(
    name: String, schedule: Schedule, events: [ActivityEvent], registration: Int64, in context: RuleContext
  ) {
    self.name = name
    self.schedule = schedule
    self.events = events.sorted { $0.name.isOrderedBefore($1.name) }
    self.registration = registration
    registeredAt = context.now
    warning = schedule.warning.flatMap { ScheduleDuration.milliseconds($0) }
    plan(at: context.now, in: context)
    tick(in: context)
  }

  /// Whether no interval runs and none is planned (D13).
  var isOver: Bool { isFinished && current == nil && ending == nil }

  /// Moves to the next interval when the clock passes a boundary. Cheap if nothing is due.
  mutating func tick(in context: RuleContext) {
    guard nextBoundary <= context.now else { return }
    let now = context.now
    if let running = current, running.span.end <= now {
      if running.isOpen { ending = running }
      current = nil
    }
    while let planned = next, planned.span.start <= now {
      lastSpan = planned.span
      next = nil
      if now < planned.span.end { begin(planned.span, in: context) }
      // An interval that was missed entirely gets no callback (D10, D17). After years away only the last intervals
      // matter, since an interval depends on the previous one alone (D11).
      let horizon = now.advanced(by: -2 * context.limits.maximumIntervalMilliseconds)
      if schedule.isOneShot { isFinished = true } else { plan(at: max(planned.span.end, horizon), in: context) }
    }
    updateBoundary(after: now)
  }

  /// Sets ``next`` to the first interval of the schedule at or after an instant (D3, D4, D11).
  mutating func plan(at instant: Timestamp, in context: RuleContext) {
    next = nil
    defer { updateBoundary(after: context.now) }
    guard let search = IntervalSearch(schedule, in: context.place) else { return isFinished = true }
    var instant = instant
    // Skipped occurrences are few; the bound only guards against a calendar that never advances.
    for _ in 0..<100 {
      if let run = settledRun(around: instant) { instant = run.end }
      guard let span = search.interval(at: instant), instant < span.end else { break }
      guard let reason = reasonToSkip(span, search) else {
        let isWarned = warnedStart.map { span.start <= $0 } ?? false
        return next = PlannedInterval(span: span, isStartWarningDelivered: isWarned)
      }
      skipped = SkippedInterval(span: span, reason: reason)
      instant = span.end
    }
    isFinished = true
  }

  /// The reason to skip an interval: repeating intervals never overlap, run only once in a repeated hour (D11), and are
  /// never repeated after the clock was set back (D17).
  private func reasonToSkip(_ span: TimeSpan, _ search: IntervalSearch) -> SkippedInterval.Reason? {
    if settledStarts.contains(span.start) || settledRun(around: span.start) != nil { return .settled }
    guard let last = lastSpan else { return nil }
    if search.isSameLocalTime(last.start, span.start) { return .repeatedHour }
    return span.start < last.end && last.start < span.end ? .overlap : nil
  }

  private mutating func begin(_ span: TimeSpan, in context: RuleContext) {
    current = RunningInterval(span: span)
    restartMeters(in: context)
  }

  /// Counts from zero, or from the use that the ledger already holds (E5, E6).
  mutating func restartMeters(in context: RuleContext) {
    guard let span = current?.span else { return meters = [] }
    meters = Meter.meters(for: events, warning: warning, limits: context.limits)
    for index in meters.indices {
      let from: Timestamp
      if meters[index].includesPastActivity {
        from = IntervalSearch(schedule, in: context.place)?.hourStart(of: span.start) ?? span.start
      } else {
        from = max(span.start, registeredAt)
      }
      meters[index].countsFrom = from
      if from < context.now {
        meters[index].counted = context.history.total(
          of: meters[index].selection, within: TimeSpan(start: from, end: context.now), registry: context.registry)
      }
    }
  }

  /// The instant of the warning before the end. A warning longer than the interval moves to its start (D14).
  func endWarningAt(_ span: TimeSpan) -> Timestamp? {
    warning.map { max(span.start, span.end.advanced(by: -$0)) }
  }

  func startWarningAt(_ span: TimeSpan) -> Timestamp? { warning.map { span.start.advanced(by: -$0) } }

  /// Sets the next instant after `now` at which the clock changes something in this activity.
  mutating func updateBoundary(after now: Timestamp) {
    var boundary = Timestamp.distantFuture
    func consider(_ instant: Timestamp?) {
      if let instant, instant > now, instant < boundary { boundary = instant }
    }
    if let current {
      // An end that is already due is handled by ``tick(in:)`` at once.
      boundary = max(now, current.span.end)
      if !current.isEndWarningDelivered { consider(endWarningAt(current.span)) }
    }
    if let next {
      boundary = min(boundary, max(now, next.span.start))
      if !next.isStartWarningDelivered { consider(startWarningAt(next.span)) }
    }
    nextBoundary = boundary
  }
}

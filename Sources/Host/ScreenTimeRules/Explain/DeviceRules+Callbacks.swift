// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension DeviceRules {
  /// Explains for each callback of an activity whether it fired or failed, and by which rule: the deliveries, the callbacks that
  /// past intervals in the window did not get, and those that the running and the next interval wait for.
  package func explainCallbacks(
    of name: String, family id: FamilyID, choice: CallbackChoice = .all, in state: DeviceState, record: CallbackRecord
  ) -> [CallbackExplanation] {
    let family = state.families[id]
    let account = CallbackAccount(
      rules: self, state: state, activity: family?.activities[name],
      held: (family?.held ?? []).filter { $0.activity == name }, record: record, choice: choice)
    var lines = account.fired + account.waiting
    lines +=
      account.activity == nil
      ? [account.absence(isApproved: family?.isApproved == true)]
      : (account.past + account.running + account.ahead).filter { !account.isHeld($0) }
    return lines.sorted(by: CallbackExplanation.isOrdered)
  }
}

/// The computation behind ``DeviceRules/explainCallbacks(of:family:choice:in:record:)``: one activity, one window.
private struct CallbackAccount {
  let rules: DeviceRules
  let state: DeviceState
  let activity: Activity?
  /// The callbacks that wait for their slot and have no number yet.
  let held: [PendingCallback]
  let record: CallbackRecord
  let choice: CallbackChoice

  // MARK: Delivered callbacks

  var fired: [CallbackExplanation] {
    record.deliveries.filter {
      choice.includes($0.callback, event: $0.event) && record.window.start <= $0.decidedAt
        && $0.decidedAt <= record.window.end
    }.map { delivery in
      let event = activity.flatMap { known in
        // An earlier registration may have had another event of this name, whose threshold is no longer available.
        known.registration == delivery.registration ? known.events.first { $0.name == delivery.event } : nil
      }
      let span = TimeSpan(start: delivery.interval.start, end: delivery.interval.end)
      return CallbackExplanation(
        delivery.callback, event: delivery.event, interval: span, record.verdict(on: delivery),
        CallbackReason(of: delivery, warning: activity?.warning, threshold: event.map(self.threshold)),
        dueAt: delivery.dueAt,
        delivery: delivery,
        count: event.map {
          count(
            of: $0, in: span, until: delivery.dueAt, isWarning: delivery.callback == .eventWillReachThresholdWarning)
        })
    }
  }

  // MARK: Callbacks held for their slot

  var waiting: [CallbackExplanation] {
    held.compactMap { due in
      guard let slot = due.slot, choice.includes(due.callback, event: due.event) else { return nil }
      let event = activity?.events.first { $0.name == due.event }
      return CallbackExplanation(
        due.callback, event: due.event, interval: due.span, .notYet, .waitsForSlot(at: slot), dueAt: slot,
        count: event.map {
          count(
            of: $0, in: due.span, until: state.now, isWarning: due.callback == .eventWillReachThresholdWarning)
        })
    }
  }

  /// Whether a line describes a callback that waits for its slot.
  func isHeld(_ line: CallbackExplanation) -> Bool {
    held.contains { $0.callback == line.callback && $0.event == line.event && $0.span == line.interval }
  }

  // MARK: Undelivered callbacks of past intervals

  var past: [CallbackExplanation] {
    guard let activity else { return [] }
    let occurrences = activity.schedule.occurrences(
      touching: TimeSpan(start: record.window.start, end: min(record.window.end, state.now)),
      registeredAt: activity.registeredAt, in: state.place)
    return occurrences.flatMap { occurrence -> [CallbackExplanation] in
      if let skip = occurrence.skip { return [skipped(occurrence.span, skip)] }
      // `running` covers the interval that runs or waits for its end.
      let isOpen = [activity.current, activity.ending].compactMap(\.self).contains {
        Self.overlap($0.span, occurrence.span)
      }
      return isOpen || occurrence.span.end > state.now ? [] : unfired(in: occurrence.span, of: activity)
    }.filter { choice.includes($0.callback, event: $0.event) }
  }

  /// The callbacks of an interval that ended without them.
  private func unfired(in span: TimeSpan, of activity: Activity) -> [CallbackExplanation] {
    // After a change of zone the schedule gives different times than when the interval ran, so match by overlap.
    let told = record.deliveries.filter {
      Self.overlap(TimeSpan(start: $0.interval.start, end: $0.interval.end), span)
    }
    let isStarted = told.contains { $0.callback == .intervalDidStart }
    let isUsed = record.use.total(of: ItemSelection(), within: span, registry: rules.registry) > 0
    let absence: CallbackReason = isUsed || rules.mode == .exact ? .missed : .nobodyUsedTheDevice
    func isTold(_ callback: MonitorCallback, _ event: String?) -> Bool {
      told.contains { $0.callback == callback && $0.event == event }
    }
    var lines: [CallbackExplanation] = []
    func note(
      _ callback: MonitorCallback, _ reason: CallbackReason, due: Timestamp? = nil, event: ActivityEvent? = nil
    ) {
      guard !isTold(callback, event?.name) else { return }
      lines.append(
        CallbackExplanation(
          callback, event: event?.name, interval: span, .notFired, reason, dueAt: due,
          count: event.map {
            count(of: $0, in: span, until: span.end, isWarning: callback == .eventWillReachThresholdWarning)
          }))
    }
    if let instant = activity.startWarningAt(span), instant >= activity.registeredAt {
      note(.intervalWillStartWarning, .warningTooLate, due: instant)
    }
    note(.intervalDidStart, absence, due: span.start)
    if let instant = activity.endWarningAt(span) {
      note(.intervalWillEndWarning, isStarted ? .warningTooLate : .startNotDelivered, due: instant)
    }
    note(.intervalDidEnd, isStarted ? .missed : .startNotDelivered, due: span.end)
    for event in activity.events {
      if activity.warning != nil {
        note(
          .eventWillReachThresholdWarning, isStarted ? shortfall(of: event, span, true) : .startNotDelivered,
          event: event)
      }
      note(.eventDidReachThreshold, isStarted ? shortfall(of: event, span, false) : .startNotDelivered, event: event)
    }
    return lines
  }

  private func shortfall(of event: ActivityEvent, _ span: TimeSpan, _ isWarning: Bool) -> CallbackReason {
    if event.matchesNothing { return .nothingChosen }
    let count = count(of: event, in: span, until: span.end, isWarning: isWarning)
    return .useFellShort(counted: count.counted, threshold: count.level)
  }

  // MARK: The running interval

  var running: [CallbackExplanation] {
    guard let activity else { return [] }
    var lines: [CallbackExplanation] = []
    func wait(
      _ callback: MonitorCallback, _ span: TimeSpan, _ reason: CallbackReason, due: Timestamp? = nil,
      count: CallbackExplanation.Count? = nil, event: String? = nil
    ) {
      guard choice.includes(callback, event: event) else { return }
      lines.append(
        CallbackExplanation(
          callback, event: event, interval: span, .notYet, reason, dueAt: due, count: count))
    }
    if let ending = activity.ending {
      wait(.intervalDidEnd, ending.span, .waitsForFirstUse(since: ending.span.end), due: ending.span.end)
    }
    guard let current = activity.current else { return lines }
    let span = current.span
    if !current.isOpen { wait(.intervalDidStart, span, .waitsForFirstUse(since: span.start), due: span.start) }
    if let instant = activity.endWarningAt(span), !current.isEndWarningDelivered {
      let isDue = instant <= state.now
      wait(
        .intervalWillEndWarning, span, isDue ? .waitsForFirstUse(since: instant) : .waitsForWarning(at: instant),
        due: instant)
    }
    wait(.intervalDidEnd, span, .waitsForEnd(at: span.end), due: span.end)
    for event in activity.events {
      let callbacks: [MonitorCallback] =
        activity.warning == nil
        ? [.eventDidReachThreshold] : [.eventWillReachThresholdWarning, .eventDidReachThreshold]
      for callback in callbacks {
        if isReached(callback, event, of: activity) {
          wait(callback, span, .reachedAlready, event: event.name)
          continue
        }
        let isWarning = callback == .eventWillReachThresholdWarning
        let count = count(of: event, in: span, until: state.now, isWarning: isWarning)
        wait(callback, span, pending(event, count, isWarning, current), count: count, event: event.name)
      }
    }
    return lines
  }

  private func pending(
    _ event: ActivityEvent, _ count: CallbackExplanation.Count, _ isWarning: Bool, _ current: RunningInterval
  ) -> CallbackReason {
    if event.matchesNothing { return .nothingChosen }
    if count.counted >= count.level, !current.isOpen { return .waitsForFirstUse(since: current.span.start) }
    return isWarning
      ? .warningUseMissing(counted: count.counted, level: count.level)
      : .useMissing(counted: count.counted, threshold: count.level)
  }

  private func isReached(_ callback: MonitorCallback, _ event: ActivityEvent, of activity: Activity) -> Bool {
    activity.meters.contains { meter in
      meter.levels[..<meter.nextLevel].contains {
        $0.event == event.name && $0.isWarning == (callback == .eventWillReachThresholdWarning)
      }
    }
  }

  // MARK: The next interval

  var ahead: [CallbackExplanation] {
    guard let activity else { return [] }
    guard let next = activity.next?.span else {
      guard activity.current == nil, activity.ending == nil else { return [] }
      return [CallbackExplanation(.intervalDidStart, .notYet, .scheduleOver)]
        .filter { choice.includes($0.callback, event: nil) }
    }
    var lines: [CallbackExplanation] = []
    let from = activity.current?.span.end ?? activity.lastSpan?.end ?? activity.registeredAt
    let skips = activity.schedule.occurrences(
      touching: TimeSpan(start: max(from, state.now), end: next.start), registeredAt: activity.registeredAt,
      in: state.place)
    for case let (span, skip?) in skips.map({ ($0.span, $0.skip) }) { lines.append(skipped(span, skip)) }
    if let instant = activity.startWarningAt(next), activity.next?.isStartWarningDelivered == false {
      let isDue = instant <= state.now
      lines.append(
        CallbackExplanation(
          .intervalWillStartWarning, interval: next, .notYet,
          isDue ? .waitsForFirstUse(since: instant) : .waitsForWarning(at: instant), dueAt: instant))
    }
    lines.append(
      CallbackExplanation(
        .intervalDidStart, interval: next, .notYet, .waitsForInterval(start: next.start), dueAt: next.start))
    // While an interval runs, `running` covers its events.
    if activity.current == nil {
      lines += activity.events.map {
        CallbackExplanation(
          .eventDidReachThreshold, event: $0.name, interval: next, .notYet,
          $0.matchesNothing ? .nothingChosen : .waitsForInterval(start: next.start))
      }
    }
    return lines.filter { choice.includes($0.callback, event: $0.event) }
  }

  /// The explanation for an activity that is not monitored.
  func absence(isApproved: Bool) -> CallbackExplanation {
    let event: String? = if case .event(let name) = choice { name } else { nil }
    return CallbackExplanation(
      event == nil ? .intervalDidStart : .eventDidReachThreshold, event: event, .notYet,
      isApproved ? .notMonitored : .notApproved)
  }

  // MARK: -

  private func skipped(_ span: TimeSpan, _ skip: OccurrenceSkip) -> CallbackExplanation {
    CallbackExplanation(.intervalDidStart, interval: span, .notFired, .skipped(skip), dueAt: span.start)
  }

  private func threshold(_ event: ActivityEvent) -> Int64 {
    rules.limits.threshold(of: event)
  }

  /// The use that an event counted in an interval up to an instant (E1, E5).
  private func count(
    of event: ActivityEvent, in span: TimeSpan, until instant: Timestamp, isWarning: Bool
  ) -> CallbackExplanation.Count {
    let threshold = threshold(event)
    let level = isWarning ? rules.limits.warningLevel(of: event, before: activity?.warning ?? 0) : threshold
    let registeredAt = activity?.registeredAt ?? span.start
    let from: Timestamp =
      if event.includesPastActivity {
        activity.flatMap { IntervalSearch($0.schedule, in: state.place)?.hourStart(of: span.start) } ?? span.start
      } else {
        max(span.start, registeredAt)
      }
    let counted = TimeSpan(start: from, end: min(max(instant, from), max(span.end, from)))
    return CallbackExplanation.Count(
      from: from, to: counted.end, level: level,
      pieces: TimeSpan.joined(record.use.pieces(of: event.selection, within: counted, registry: rules.registry)),
      items: event.selection.applications.items + event.selection.categories.items + event.selection.webDomains.items,
      stretches: record.use.stretches(of: event.selection, within: counted, registry: rules.registry))
  }

  private static func overlap(_ one: TimeSpan, _ other: TimeSpan) -> Bool {
    one.start < other.end && other.start < one.end
  }
}

extension TimeSpan {
  /// Merges spans that touch.
  fileprivate static func joined(_ spans: [TimeSpan]) -> [TimeSpan] {
    var joined: [TimeSpan] = []
    for span in spans {
      if let last = joined.last, last.end == span.start {
        joined[joined.count - 1].end = span.end
      } else {
        joined.append(span)
      }
    }
    return joined
  }
}

extension ActivityEvent {
  /// Whether tokens were given and none resolved. Such an event matches nothing, never everything.
  var matchesNothing: Bool { selection.count > 0 && selection.count == selection.unresolvedTokens }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Activity {
  /// Collects the callbacks that the clock makes due at `now` (D9, D14, D15, D17). Call it only if they may be
  /// delivered.
  ///
  /// - Parameter isRegistration: whether the activity was registered at this instant, which makes past callbacks due
  ///   now.
  mutating func takeOwed(
    at now: Timestamp, family: FamilyID, cause: DeliveryCause, isRegistration: Bool = false,
    into dues: inout [PendingCallback]
  ) {
    var floor = isRegistration ? now : Timestamp.distantPast
    func due(_ callback: MonitorCallback, _ span: TimeSpan, _ instant: Timestamp, event: String? = nil)
      -> PendingCallback
    {
      PendingCallback(
        family: family, activity: name, event: event, callback: callback, cause: cause,
        dueAt: max(floor, min(instant, now)),
        span: span, registration: registration)
    }
    if let ended = ending {
      let end = due(.intervalDidEnd, ended.span, ended.span.end)
      dues.append(end)
      // Even if the clock was set back, an end may not follow the next start (C7, D17).
      floor = max(floor, end.dueAt)
      ending = nil
    }
    if let running = current, running.span.contains(now) {
      if !running.isOpen {
        dues.append(due(.intervalDidStart, running.span, running.span.start))
        current?.isOpen = true
        rememberStart(running.span.start)
        // After the clock was set back the registration can lie ahead.
        let reachedAt = min(now, max(running.span.start, registeredAt))
        takeReached(at: reachedAt, family: family, cause: cause, into: &dues)
      }
      if !running.isEndWarningDelivered, let instant = endWarningAt(running.span), instant <= now {
        dues.append(due(.intervalWillEndWarning, running.span, instant))
        current?.isEndWarningDelivered = true
      }
    }
    // A planned start is ahead: ``tick(in:)`` has begun every interval up to now.
    if let planned = next, !planned.isStartWarningDelivered, let instant = startWarningAt(planned.span), instant <= now
    {
      dues.append(due(.intervalWillStartWarning, planned.span, instant))
      next?.isStartWarningDelivered = true
      warnedStart = max(warnedStart ?? planned.span.start, planned.span.start)
    }
  }

  /// Collects the events whose counted use reached a level (E3, E7). Only an interval that was started has any.
  mutating func takeReached(
    at instant: Timestamp, family: FamilyID, cause: DeliveryCause, into dues: inout [PendingCallback]
  ) {
    guard let running = current, running.isOpen else { return }
    for index in meters.indices {
      for level in meters[index].takeReached() {
        dues.append(
          PendingCallback(
            family: family, activity: name, event: level.event,
            callback: level.isWarning ? .eventWillReachThresholdWarning : .eventDidReachThreshold, cause: cause,
            dueAt: instant, span: running.span, registration: registration))
      }
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Activity {
  /// Changes the person's time zone (D16): start and counts stay, the end keeps its local date and time.
  mutating func moveZone(from old: CalendarPlace, in context: RuleContext) {
    let (before, after) = (schedule.place(in: old), schedule.place(in: context.place))
    guard before != after else { return }
    if let span = current?.span, let search = IntervalSearch(schedule, in: old) {
      let end = search.sameLocalTime(as: span.end, in: after) ?? span.end
      current?.span.end = max(end, context.now)
      lastSpan?.end = max(end, context.now)
    }
    if next != nil { plan(at: max(context.now, current?.span.end ?? context.now), in: context) }
    updateBoundary(after: context.now)
  }

  /// Handles a clock set back to `context.now` (D17): an interval that is now in the future ends, and no callback
  /// repeats.
  mutating func moveBack(in context: RuleContext) {
    if let running = current, context.now < running.span.start {
      // The family was not notified of an interval that waits for use, so it counts as not begun.
      if running.isOpen { ending = running } else { isFinished = false }
      current = nil
    }
    if !(schedule.isOneShot && isFinished) {
      lastSpan = current?.span
      isFinished = false
      plan(at: current?.span.end ?? context.now, in: context)
    }
    updateBoundary(after: context.now)
  }
}

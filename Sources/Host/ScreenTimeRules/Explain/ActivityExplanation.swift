// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The state of an activity in numbers, for the person at the host. Never passed to an extension (E10).
package struct ActivityExplanation: Equatable, Sendable {
  package struct Event: Equatable, Sendable {
    package var name: String
    package var threshold: Int64
    /// The items whose use counts; none if all use counts, or if no code of the selection means anything any more.
    package var items: [Item]
    /// Use counted in the running interval so far.
    package var counted: Int64
    package var countsFrom: Timestamp
    package var isReached: Bool
    package var isWarned: Bool
    /// The spans of use behind the number, as far as the state remembers them.
    package var pieces: [TimeSpan]
  }

  package enum Phase: String, Equatable, Sendable {
    /// No interval runs; the next one is ahead.
    case ahead
    /// The interval began; its start waits for the first use of the device.
    case waitingForUse
    case running
    /// The interval ended; its end waits for the first use.
    case endingWaitsForUse
    /// No interval will follow (D13).
    case over
  }

  package var activity: String
  package var phase: Phase
  package var interval: TimeSpan?
  package var next: TimeSpan?
  package var nextDue: Timestamp?
  package var events: [Event]
}

extension DeviceRules {
  /// Explains the current state of one activity; nil if it is not monitored.
  package func explain(_ activity: String, of family: FamilyID, in state: DeviceState) -> ActivityExplanation? {
    guard let known = state.families[family]?.activities[activity] else { return nil }
    let phase: ActivityExplanation.Phase =
      if let current = known.current {
        current.isOpen ? .running : .waitingForUse
      } else if known.ending != nil {
        .endingWaitsForUse
      } else {
        known.isOver ? .over : .ahead
      }
    return ActivityExplanation(
      activity: activity, phase: phase, interval: (known.current ?? known.ending)?.span, next: known.next?.span,
      nextDue: known.nextBoundary == .distantFuture ? nil : known.nextBoundary,
      events: known.events.map { explain($0, of: known, in: state) })
  }

  private func explain(
    _ event: ActivityEvent, of activity: Activity, in state: DeviceState
  ) -> ActivityExplanation.Event {
    let threshold = limits.threshold(of: event)
    var result = ActivityExplanation.Event(
      name: event.name, threshold: threshold, items: event.selection.items, counted: 0, countsFrom: state.now,
      isReached: false, isWarned: false,
      pieces: [])
    let meter =
      activity.current == nil
      ? nil
      : activity.meters.first {
        $0.selection == event.selection && $0.includesPastActivity == event.includesPastActivity
      }
    guard let meter else { return result }
    let delivered = meter.levels[..<meter.nextLevel]
    result.counted = meter.counted
    result.countsFrom = meter.countsFrom
    result.isReached = delivered.contains { $0.event == event.name && !$0.isWarning }
    result.isWarned = delivered.contains { $0.event == event.name && $0.isWarning }
    let counted = TimeSpan(start: meter.countsFrom, end: state.now)
    result.pieces = state.history.pieces(of: event.selection, within: counted, registry: registry)
    return result
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A registered activity with the bookkeeping of its intervals.
package struct Activity: Equatable, Codable, Sendable {
  package var name: String
  package var schedule: Schedule
  /// As registered, sorted by name.
  package var events: [ActivityEvent]
  /// The registration's number within the family. A new registration restarts all counts (E6).
  package var registration: Int64
  package var registeredAt: Timestamp

  /// An interval whose start was delivered and whose end is due but waits for use.
  package var ending: RunningInterval?
  /// The interval that has begun and not ended.
  package var current: RunningInterval?
  /// The counters of its events. They stay when an interval ends and are recreated with the next one.
  package var meters: [Meter] = []
  /// The interval planned next; begins after ``current`` ends (D11).
  package var next: PlannedInterval?
  /// The last interval that began: the next may neither overlap nor repeat it (D11).
  package var lastSpan: TimeSpan?
  /// Whether the schedule has no further interval. The activity is removed once its last callback is settled (D13).
  package var isFinished = false
  /// Starts of intervals whose callback was delivered, newest last, so that a clock set back repeats none (D17).
  package var settledStarts: [Timestamp] = []
  /// The spans from the first to the last start of those removed from ``settledStarts``; nil if there are none (D17).
  package var settledRuns: [TimeSpan]?
  /// The latest start that a warning announced (D14, D17).
  package var warnedStart: Timestamp?
  /// The occurrence that was skipped last, for `explain` (D11).
  package var skipped: SkippedInterval?
  /// The next instant at which the clock changes something in this activity, so that the engine compares integers and
  /// needs no calendar.
  package var nextBoundary: Timestamp = .distantFuture

  /// Warning time in milliseconds (D14).
  package var warning: Int64?
  /// Whether its events name items by tokens that a reset has voided. It stays registered, and the family reads the
  /// events back without items until it registers the activity anew (PRIV-TK5).
  package internal(set) var isVoided: Bool?
}

/// An interval that lies ahead.
package struct PlannedInterval: Equatable, Codable, Sendable {
  package var span: TimeSpan
  package var isStartWarningDelivered = false

  package init(span: TimeSpan, isStartWarningDelivered: Bool = false) {
    self.span = span
    self.isStartWarningDelivered = isStartWarningDelivered
  }
}

/// An occurrence of the schedule that does not run.
package struct SkippedInterval: Equatable, Codable, Sendable {
  package enum Reason: String, Codable, Sendable {
    /// It would begin before the previous one ends (D11).
    case overlap
    /// It begins at the same local time as the previous one (D11).
    case repeatedHour
    /// Its start was delivered before the clock was set back (D17).
    case settled
  }

  package var span: TimeSpan
  package var reason: Reason
}

/// An interval that has begun.
package struct RunningInterval: Equatable, Codable, Sendable {
  package var span: TimeSpan
  /// Whether `intervalDidStart` was handed to the host.
  package var isOpen = false
  package var isEndWarningDelivered = false

  package init(span: TimeSpan, isOpen: Bool = false, isEndWarningDelivered: Bool = false) {
    self.span = span
    self.isOpen = isOpen
    self.isEndWarningDelivered = isEndWarningDelivered
  }
}

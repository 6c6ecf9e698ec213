// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A registered activity with the bookkeeping of its intervals.
package struct Activity: Equatable, Codable, Sendable {
  package var name: String
  package var schedule: Schedule
  /// As registered, sorted by name.
  package var events: [ActivityEvent]
  /// Numbers registrations within the family; a new one restarts all counts (E6).
  package var registration: Int64
  package var registeredAt: Timestamp

  /// An interval whose start was delivered and whose end has come but waits for use.
  package var ending: RunningInterval?
  /// The interval that has begun and not ended.
  package var current: RunningInterval?
  /// What counts the use of its events while an interval runs. They stay when it ends, and begin anew with the next one.
  package var meters: [Meter] = []
  /// The interval planned next; begins after ``current`` ends (D11).
  package var next: PlannedInterval?
  /// The last interval that began: the next may neither overlap nor repeat it (D11).
  package var lastSpan: TimeSpan?
  /// The schedule has no further interval; the activity leaves once its last callback is settled (D13).
  package var isFinished = false
  /// Starts of intervals whose callback was delivered, newest last, so that a clock set back repeats none (D17).
  package var settledStarts: [Timestamp] = []
  /// From the first to the last start of those that ``settledStarts`` let go; absent where there are none (D17).
  package var settledRuns: [TimeSpan]?
  /// The latest start that a warning announced (D14, D17).
  package var warnedStart: Timestamp?
  /// The occurrence that was passed over last, for `explain` (D11).
  package var skipped: SkippedInterval?
  /// The instant at which the clock next changes something here; the engine compares integers, never calendars.
  package var nextBoundary: Timestamp = .distantFuture

  /// Warning time in milliseconds (D14).
  package var warning: Int64?
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
    /// It would begin before the one before it has ended (D11).
    case overlap
    /// It shows the local time of the one before it again (D11).
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

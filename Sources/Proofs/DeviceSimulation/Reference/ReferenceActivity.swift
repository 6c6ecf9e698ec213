// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// An interval in progress, with its use counts.
struct ShadowInterval {
  struct Count {
    var event: ActivityEvent
    var counted: Int64 = 0
    var isReached = false
    var isWarned = false

    var threshold: Int64 { Self.roundedUp(written) }

    /// E7: the level of the event's warning, also rounded up to whole minutes.
    func warningLevel(_ warning: Int64) -> Int64 { Self.roundedUp(max(0, written - warning)) }

    /// The threshold as the family registered it.
    private var written: Int64 {
      Int64(event.threshold.minute ?? 0) * 60_000 + Int64(event.threshold.second ?? 0) * 1_000
    }

    /// E9: the simulated person's privacy profile reports use in whole minutes.
    private static func roundedUp(_ amount: Int64) -> Int64 { (amount + 59_999) / 60_000 * 60_000 }
  }

  var span: TimeSpan
  /// Whether its start was decided.
  var isOpen = false
  var isEndWarned = false
  var counts: [Count] = []
}

/// One registration, computed from rules D8–D17 only.
struct ReferenceActivity {
  let name: String
  let schedule: Schedule
  var events: [ActivityEvent]
  var registration: Int64
  var registeredAt: Timestamp
  var current: ShadowInterval?
  /// The finished interval whose end is not reported yet.
  var ending: ShadowInterval?
  var next: (span: TimeSpan, isWarned: Bool)?
  /// The last interval that began; no later one may overlap or repeat it (D11).
  var last: TimeSpan?
  /// The starts that were reported (D17).
  var toldStarts: Set<Timestamp> = []
  /// The latest start that a warning announced (D14, D17).
  var warnedStart: Timestamp?
  var isFinished = false

  var warning: Int64? {
    schedule.warning.map { Int64($0.hour ?? 0) * 3_600_000 + Int64($0.minute ?? 0) * 60_000 }
  }

  /// Whether no further callback can come.
  var isOver: Bool { isFinished && current == nil && ending == nil }

  /// The next instant at which the clock changes something.
  var boundary: Timestamp {
    var instants: [Timestamp] = []
    if let current { instants += [current.span.end] + (current.isEndWarned ? [] : [endWarning(of: current.span)]) }
    if let next { instants += [next.span.start] + (next.isWarned ? [] : [startWarning(of: next.span)]) }
    return instants.min() ?? .distantFuture
  }

  func boundary(after now: Timestamp) -> Timestamp {
    var instants: [Timestamp] = []
    if let current { instants += [current.span.end, endWarning(of: current.span)] }
    if let next { instants += [next.span.start, startWarning(of: next.span)] }
    return instants.filter { now < $0 }.min() ?? .distantFuture
  }

  func endWarning(of span: TimeSpan) -> Timestamp {
    warning.map { max(span.start, span.end.advanced(by: -$0)) } ?? .distantFuture
  }

  func startWarning(of span: TimeSpan) -> Timestamp {
    warning.map { span.start.advanced(by: -$0) } ?? .distantFuture
  }

  // MARK: - Clock

  mutating func plan(from instant: Timestamp, zone: TimeZone) {
    let shape = ReferenceSchedule(schedule, zone: zone)
    var instant = instant
    next = nil
    for _ in 0..<60 {
      guard let span = shape.interval(at: instant) else { break }
      let overlaps = last.map { span.start < $0.end && $0.start < span.end } ?? false
      let repeats = last.map { shape.isSameReading($0.start, span.start) } ?? false
      if !overlaps, !repeats, !toldStarts.contains(span.start) {
        return next = (span, warnedStart.map { span.start <= $0 } ?? false)
      }
      instant = span.end
    }
    isFinished = true
  }

  /// Ends and begins the intervals whose boundaries have passed.
  ///
  /// - Parameter begin: sets the counts of an interval that begins.
  mutating func pass(_ now: Timestamp, zone: TimeZone, begin: (inout ShadowInterval, ReferenceActivity) -> Void) {
    if let running = current, running.span.end <= now {
      if running.isOpen { ending = running }
      current = nil
    }
    while let planned = next, planned.span.start <= now {
      last = planned.span
      next = nil
      if now < planned.span.end {
        var interval = ShadowInterval(span: planned.span)
        begin(&interval, self)
        current = interval
      }
      if schedule.repeats { plan(from: planned.span.end, zone: zone) } else { isFinished = true }
    }
  }

  /// Moves to another time zone (D16).
  mutating func move(from old: TimeZone, to new: TimeZone, now: Timestamp) {
    if let span = current?.span {
      let end = max(now, ReferenceSchedule(schedule, zone: old).sameReading(as: span.end, in: new))
      current?.span.end = end
      last?.end = end
    }
    if next != nil { plan(from: max(now, current?.span.end ?? now), zone: new) }
  }

  /// Sets the clock back (D17).
  mutating func setBack(to now: Timestamp, zone: TimeZone) {
    if let running = current, now < running.span.start {
      // An interval without a reported start is in the future again.
      if running.isOpen { ending = running } else { isFinished = false }
      current = nil
    }
    guard schedule.repeats || !isFinished else { return }
    last = current?.span
    isFinished = false
    plan(from: current?.span.end ?? now, zone: zone)
  }
}

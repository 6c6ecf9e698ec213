// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The device's own time: the wall clock as far as it can be trusted, advanced by the boot clock (LIVE-CLK1, LIVE-CLK3,
/// LIVE-CLK5).
///
/// It reads no clock: it receives readings, and reports what changed between them.
package struct LiveClock: Sendable {
  /// The change between two readings, or between a reading and the state stored by an earlier host.
  package struct Change: Equatable, Sendable {
    /// The device's time at the reading, before it followed any step.
    package var reached: Timestamp
    /// The milliseconds since the last reading during which the computer slept.
    package var slept: Int64 = 0
    /// The events for the device, in order.
    package var events: [SourceEvent] = []
    /// The milliseconds by which the device's time jumped because it follows a clock that was set.
    package var followed: Int64 = 0
  }

  /// The offsets between the device's time and the kernel's clocks.
  package private(set) var mark: ClockMark
  package private(set) var last: ClockReading

  /// - Parameters:
  /// - mark: the offsets stored by an earlier host.
  /// - device: the device's time that an earlier host had reached; `nil` for a new device.
  /// - Returns: the clock, and the first events for the device.
  package static func start(
    _ reading: ClockReading, mark: ClockMark?, device: Timestamp?
  ) -> (clock: LiveClock, events: [SourceEvent]) {
    let said = Self.said(reading)
    guard let device else {
      let fresh = ClockMark(boot: reading.boot, trustedOffset: said, wallOffset: said)
      return (LiveClock(reading, fresh), [.clockMarked(fresh)])
    }
    var events: [SourceEvent] = []
    var clock: LiveClock
    if let mark, mark.boot == reading.boot {
      clock = LiveClock(reading, mark)
      let away = clock.now.milliseconds(since: device)
      events += clock.compare(reading, elapsed: max(0, away)).events
    } else {
      clock = LiveClock(reading, ClockMark(boot: reading.boot, trustedOffset: said, wallOffset: said))
      let behind = device.milliseconds(since: clock.now)
      if behind > tolerance, !reading.isSynchronised {
        // Nothing vouches for a wall clock that went backwards across a boot.
        clock.mark.trustedOffset = device.milliseconds.subtractingClamped(reading.boottime)
        events.append(.clockSet(milliseconds: -behind, response: .reset))
      }
      events.append(.clockMarked(clock.mark))
    }
    // Move the device's time to the present in one step: while the host was down, the clock may have been set.
    events.removeAll { if case .clockJumped = $0 { true } else { false } }
    if clock.now != device { events.append(.clockJumped(to: clock.now)) }
    return (clock, events)
  }

  private init(_ reading: ClockReading, _ mark: ClockMark) {
    last = reading
    self.mark = mark
  }

  /// The device's time at the last reading.
  package var now: Timestamp { trusted(boottime: last.boottime) }

  package func trusted(boottime: Int64) -> Timestamp {
    Timestamp(milliseconds: boottime).advanced(by: mark.trustedOffset)
  }

  /// The CLOCK_BOOTTIME at which the device's time will be `time`, for a timer.
  package func boottime(of time: Timestamp) -> Int64 { time.advanced(by: -mark.trustedOffset).milliseconds }

  /// Processes the next reading. A reading older than the last one is ignored.
  package mutating func take(_ reading: ClockReading) -> Change {
    guard reading.boot == last.boot, reading.boottime >= last.boottime else { return Change(reached: now) }
    let passed = reading.boottime - last.boottime
    let slept = passed.subtractingClamped(max(0, reading.monotonic.subtractingClamped(last.monotonic)))
    let zone = reading.timeZone == last.timeZone ? nil : reading.timeZone
    last = reading
    var change = compare(reading, elapsed: passed)
    if slept > Self.leastSleep { change.slept = min(slept, passed) }
    if let zone { change.events.append(.zoneChanged(CalendarPlace(timeZone: zone))) }
    return change
  }

  /// The record in the device's time: by the boot clock if the record has it for this boot, else by the current wall
  /// clock (LIVE-CLK4).
  package func place(_ sample: UsageSample) -> UsageSample {
    var placed = sample
    if let boot = sample.boot, boot.id == mark.boot {
      placed.start = trusted(boottime: boot.up)
    } else {
      placed.start = sample.start.advanced(by: mark.trustedOffset.subtractingClamped(mark.wallOffset))
    }
    placed.end = placed.start.advanced(by: sample.milliseconds)
    return placed
  }

  // MARK: - Steps of the wall clock

  private mutating func compare(_ reading: ClockReading, elapsed: Int64) -> Change {
    var change = Change(reached: trusted(boottime: reading.boottime))
    let said = Self.said(reading)
    let step = said.subtractingClamped(mark.wallOffset)
    let error = said.subtractingClamped(mark.trustedOffset)
    let before = mark
    // Readings within a minute only differ by a step; for longer times, allow for the rate at which the kernel may
    // slew.
    let isSet = step.magnitudeClamped > Self.tolerance + max(0, elapsed - 60_000) / 2_000
    let isOff = error.magnitudeClamped > Self.tolerance
    mark.wallOffset = said
    if reading.isSynchronised {
      mark.followedUnsynchronised = 0
      if isOff { change.followed = error }
    } else if isOff, error.magnitudeClamped + mark.followedUnsynchronised <= Self.largestCorrection {
      mark.followedUnsynchronised += error.magnitudeClamped
      change.followed = error
    }
    mark.trustedOffset = mark.trustedOffset.addingClamped(change.followed)
    if isSet || change.followed != 0 {
      change.events.append(
        .clockSet(
          milliseconds: isSet ? step : error, response: isOff && change.followed == 0 ? .ignored : .followed))
    }
    if change.followed != 0 {
      change.events.append(.clockJumped(to: change.reached.advanced(by: change.followed)))
    }
    let isNews =
      isSet || mark.trustedOffset != before.trustedOffset
      || mark.followedUnsynchronised != before.followedUnsynchronised
    if isNews { change.events.append(.clockMarked(mark)) }
    return change
  }

  /// The wall clock minus the boot clock. A wall clock outside of 1970 to 2200 is clamped to that range.
  private static func said(_ reading: ClockReading) -> Int64 {
    min(max(0, reading.wall), SampleMembers.latestTime).subtractingClamped(reading.boottime)
  }

  /// The largest step of the wall clock that is ignored (LIVE-CLK3).
  static let tolerance: Int64 = 2_000
  /// The total that the device's time follows while nothing vouches for the wall clock (LIVE-CLK5).
  static let largestCorrection: Int64 = 60_000
  /// The difference between boot clock and monotonic clock that does not count as sleep (LIVE-CLK1).
  static let leastSleep: Int64 = 1_000
}

/// Clamped arithmetic for readings and offsets, which may come from a file or a broken clock: it saturates instead of
/// trapping.
extension Int64 {
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }

  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  var magnitudeClamped: Int64 { self == .min ? .max : abs(self) }
}

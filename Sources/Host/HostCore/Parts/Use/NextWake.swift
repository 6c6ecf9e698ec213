// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The earliest instant at which something can be due if nothing else happens. Every part of the device that has
/// something to do at an instant of its own adds it here and nowhere else.
struct NextWake {
  let memory: DeviceMemory
  let outbox: Outbox
  let surfaces: SurfaceKeeper
  let persons: PersonDesk
  let notifications: NotificationCenter
  let chronicle: Chronicle
  let configuration: HostConfiguration

  private var now: Timestamp { memory.state.now }

  /// What the driver of a real clock is asked to do; a virtual clock has no use for it.
  var command: [DeviceCommand] { configuration.clock == .real ? [.wake(at: instant)] : [] }

  /// The earliest instant of all: thresholds if this use goes on, edges of intervals, slots, grants and shields by the
  /// rules, and what is the device's own.
  var instant: Timestamp? {
    [memory.nextDue, own(isInUse: memory.state.front.isInUse)].compactMap(\.self).min()
  }

  /// The next instant at which the device has something to do that the rules know nothing of.
  ///
  /// - Parameter isInUse: the device is in use from now on, so that reports in windows become stale.
  func own(isInUse: Bool) -> Timestamp? {
    let instants = [
      outbox.nextRetry(after: now), report(isInUse: isInUse), persons.nextLimit, notifications.nextDue,
    ]
    return instants.compactMap(\.self).filter { now < $0 }.min()
  }

  private func report(isInUse: Bool) -> Timestamp? {
    guard !surfaces.reports.isEmpty else { return nil }
    return surfaces.reports.nextWake(after: now, isInUse: isInUse, on: chronicle.calendar.day(now))
  }
}

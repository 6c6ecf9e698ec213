// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The earliest instant at which something can be due if nothing else happens. A part of the device with an event of
/// its own must add it here.
final class NextWake {
  let memory: DeviceMemory
  let outbox: Outbox
  let surfaces: SurfaceKeeper
  let persons: PersonDesk
  let notifications: NotificationCenter
  let widgets: WidgetKeeper
  let focus: FocusDesk
  let chronicle: Chronicle
  let configuration: HostConfiguration

  init(_ owners: Owners) {
    memory = owners.memory
    outbox = owners.outbox
    surfaces = owners.surfaces
    persons = owners.persons
    notifications = owners.notifications
    widgets = owners.widgets
    focus = owners.focus
    chronicle = owners.chronicle
    configuration = owners.configuration
  }

  private var now: Timestamp { memory.state.now }

  /// The command that sets the timer of a real clock; a virtual clock needs none.
  var command: [DeviceCommand] { configuration.clock == .real ? [.wake(at: instant)] : [] }

  /// The earliest instant of all: the rules' thresholds (if the present use continues), interval edges, slots, grants
  /// and shields, and the device's own events.
  var instant: Timestamp? {
    [memory.nextDue, own(isInUse: memory.state.front.isInUse)].compactMap(\.self).min()
  }

  /// The device's next event that does not come from the rules.
  ///
  /// - Parameter isInUse: whether the device is in use from now on, which makes reports in windows stale.
  func own(isInUse: Bool) -> Timestamp? {
    let instants = [
      outbox.nextRetry(after: now), report(isInUse: isInUse), persons.nextLimit, persons.nextChange,
      notifications.nextDue,
      widgets.nextDue, focus.nextEdge,
      widgets.hasRequests || !focus.waiting.isEmpty ? outbox.nextUnblocking(after: now) : nil,
    ]
    return instants.compactMap(\.self).filter { now < $0 }.min()
  }

  private func report(isInUse: Bool) -> Timestamp? {
    guard !surfaces.reports.isEmpty else { return nil }
    return surfaces.reports.nextWake(after: now, isInUse: isInUse, on: chronicle.calendar.day(now))
  }
}

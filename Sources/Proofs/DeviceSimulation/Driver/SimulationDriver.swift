// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import HostCore
internal import ScreenTimeRules

/// Drives the device under simulation.
protocol SimulationDriver: AnyObject {
  var facts: DeviceFacts { get }
  /// Runs through spans of use.
  func live(through spans: [UseSpan], until end: Timestamp) throws
  /// Sends the device an input of the person, the operator or the source.
  func act(_ input: DeviceInput) throws
  func open(_ family: FamilyID) throws
  /// Shuts down normally.
  func close() throws
  /// Drops everything in progress after the host was killed.
  func abandon()
}

/// Strictly sequential: every callback ends before the next event.
extension VirtualDriver: SimulationDriver {
  func live(through spans: [UseSpan], until end: Timestamp) throws { try run(through: spans, until: end) }
  func abandon() {}
}

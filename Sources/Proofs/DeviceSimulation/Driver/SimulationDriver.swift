// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import HostCore
internal import ScreenTimeRules

/// What drives the device under simulation.
protocol SimulationDriver: AnyObject {
  var facts: DeviceFacts { get }
  /// Lives through a stretch of use.
  func live(through spans: [UseSpan], until end: Timestamp) throws
  /// Hands the device an input of the person, the operator or the source.
  func act(_ input: DeviceInput) throws
  func open(_ family: FamilyID) throws
  /// Ends in good order.
  func close() throws
  /// The host was killed: whatever was on its way is gone.
  func abandon()
}

/// One thing at a time: every callback ends before anything else happens.
extension VirtualDriver: SimulationDriver {
  func live(through spans: [UseSpan], until end: Timestamp) throws { try run(through: spans, until: end) }
  func abandon() {}
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import ManagedSettings

extension DeviceActivitySchedule {
  init(_ wire: MonitoringSchedule) {
    self.init(
      intervalStart: DateComponents(wire.start), intervalEnd: DateComponents(wire.end), repeats: wire.repeats,
      warningTime: wire.warning.map(DateComponents.init))
  }

  var wire: MonitoringSchedule {
    MonitoringSchedule(
      start: intervalStart.wire, end: intervalEnd.wire, repeats: repeats, warning: warningTime?.wire)
  }
}

extension DeviceActivityEvent {
  init(_ wire: MonitoringEvent) {
    self.init(
      applications: Set(wire.applications), categories: Set(wire.categories), webDomains: Set(wire.webDomains),
      threshold: DateComponents(wire.threshold), includesPastActivity: wire.includesPastActivity)
  }
}

extension MonitoringEvent {
  init(_ name: String, _ event: DeviceActivityEvent) {
    self.init(
      name: name, applications: event.applications.wireTokens(), categories: event.categories.wireTokens(),
      webDomains: event.webDomains.wireTokens(), threshold: event.threshold.wire,
      includesPastActivity: event.includesPastActivity)
  }
}

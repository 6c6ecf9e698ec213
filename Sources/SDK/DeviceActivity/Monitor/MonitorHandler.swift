// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Calls the monitor's method for a callback.
final class MonitorHandler: ExtensionPointHandler {
  private let monitor: DeviceActivityMonitor

  init(_ monitor: DeviceActivityMonitor) { self.monitor = monitor }

  var point: ExtensionPoint { .monitor }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .monitor(let callback, let name, let eventName) = request.callback else {
      throw HandlerFailure.unknownCallback(request, at: point)
    }
    let activity = DeviceActivityName(name)
    let event = DeviceActivityEvent.Name(eventName ?? "")
    switch callback {
    case .intervalDidStart: monitor.intervalDidStart(for: activity)
    case .intervalDidEnd: monitor.intervalDidEnd(for: activity)
    case .intervalWillStartWarning: monitor.intervalWillStartWarning(for: activity)
    case .intervalWillEndWarning: monitor.intervalWillEndWarning(for: activity)
    case .eventDidReachThreshold: monitor.eventDidReachThreshold(event, activity: activity)
    case .eventWillReachThresholdWarning: monitor.eventWillReachThresholdWarning(event, activity: activity)
    }
    return [:]
  }
}

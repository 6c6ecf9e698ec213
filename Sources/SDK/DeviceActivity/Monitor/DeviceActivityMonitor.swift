// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
public import ExtensionRuntime
public import Foundation
internal import ManagedSettings

/// The principal class of a monitor extension. The methods of the base class do nothing.
///
/// ### On Linux
/// Callbacks of one family never overlap and arrive in the order in which they are due. The writes of a callback are
/// applied together, or not at all. `CallbackContext.current` of `ExtensionRuntime` provides the interval and the cause
/// of the callback.
open class DeviceActivityMonitor: NSObject {
  /// Creates the monitor, once per process, before the first callback.
  public override init() {}

  /// Called when an activity's interval starts, whether or not the device is in use.
  open func intervalDidStart(for activity: DeviceActivityName) {}
  /// Called when an activity's interval ends, or when its monitoring stops.
  open func intervalDidEnd(for activity: DeviceActivityName) {}
  /// Called `warningTime` before an interval starts.
  open func intervalWillStartWarning(for activity: DeviceActivityName) {}
  /// Called `warningTime` before an interval ends.
  open func intervalWillEndWarning(for activity: DeviceActivityName) {}
  /// Called when usage reaches an event's threshold, at most once per interval.
  open func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
  /// Called when usage will reach an event's threshold after another `warningTime` of use.
  open func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
}

extension DeviceActivityMonitor: _ExtensionPrincipal {
  public static var _point: ExtensionPoint { .monitor }

  public var _handler: any ExtensionPointHandler {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return MonitorHandler(self)
  }
}

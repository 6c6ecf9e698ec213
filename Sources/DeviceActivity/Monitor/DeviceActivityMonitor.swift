// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import ExtensionRuntime
public import Foundation
internal import ManagedSettings

/// The principal class of a monitor extension; the base does nothing.
///
/// ### On Linux
/// Callbacks of one family never overlap and come in due order (C6, C7); what one writes is applied with it or not at
/// all (C2). `CallbackContext.current` of `ExtensionRuntime` says for which interval and why one is called.
open class DeviceActivityMonitor: NSObject {
  public override init() {}

  open func intervalDidStart(for activity: DeviceActivityName) {}
  open func intervalDidEnd(for activity: DeviceActivityName) {}
  open func intervalWillStartWarning(for activity: DeviceActivityName) {}
  open func intervalWillEndWarning(for activity: DeviceActivityName) {}
  open func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
  open func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
}

extension DeviceActivityMonitor: _ExtensionPrincipal {
  public var _handler: any ExtensionPointHandler {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return MonitorHandler(self)
  }
}

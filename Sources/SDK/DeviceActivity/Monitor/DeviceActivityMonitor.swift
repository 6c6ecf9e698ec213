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
  /// Made once for each process, before the first callback.
  public override init() {}

  /// An activity's interval began; used or not (D9).
  open func intervalDidStart(for activity: DeviceActivityName) {}
  /// An activity's interval ended, or its monitoring did (D10, D12).
  open func intervalDidEnd(for activity: DeviceActivityName) {}
  /// An interval begins in `warningTime` (D14).
  open func intervalWillStartWarning(for activity: DeviceActivityName) {}
  /// An interval ends in `warningTime` (D14).
  open func intervalWillEndWarning(for activity: DeviceActivityName) {}
  /// Use reached an event's threshold, once in an interval (E3, E4).
  open func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
  /// Use will reach a threshold in `warningTime` if it goes on (E7).
  open func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
}

extension DeviceActivityMonitor: _ExtensionPrincipal {
  public var _handler: any ExtensionPointHandler {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return MonitorHandler(self)
  }
}

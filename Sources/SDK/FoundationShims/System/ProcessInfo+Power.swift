// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ProcessInfo {
  public enum ThermalState: Int, Sendable {
    case nominal, fair, serious, critical
  }

  /// Always nominal, because a device's temperature would reveal how it is used.
  public var thermalState: ThermalState { .nominal }

  /// Always false, because the power mode would reveal how the device is used.
  public var isLowPowerModeEnabled: Bool { false }

  public var isiOSAppOnMac: Bool { false }
  public var isMacCatalystApp: Bool { false }
}

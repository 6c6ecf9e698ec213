// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ProcessInfo {
  public enum ThermalState: Int, Sendable {
    case nominal, fair, serious, critical
  }

  /// Always nominal: how warm a device is would tell how it is used.
  public var thermalState: ThermalState { .nominal }

  /// Always false, for the same reason.
  public var isLowPowerModeEnabled: Bool { false }

  public var isiOSAppOnMac: Bool { false }
  public var isMacCatalystApp: Bool { false }
}

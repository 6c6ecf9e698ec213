// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The properties of the device that extension sources use.
open class UIDevice: NSObject, @unchecked Sendable {
  // SAFETY: there are no stored properties.
  public static let current = UIDevice()

  /// Always `Linux`, because the machine's model could identify its owner.
  open var model: String { "Linux" }
  open var localizedModel: String { "Linux" }
  open var name: String { "Linux" }
  open var systemName: String { "Linux" }
  open var systemVersion: String { "26.5" }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// Always `nil`, as on a device that has not been unlocked, because it would identify the machine.
  open var identifierForVendor: UUID? { nil }
  open var batteryLevel: Float { -1 }
  open var isBatteryMonitoringEnabled: Bool {
    get { false }
    set {}
  }
}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad, tv, carPlay
  case mac = 5
  case vision
}

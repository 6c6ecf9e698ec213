// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The device as far as extension sources ask for it.
open class UIDevice: NSObject, @unchecked Sendable {
  // SAFETY: there are no stored properties.
  public static let current = UIDevice()

  /// Always `Linux`: the model of the machine would tell whose it is.
  open var model: String { "Linux" }
  open var localizedModel: String { "Linux" }
  open var name: String { "Linux" }
  open var systemName: String { "Linux" }
  open var systemVersion: String { "26.5" }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// Always nil, as on a device that was not unlocked yet: it would tell one machine from another.
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

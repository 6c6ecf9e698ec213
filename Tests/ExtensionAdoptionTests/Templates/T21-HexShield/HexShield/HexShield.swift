// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ManagedSettings
import ManagedSettingsUI
import UIKit

class HexShield: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    let name = application.localizedDisplayName ?? String(localized: "This app")
    return ShieldConfiguration(
      backgroundBlurStyle: UIBlurEffect.Style.dark, backgroundColor: UIColor(hex: "#1E1E2E"),
      icon: UIImage(systemName: "lock.fill"),
      title: ShieldConfiguration.Label(text: String(format: "%@ is locked", name), color: UIColor(hex: "F5E0DC")),
      primaryButtonLabel: ShieldConfiguration.Label(text: "Close", color: .black),
      primaryButtonBackgroundColor: UIColor(hex: "89B4FA"))
  }
}

extension UIColor {
  convenience init(hex: String) {
    let text = hex.trimmingCharacters(in: CharacterSet.alphanumerics.inverted)
    var value: UInt64 = 0
    Scanner(string: text).scanHexInt64(&value)
    self.init(
      red: CGFloat((value >> 16) & 0xFF) / 255, green: CGFloat((value >> 8) & 0xFF) / 255,
      blue: CGFloat(value & 0xFF) / 255, alpha: 1)
  }
}

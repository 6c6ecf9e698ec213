// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

/// Draws the shield: the item, and the ways to get more time.
class LimitsShieldConfiguration: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName, in: category.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { shield(over: webDomain.domain) }

  override func configuration(
    shielding webDomain: WebDomain, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: webDomain.domain, in: category.localizedDisplayName)
  }

  private func shield(over name: String?, in category: String? = nil) -> ShieldConfiguration {
    let what = category.map { "Your time for \($0) is over" } ?? "Your time for it is over"
    return ShieldConfiguration(
      backgroundBlurStyle: .systemThickMaterial,
      backgroundColor: UIColor(red: 0.16, green: 0.15, blue: 0.3, alpha: 0.6),
      icon: UIImage(systemName: "hourglass"),
      title: .init(text: "\(name ?? "This") is closed", color: .white),
      subtitle: .init(
        text: "\(what), or it is downtime. A guardian can give you more.",
        color: UIColor.white.withAlphaComponent(0.8)),
      primaryButtonLabel: .init(text: "OK", color: .white),
      primaryButtonBackgroundColor: UIColor(red: 0.36, green: 0.33, blue: 0.75, alpha: 1),
      secondaryButtonLabel: .init(text: "More time", color: UIColor(white: 0.9, alpha: 1)),
      secondaryButtonSubmenuItems: ["One more minute", "15 more minutes"])
  }
}

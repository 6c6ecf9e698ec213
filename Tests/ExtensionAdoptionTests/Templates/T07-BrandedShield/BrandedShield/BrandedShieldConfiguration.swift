// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

class BrandedShieldConfiguration: ShieldConfigurationDataSource {
  private func shield(named name: String?) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundBlurStyle: .systemUltraThinMaterialDark,
      backgroundColor: UIColor(named: "ShieldBackground") ?? .systemIndigo,
      icon: UIImage(named: "logo"),
      title: ShieldConfiguration.Label(text: "\(name ?? "This app") is resting", color: .white),
      subtitle: ShieldConfiguration.Label(
        text: "Come back after your break.", color: UIColor.white.withAlphaComponent(0.7)),
      primaryButtonLabel: ShieldConfiguration.Label(text: "Close", color: .black),
      primaryButtonBackgroundColor: UIColor(named: "Accent"),
      secondaryButtonLabel: ShieldConfiguration.Label(text: "Ask for more", color: .white))
  }

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    shield(named: application.localizedDisplayName)
  }

  override func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration
  {
    shield(named: application.localizedDisplayName ?? category.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { shield(named: webDomain.domain) }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    shield(named: webDomain.domain)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

/// The shield of a discouraged application, with a button for more time.
class HomeworkShieldConfiguration: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName, because: category.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    shield(over: webDomain.domain)
  }

  override func configuration(
    shielding webDomain: WebDomain, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: webDomain.domain, because: category.localizedDisplayName)
  }

  private func shield(over name: String?, because category: String? = nil) -> ShieldConfiguration {
    let reason = category.map { "\($0) can wait until your homework is done." } ?? "Homework first, then this."
    return ShieldConfiguration(
      backgroundBlurStyle: .systemThickMaterial,
      backgroundColor: UIColor(red: 0.11, green: 0.24, blue: 0.35, alpha: 0.6),
      icon: UIImage(systemName: "book"),
      title: .init(text: "\(name ?? "This") can wait", color: .white),
      subtitle: .init(text: reason, color: UIColor.white.withAlphaComponent(0.8)),
      primaryButtonLabel: .init(text: "OK", color: .white),
      primaryButtonBackgroundColor: UIColor(red: 0.18, green: 0.43, blue: 0.87, alpha: 1),
      secondaryButtonLabel: .init(text: "15 more minutes", color: UIColor(white: 0.9, alpha: 1)))
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ManagedSettings
import ManagedSettingsUI
import UIKit

/// The shield of working hours.
class WorklogShieldConfiguration: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: application.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    shield(over: webDomain.domain)
  }

  override func configuration(
    shielding webDomain: WebDomain, in category: ActivityCategory
  ) -> ShieldConfiguration {
    shield(over: webDomain.domain)
  }

  private func shield(over name: String?) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundBlurStyle: .systemMaterial,
      icon: UIImage(systemName: "clock"),
      title: .init(text: String(localized: "Not before five"), color: .label),
      subtitle: .init(
        text: String(localized: "\(name ?? "This") is yours from 17:00 to 20:00."), color: .secondaryLabel),
      primaryButtonLabel: .init(text: NSLocalizedString("Back to work", comment: "closes the shield"), color: .white),
      primaryButtonBackgroundColor: .systemIndigo)
  }
}

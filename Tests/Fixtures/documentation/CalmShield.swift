// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

class CalmShield: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundBlurStyle: .systemMaterial,
      icon: UIImage(systemName: "moon.fill"),
      title: .init(text: "\(application.localizedDisplayName ?? "This") can wait", color: .label),
      primaryButtonLabel: .init(text: "OK", color: .white),
      primaryButtonBackgroundColor: .systemIndigo)
  }
}

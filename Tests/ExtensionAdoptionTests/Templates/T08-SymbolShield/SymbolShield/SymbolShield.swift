// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

final class SymbolShield: ShieldConfigurationDataSource {
  private let messages = ["Take a breath.", "Look out of the window.", "Drink some water."]

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    let symbol = UIImage(systemName: "hourglass", withConfiguration: UIImage.SymbolConfiguration(pointSize: 60))
    return ShieldConfiguration(
      backgroundBlurStyle: .systemMaterial, backgroundColor: UIColor.systemBackground,
      icon: symbol?.withTintColor(.systemOrange, renderingMode: .alwaysOriginal),
      title: .init(text: "Paused", color: .label),
      subtitle: .init(
        text: messages[(application.localizedDisplayName ?? "").count % messages.count], color: .secondaryLabel),
      primaryButtonLabel: .init(text: "OK", color: .white), primaryButtonBackgroundColor: .systemOrange)
  }

  override func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration
  {
    configuration(shielding: application)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    ShieldConfiguration(title: .init(text: webDomain.domain ?? "This site", color: .systemRed))
  }
}

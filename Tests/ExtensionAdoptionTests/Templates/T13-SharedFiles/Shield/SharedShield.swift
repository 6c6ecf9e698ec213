// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

class SharedShield: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    let count = RuleStore.shared.rules.count
    return ShieldConfiguration(
      backgroundColor: UIColor(red: 0.1, green: 0.1, blue: 0.15, alpha: 1),
      title: .init(text: "\(count) rules", color: .white))
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import SwiftUI
import UIKit

class ShieldConfigurationExtension: ShieldConfigurationDataSource {
  private let store = SessionStore.shared
  private let quotes: [LocalizedStringResource] = ["Breathe in.", "Look out of the window.", "quote.walk"]

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    make(for: application.localizedDisplayName ?? application.bundleIdentifier)
  }

  override func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration
  {
    make(for: application.localizedDisplayName, category: category.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { make(for: webDomain.domain) }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    make(for: webDomain.domain, category: category.localizedDisplayName)
  }

  private func make(for name: String?, category: String? = nil) -> ShieldConfiguration {
    let accent = UIColor(named: "brand.accent") ?? .systemIndigo
    let dynamic = UIColor { traits in
      traits.userInterfaceStyle == .dark ? UIColor(white: 0.08, alpha: 1) : UIColor(hex: 0xF5F5FF)
    }
    let symbols = UIImage.SymbolConfiguration(pointSize: 48, weight: .semibold, scale: .large)
    let icon = UIImage(systemName: "hourglass.circle.fill", withConfiguration: symbols)?
      .withTintColor(accent, renderingMode: .alwaysOriginal)
    let quote = String(localized: quotes[(name ?? "").count % quotes.count])
    return ShieldConfiguration(
      backgroundBlurStyle: .systemThinMaterial, backgroundColor: dynamic.withAlphaComponent(0.9), icon: icon,
      title: .init(text: title(name), color: .label),
      subtitle: .init(
        text: [category, quote, streak].compactMap { $0 }.joined(separator: "\n"), color: .secondaryLabel),
      primaryButtonLabel: .init(text: NSLocalizedString("Close", comment: "button"), color: .white),
      primaryButtonBackgroundColor: accent,
      secondaryButtonLabel: .init(text: String(localized: "One more minute"), color: accent))
  }

  private func title(_ name: String?) -> String {
    guard let name else { return String(localized: "This is blocked") }
    return String(format: NSLocalizedString("%@ is blocked", comment: ""), name)
  }

  private var streak: String? {
    guard store.streak > 0 else { return nil }
    return String(localized: "\(store.streak) days in a row")
  }
}

extension UIColor {
  convenience init(hex: Int, alpha: CGFloat = 1) {
    self.init(
      red: CGFloat((hex >> 16) & 0xFF) / 255, green: CGFloat((hex >> 8) & 0xFF) / 255, blue: CGFloat(hex & 0xFF) / 255,
      alpha: alpha)
  }

  var luminance: CGFloat {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}

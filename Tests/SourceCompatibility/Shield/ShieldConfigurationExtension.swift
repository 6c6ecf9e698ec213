// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import UIKit

// Override the functions below to customize the shields used in various situations.
class ShieldConfigurationExtension: ShieldConfigurationDataSource {
  private let defaults = UserDefaults(suiteName: "group.com.example.focus")

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    // Customize the shield as needed for applications.
    ShieldConfiguration(
      backgroundBlurStyle: .systemUltraThinMaterialDark,
      backgroundColor: UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1.0),
      icon: UIImage(systemName: "hourglass"),
      title: ShieldConfiguration.Label(text: "\(application.localizedDisplayName ?? "App") is paused", color: .white),
      subtitle: .init(text: message(for: application.bundleIdentifier), color: UIColor.white.withAlphaComponent(0.7)),
      primaryButtonLabel: ShieldConfiguration.Label(text: "Close", color: .black),
      primaryButtonBackgroundColor: .systemBlue,
      secondaryButtonLabel: ShieldConfiguration.Label(text: "More time", color: UIColor.systemOrange))
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    let style = UIBlurEffect.Style.systemMaterial
    let color = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
    return ShieldConfiguration(
      backgroundBlurStyle: style, backgroundColor: color,
      icon: UIImage(named: "ShieldIcon")?.withTintColor(.label, renderingMode: .alwaysOriginal),
      title: .init(text: category.localizedDisplayName ?? "Category", color: .label),
      subtitle: .init(text: "Not now", color: .secondaryLabel))
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    var configuration = ShieldConfiguration(backgroundColor: .systemBackground)
    if let domain = webDomain.domain, domain.hasSuffix("example.com") {
      configuration = .init(title: .init(text: domain, color: UIColor(white: 0.5, alpha: 1)))
    }
    return configuration
  }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  private func message(for bundleIdentifier: String?) -> String {
    let formatter = DateFormatter()
    formatter.dateStyle = .none
    formatter.timeStyle = .short
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone.current
    let until = defaults?.object(forKey: "until") as? Date ?? Date().addingTimeInterval(600)
    let quotes = ["Breathe", "Look outside", "Stretch"]
    return "\(quotes.randomElement() ?? "")\nUntil \(formatter.string(from: until)) (\(bundleIdentifier ?? "–"))"
  }

  private func icon() -> UIImage? {
    let configuration = UIImage.SymbolConfiguration(pointSize: 40, weight: .bold, scale: .large)
    let image = UIImage(systemName: "lock.fill", withConfiguration: configuration)
    let size = CGSize(width: 60, height: 60)
    let renderer = UIGraphicsImageRenderer(size: size)
    let drawn = renderer.image { context in
      UIColor.systemIndigo.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      image?.draw(in: CGRect(x: 0, y: 0, width: 60, height: 60))
    }
    _ = drawn.pngData()
    return image?.applyingSymbolConfiguration(.init(paletteColors: [.systemRed, .systemYellow])) ?? drawn
  }
}

extension UIColor {
  convenience init(hex: String) {
    var value: UInt64 = 0
    Scanner(string: hex.trimmingCharacters(in: CharacterSet.alphanumerics.inverted)).scanHexInt64(&value)
    self.init(
      red: CGFloat((value >> 16) & 0xFF) / 255, green: CGFloat((value >> 8) & 0xFF) / 255,
      blue: CGFloat(value & 0xFF) / 255, alpha: 1)
  }

  convenience init?(code: Int) {
    guard code > 0 else { return nil }
    self.init(white: CGFloat(code) / 255, alpha: 1)
  }

  static let brand = UIColor(hex: "#FF8800")
  var halved: UIColor {
    var red: CGFloat = 0, green: CGFloat = 0, blue: CGFloat = 0, alpha: CGFloat = 0
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return UIColor(red: red / 2, green: green / 2, blue: blue / 2, alpha: alpha)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CoreGraphics
import Foundation
import LocalAuthentication
import ManagedSettings
import ManagedSettingsUI
import UIKit
import os.log

private let logger = OSLog(subsystem: "com.example.motivation", category: "shield")

final class ShieldConfigurationExtension: ShieldConfigurationDataSource {
  private lazy var theme = Theme.load(from: UserDefaults(suiteName: "group.com.example.motivation"))
  private let lock = NSLock()
  private static var shown = [String: Int]()

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    os_log("shielding %{private}@", log: logger, type: .info, application.localizedDisplayName ?? "?")
    return build(name: application.localizedDisplayName, isSite: false)
  }

  override func configuration(shielding application: Application, in category: ActivityCategory)
    -> ShieldConfiguration
  {
    build(name: application.localizedDisplayName ?? category.localizedDisplayName, isSite: false)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    build(name: webDomain.domain, isSite: true)
  }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    build(name: webDomain.domain, isSite: true)
  }

  private func build(name: String?, isSite: Bool) -> ShieldConfiguration {
    let name = name ?? NSLocalizedString("This app", comment: "")
    lock.lock()
    defer { lock.unlock() }
    Self.shown[name, default: 0] += 1
    let message = theme.messages[abs(name.utf8.reduce(7) { ($0 &* 31) &+ Int($1) }) % theme.messages.count]
    let subtitle = NSMutableString(string: message)
    subtitle.append("\n\n")
    subtitle.append(remaining())
    return ShieldConfiguration(
      backgroundBlurStyle: theme.isDark ? .systemUltraThinMaterialDark : .light,
      backgroundColor: theme.background.uiColor.withAlphaComponent(0.85),
      icon: badge(isSite ? "safari.fill" : "lock.shield.fill"),
      title: ShieldConfiguration.Label(
        text: String.localizedStringWithFormat(NSLocalizedString("shield.title", comment: "%@ is an app"), name),
        color: theme.foreground.uiColor),
      subtitle: ShieldConfiguration.Label(
        text: subtitle as String, color: theme.foreground.uiColor.withAlphaComponent(0.7)),
      primaryButtonLabel: ShieldConfiguration.Label(
        text: NSLocalizedString("shield.close", comment: ""), color: .white),
      primaryButtonBackgroundColor: theme.accent.uiColor,
      secondaryButtonLabel: theme.allowsBreaks ? .init(text: "Take a break", color: theme.accent.uiColor) : nil)
  }

  private func badge(_ name: String) -> UIImage? {
    let configuration = UIImage.SymbolConfiguration(textStyle: .largeTitle).applying(
      UIImage.SymbolConfiguration(paletteColors: [.white, theme.accent.uiColor]))
    return UIImage(systemName: name, withConfiguration: configuration) ?? UIImage(named: "fallback")
  }

  private func remaining() -> String {
    let now = Date()
    let calendar = Calendar(identifier: .gregorian)
    guard let end = calendar.nextDate(after: now, matching: DateComponents(hour: 18), matchingPolicy: .nextTime) else {
      return ""
    }
    let formatter = RelativeDateTimeFormatter()
    formatter.unitsStyle = .full
    let time = DateFormatter.localizedString(from: end, dateStyle: .none, timeStyle: .short)
    let minutes = calendar.dateComponents([.minute], from: now, to: end).minute ?? 0
    let distance = Measurement(value: Double(minutes), unit: UnitDuration.minutes)
    return
      "\(formatter.localizedString(for: end, relativeTo: now)) (\(time), \(distance.formatted(.measurement(width: .narrow))))"
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettingsUI
import SwiftUI
import UserNotifications

// Looks that shields choose from.

enum Palette: String, CaseIterable {
  case calm, strict, plain

  var style: UIBlurEffect.Style {
    switch self {
    case .calm: .systemUltraThinMaterial
    case .strict: .systemChromeMaterialDark
    case .plain: .extraLight
    }
  }

  var styles: [UIBlurEffect.Style] {
    [
      .light, .regular, .dark, .prominent, .systemThickMaterial, .systemThickMaterialDark, .systemMaterialLight,
      .systemMaterialDark, .systemChromeMaterial, .systemChromeMaterialLight, .systemUltraThinMaterialLight,
      UIBlurEffect.Style.systemThinMaterial,
    ]
  }

  var color: UIColor {
    switch self {
    case .calm: UIColor(Color.teal.opacity(0.8))
    case .strict: UIColor(named: "Strict") ?? UIColor(hue: 0.9, saturation: 0.8, brightness: 0.7, alpha: 1)
    case .plain: UIColor.lightGray.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark))
    }
  }

  var colors: [UIColor] {
    [
      .darkGray, .systemGreen, .systemCyan, .systemBrown, .systemRed, .yellow, .clear, .secondarySystemBackground,
      .brand,
    ]
  }

  var legacy: ShieldConfiguration {
    ShieldConfiguration(
      backgroundBlurStyle: style, backgroundColor: color, icon: UIImage(data: Data([1])),
      title: ShieldConfiguration.Label(text: rawValue.capitalized, color: .label), subtitle: nil,
      primaryButtonLabel: .init(text: "OK", color: .white), primaryButtonBackgroundColor: nil,
      secondaryButtonLabel: nil)
  }

  func drawn() -> UIImage? {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 10), false, 0)
    defer { UIGraphicsEndImageContext() }
    let font = UIFont.systemFont(ofSize: 12, weight: .bold).withSize(10)
    print(font.pointSize)
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  func notify() throws {
    let content = UNMutableNotificationContent()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a.png")
    content.attachments = [try UNNotificationAttachment(identifier: "a", url: file, options: nil)]
    let options: UNAuthorizationOptions = [.alert, .sound, .provisional]
    UNUserNotificationCenter.current().requestAuthorization(options: options) { _, _ in }
    print(UIDevice.current.model, UIScreen.main.bounds.width)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import UIKit

/// Converts a configuration to its wire form and checks it against `screen-time.md#limits`.
struct ShieldConfigurationEncoder {
  let behaviour: Behaviour
  let colorScheme: EnvironmentSnapshot.ColorScheme

  private var isStrict: Bool { behaviour == .strict }

  /// - Throws: `EffectViolation`, which leads to the default shield. Under `appleCompatible` the field is repaired
  ///   instead.
  func encode(_ configuration: ShieldConfiguration) throws(EffectViolation) -> ShieldConfigurationResult {
    ShieldConfigurationResult(
      blur: configuration.backgroundBlurStyle?._name,
      background: try color(configuration.backgroundColor, of: "backgroundColor"),
      icon: icon(configuration.icon),
      title: try label(configuration.title, of: "title", bytes: 256),
      subtitle: try label(configuration.subtitle, of: "subtitle", bytes: 1_024),
      primaryButton: try label(configuration.primaryButtonLabel, of: "primaryButtonLabel", bytes: 128),
      primaryButtonBackground: try color(
        configuration.primaryButtonBackgroundColor, of: "primaryButtonBackgroundColor"),
      secondaryButton: try label(configuration.secondaryButtonLabel, of: "secondaryButtonLabel", bytes: 128),
      submenu: try submenu(configuration))
  }

  private func color(_ color: UIColor?, of field: String) throws(EffectViolation) -> ColorValue? {
    guard let color else { return nil }
    let traits = UITraitCollection(userInterfaceStyle: colorScheme == .dark ? .dark : .light)
    if let value = color._components(for: traits)._hexadecimal.flatMap(ColorValue.init) { return value }
    guard isStrict else { return nil }
    throw EffectViolation(
      .shieldColor, rule: "§8", subject: field, detail: "has a component that is not a number from 0 to 1")
  }

  /// An icon that can't be drawn costs the icon, never the shield.
  private func icon(_ image: UIImage?) -> String? {
    guard let image else { return nil }
    if let name = image._name, (try? WireText.check(name, as: .name, atMost: 128, at: "")) != nil { return name }
    return nil
  }

  private func label(
    _ label: ShieldConfiguration.Label?, of field: String, bytes: Int
  ) throws(EffectViolation) -> ShieldConfigurationResult.Label? {
    guard let label, let text = try text(label.text, of: field, bytes: bytes),
      let color = try color(label.color, of: field)
    else { return nil }
    return ShieldConfigurationResult.Label(text: text, color: color)
  }

  private func text(_ text: String, of field: String, bytes: Int) throws(EffectViolation) -> String? {
    let text = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    do {
      try WireText.check(text, as: .text, atMost: bytes, at: "")
      return text
    } catch {
      let isTooLong = text.utf8.count > bytes
      guard isStrict else { return isTooLong ? Self.cut(text, to: bytes) : nil }
      throw EffectViolation(
        .shieldText, rule: "§4", subject: field, limit: isTooLong ? bytes : nil,
        actual: isTooLong ? text.utf8.count : nil, detail: error.reason)
    }
  }

  /// Truncates to whole characters.
  private static func cut(_ text: String, to bytes: Int) -> String? {
    var result = ""
    for character in text {
      guard result.utf8.count + character.utf8.count <= bytes else { break }
      result.append(character)
    }
    return (try? WireText.check(result, as: .text, atMost: bytes, at: "")) == nil ? nil : result
  }

  /// The submenu items, ignored without a secondary label (S4).
  private func submenu(_ configuration: ShieldConfiguration) throws(EffectViolation) -> [String] {
    guard configuration.secondaryButtonLabel != nil, let items = configuration.secondaryButtonSubmenuItems else {
      return []
    }
    if isStrict, !(1...3).contains(items.count) {
      throw EffectViolation(
        .submenu, rule: "§4", subject: "secondaryButtonSubmenuItems", limit: 3, actual: items.count,
        detail: "has \(items.count) items; 1…3 are allowed")
    }
    var result: [String] = []
    for item in items.prefix(3) {
      if isStrict, item.isEmpty {
        throw EffectViolation(
          .shieldText, rule: "§8", subject: "secondaryButtonSubmenuItems", detail: "holds an empty item")
      }
      if let text = try text(item, of: "secondaryButtonSubmenuItems", bytes: 128), !text.isEmpty { result.append(text) }
    }
    return result
  }
}

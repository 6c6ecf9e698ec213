// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Apple's identifier of an extension point in an `Info.plist`, which people copy into manifests, sometimes with
/// errors.
struct AppleIdentifier {
  static let all: [ExtensionPoint: String] = [
    .monitor: "com.apple.deviceactivity.monitor-extension",
    .shieldConfiguration: "com.apple.ManagedSettingsUI.shield-configuration-service",
    .shieldAction: "com.apple.ManagedSettings.shield-action-service",
    .report: "com.apple.deviceactivityui.report-extension",
    .widget: "com.apple.widgetkit-extension",
    .focusFilter: "com.apple.appintents-extension",
  ]

  let text: String
  /// The intended point, found by the last part of the identifier.
  let point: ExtensionPoint

  /// - Returns: `nil` for a text that doesn't resemble one of Apple's identifiers.
  init?(_ text: String) {
    func last(_ identifier: String) -> Substring? { identifier.split(separator: ".").last }
    guard text.hasPrefix("com.apple."), let meant = Self.all.first(where: { last($0.value) == last(text) }) else {
      return nil
    }
    self.text = text
    point = meant.key
  }

  /// The message for a manifest that contains it, with the correct value.
  var advice: String {
    let identifier = Self.all[point] ?? ""
    return text == identifier
      ? "“\(text)” is Apple's identifier; a manifest calls the point “\(point.rawValue)”"
      : "“\(text)” is not Apple's identifier “\(identifier)”; a manifest calls the point “\(point.rawValue)”"
  }
}

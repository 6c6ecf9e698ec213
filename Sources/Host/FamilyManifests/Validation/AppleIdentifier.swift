// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// What Apple calls an extension point in an `Info.plist`: people copy it from there, right or wrong.
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
  /// The point that is meant: identifiers differ in their last part.
  let point: ExtensionPoint

  /// - Returns: `nil` for a text that can't be meant as one of Apple's identifiers.
  init?(_ text: String) {
    func last(_ identifier: String) -> Substring? { identifier.split(separator: ".").last }
    guard text.hasPrefix("com.apple."), let meant = Self.all.first(where: { last($0.value) == last(text) }) else {
      return nil
    }
    self.text = text
    point = meant.key
  }

  /// What is wrong with it in a manifest, and what to write instead.
  var advice: String {
    let identifier = Self.all[point] ?? ""
    return text == identifier
      ? "“\(text)” is Apple's identifier; a manifest calls the point “\(point.rawValue)”"
      : "“\(text)” is no identifier of Apple's, which is “\(identifier)”; a manifest calls the point “\(point.rawValue)”"
  }
}

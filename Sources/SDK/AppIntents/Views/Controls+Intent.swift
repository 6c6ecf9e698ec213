// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FoundationShims
public import SwiftUI

extension ControlIntent {
  /// A tap in an app's own window performs the intent at once.
  init(_ intent: some AppIntent) {
    self.init(name: type(of: intent)._name, parameters: intent.parameterValues) {
      Task { @MainActor in _ = try? await intent.perform() }
    }
  }
}

extension Button {
  /// Creates a button that performs an intent. In a widget it is the only button that acts.
  public init(intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(intent: ControlIntent(intent), role: nil, label: label)
  }

  public init(role: ButtonRole?, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(intent: ControlIntent(intent), role: role, label: label)
  }
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, intent: some AppIntent) {
    self.init(intent: intent) { Text(titleKey) }
  }

  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, intent: some AppIntent) {
    self.init(role: role, intent: intent) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, intent: some AppIntent) { self.init(intent: intent) { Text(title) } }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, intent: some AppIntent) {
    self.init(intent: intent) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage: String, intent: some AppIntent) {
    self.init(intent: intent) { SwiftUI.Label(title, systemImage: systemImage) }
  }
}

extension Toggle {
  /// Creates a toggle that performs an intent. In a widget it is the only toggle that acts.
  public init(isOn: Bool, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(isOn: isOn, intent: ControlIntent(intent), label: label)
  }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A switch.
public struct Toggle<Label: View> {
  let isOn: Binding<Bool>
  let label: Label
  /// The intent of a toggle in a widget.
  var intent: ControlIntent?

  /// Creates a toggle that performs an intent. `AppIntents` calls it.
  package init(isOn: Bool, intent: ControlIntent, @ViewBuilder label: () -> Label) {
    // SAFETY: taps are handled on the main actor.
    self.isOn = Binding(get: { isOn }, set: { _ in MainActor.assumeIsolated { intent.act() } })
    self.label = label()
    self.intent = intent
  }

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let child: TreeNode
    if let style = context.environment.toggleStyle, !(style is any _SystemToggleStyle) {
      let configuration = ToggleStyleConfiguration(label: .init(view: label), isOn: isOn)
      child = ResolveContext.joined(
        context.with { $0.toggleStyle = nil }.resolve(style, configuration), in: "hstack")
    } else {
      child =
        context.environment.hidesLabels
        ? TreeNode("empty") : context.inStack.resolveOne(label, stackedIn: "hstack")
    }
    return context.control(child, form: "toggle", on: isOn.wrappedValue, intent: intent, isActive: context.isEnabled) {
      on in
      isOn.wrappedValue = on ?? !isOn.wrappedValue
    }
  }
}

@MainActor @preconcurrency
public protocol ToggleStyle {
  associatedtype Body: View
  typealias Configuration = ToggleStyleConfiguration
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ToggleStyleConfiguration {
  public struct Label {
    let view: any View
  }

  public let label: Label
  @Binding public var isOn: Bool

  init(label: Label, isOn: Binding<Bool>) {
    self.label = label
    _isOn = isOn
  }
}

/// The system's switch styles, which the host draws.
public protocol _SystemToggleStyle: ToggleStyle {}

extension _SystemToggleStyle {
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

public struct DefaultToggleStyle: _SystemToggleStyle {
  nonisolated public init() {}
}

public struct SwitchToggleStyle: _SystemToggleStyle {
  nonisolated public init() {}
  nonisolated public init(tint: Color) {}
}

public struct ButtonToggleStyle: _SystemToggleStyle {
  nonisolated public init() {}
}

extension ToggleStyle where Self == DefaultToggleStyle {
  nonisolated public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
  nonisolated public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
  nonisolated public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

extension ToggleStyleConfiguration.Label: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(view) }
}

extension ResolveContext {
  @MainActor
  fileprivate func resolve(_ style: some ToggleStyle, _ configuration: ToggleStyleConfiguration) -> [TreeNode] {
    resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func toggleStyle(_ style: some ToggleStyle) -> some View { changingEnvironment { $0.toggleStyle = style } }
}

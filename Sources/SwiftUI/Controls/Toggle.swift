// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A switch.
public struct Toggle<Label: View> {
  let isOn: Binding<Bool>
  let label: Label

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    let child: ViewNode
    if let style = context.environment.toggleStyle {
      let configuration = ToggleStyleConfiguration(label: .init(view: label), isOn: isOn)
      child = ResolveContext.joined(
        context.with { $0.toggleStyle = nil }.resolve(style, configuration), in: "hstack")
    } else {
      child = context.inStack.resolveOne(label, stackedIn: "hstack")
    }
    return context.control(child, form: "toggle", on: isOn.wrappedValue, isActive: context.isEnabled) { on in
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

extension ToggleStyleConfiguration.Label: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] { context.resolve(view) }
}

extension ResolveContext {
  @MainActor
  fileprivate func resolve(_ style: some ToggleStyle, _ configuration: ToggleStyleConfiguration) -> [ViewNode] {
    resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func toggleStyle(_ style: some ToggleStyle) -> some View { changingEnvironment { $0.toggleStyle = style } }
}

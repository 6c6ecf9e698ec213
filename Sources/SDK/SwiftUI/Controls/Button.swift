// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

public struct ButtonRole: Hashable, Sendable {
  let word: String
  public static let destructive = ButtonRole(word: "destructive")
  public static let cancel = ButtonRole(word: "cancel")
}

/// A control that performs an action. In an app's window a tap runs the action; elsewhere the button is only drawn.
public struct Button<Label: View> {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label
  /// The intent of a button in a widget.
  var intent: ControlIntent?

  /// Creates a button that performs an intent. `AppIntents` calls it.
  package init(intent: ControlIntent, role: ButtonRole?, @ViewBuilder label: () -> Label) {
    self.role = role
    self.label = label()
    self.intent = intent
    action = intent.act
  }

  @preconcurrency
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(role: nil, action: action, label: label)
  }

  @preconcurrency
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  @preconcurrency
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }

  @_disfavoredOverload
  @preconcurrency
  public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
  }
}

extension Button where Label == Text {
  @preconcurrency
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }

  @preconcurrency
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(titleKey) }
  }

  @_disfavoredOverload
  @preconcurrency
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }

  @_disfavoredOverload
  @preconcurrency
  public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let style = context.environment.buttonStyle ?? AnyButtonStyle(AutomaticButtonStyle())
    let configuration = ButtonStyleConfiguration(label: .init(view: label), role: role)
    let inner = context.with { $0.buttonStyle = nil }.inStack
    let nodes = style.resolve(configuration, in: inner)
    return context.control(
      ResolveContext.joined(nodes, in: "hstack"), form: "button", on: nil, role: role, intent: intent,
      isActive: context.isEnabled
    ) { _ in action() }
  }
}

extension ResolveContext {
  var isEnabled: Bool { environment.isEnabled }

  /// The node of a control: with an action number in a window, without one in a widget. In a report only the label
  /// remains (VIEW-14).
  @MainActor
  func control(
    _ child: TreeNode, form: String, on: Bool?, role: ButtonRole? = nil, intent: ControlIntent? = nil, isActive: Bool,
    handler: @escaping TapHandler
  ) -> [TreeNode] {
    if session.destination == .report {
      session.diagnose("interaction.sealed", "A \(form) in a report is drawn as its label: a report has no taps.")
      return [child]
    }
    var node = TreeNode(
      "control",
      ["form": .string(form), "on": on.map { .bool($0) }, "role": role.map { .string($0.word) }, "child": child.wire])
    if session.destination == .window, isActive {
      session.actions.append(handler)
      node.members["action"] = .integer(Int64(session.actions.count))
    }
    if session.destination == .widget, isActive {
      if let intent {
        node.members["intent"] = .string(intent.name)
        node.members["parameters"] = intent.parameters.isEmpty ? nil : intent.parameters.wire
      } else {
        session.diagnose("control.inert", "A \(form) without an intent is drawn and does nothing in a widget.")
      }
    }
    if !isActive { node.apply("opacity", ["value": 400]) }
    return [node]
  }
}

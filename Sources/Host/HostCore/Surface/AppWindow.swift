// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The tree in an open app's window, with its number; a tap names both (VIEW-27).
package struct AppWindow {
  /// A button or a switch of the window.
  package struct Control: Hashable, Sendable {
    package var action: Int64
    /// Its text.
    package var label: String
    /// The state of a switch; `nil` for a button.
    package var isOn: Bool?
  }

  package let tree: Int64
  let view: WireValue

  /// The controls that a person can tap, in reading order.
  package var controls: [Control] { Self.controls(in: view) }

  /// The tap on the control whose text is `label`; `nil` if the window has none.
  func tap(on label: String) -> Callback? {
    controls.first { $0.label == label }.map { .tap(tree: tree, action: $0.action, isOn: nil) }
  }

  private static func controls(in node: WireValue) -> [Control] {
    switch node {
    case .object(let object):
      var found: [Control] = []
      if object["kind"] == "control", case .integer(let action)? = object["action"] {
        var isOn: Bool?
        if object["form"] == "toggle" { isOn = object["on"] == true }
        found.append(Control(action: action, label: text(of: node), isOn: isOn))
      }
      return found + object.members.flatMap { controls(in: $0.value) }
    case .array(let nodes): return nodes.flatMap(controls)
    case .null, .bool, .integer, .string: return []
    }
  }

  /// All text below a node, in order.
  private static func text(of node: WireValue) -> String {
    switch node {
    case .object(let object):
      // A text of one style has its characters itself, and one of several styles has them in its runs.
      if case .string(let text)? = object["text"] { return text }
      return object.members.map { text(of: $0.value) }.joined()
    case .array(let nodes): return nodes.map(text(of:)).joined()
    case .null, .bool, .integer, .string: return ""
    }
  }
}

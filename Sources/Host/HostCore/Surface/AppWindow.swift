// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The tree in an open app's window, with its number; a tap names both (VIEW-27).
struct AppWindow {
  let tree: Int64
  let view: WireValue

  /// The tap on the control whose text is `label`; `nil` if the window has none.
  func tap(on label: String) -> Callback? {
    Self.action(of: label, in: view).map { .tap(tree: tree, action: $0, isOn: nil) }
  }

  private static func action(of label: String, in node: WireValue) -> Int64? {
    switch node {
    case .object(let object):
      if object["kind"] == "control", case .integer(let action)? = object["action"], text(of: node) == label {
        return action
      }
      return object.members.lazy.compactMap { action(of: label, in: $0.value) }.first
    case .array(let nodes): return nodes.lazy.compactMap { action(of: label, in: $0) }.first
    case .null, .bool, .integer, .string: return nil
    }
  }

  /// All text below a node, in order.
  private static func text(of node: WireValue) -> String {
    switch node {
    case .object(let object):
      if object["kind"] == "text", case .string(let text)? = object["text"] { return text }
      return object.members.map { text(of: $0.value) }.joined()
    case .array(let nodes): return nodes.map(text(of:)).joined()
    case .null, .bool, .integer, .string: return ""
    }
  }
}

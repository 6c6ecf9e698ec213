// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The tap areas of a tree by number. Outputs contain only the number (VIEW-22).
package struct TapTargets: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case url(String)
    case intent(name: String, parameters: [IntentParameter])
    case action(Int, isToggle: Bool, isOn: Bool)
  }

  /// The target of number n is at index n − 1, in reading order.
  package private(set) var targets: [Target] = []
  /// The number of each node index.
  private(set) var numbers: [Int: Int] = [:]

  package init(_ tree: ViewTree) { visit(tree.root) }

  private mutating func visit(_ node: ViewNode) {
    switch node.content {
    case .widget(let widget):
      if let url = widget.url { add(.url(url), node) }
    case .link(let url, _): add(.url(url), node)
    case .control(let control):
      if let action = control.action {
        add(.action(action, isToggle: control.form == .toggle, isOn: control.isOn ?? false), node)
      } else if let intent = control.intent {
        add(.intent(name: intent, parameters: control.parameters), node)
      }
    default: break
    }
    for child in node.children { visit(child) }
  }

  private mutating func add(_ target: Target, _ node: ViewNode) {
    targets.append(target)
    numbers[node.index] = targets.count
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ViewNode {
  /// All nodes directly inside this one, in reading order, those of its modifiers last.
  package var children: [ViewNode] {
    let inner: [ViewNode] =
      switch content {
      case .widget(let widget): [widget.child] + (widget.background.map { [$0] } ?? [])
      case .vstack(_, _, let children), .hstack(_, _, let children), .zstack(_, let children), .fits(_, let children):
        children
      case .grid(let grid):
        switch grid.form {
        case .rows(let rows): rows.flatMap(\.children)
        case .tracks(_, _, let children): children
        }
      case .list(_, let sections):
        sections.flatMap { ($0.header.map { [$0] } ?? []) + $0.rows + ($0.footer.map { [$0] } ?? []) }
      case .scroll(_, let child), .link(_, let child): [child]
      case .control(let control): [control.child]
      default: []
      }
    return inner
      + modifiers.compactMap { modifier in
        switch modifier {
        case .background(let node, _), .overlay(let node, _): node
        default: nil
        }
      }
  }

  /// A copy whose nodes carry their number; for trees the host makes itself.
  func numbered(from counter: inout Int) -> ViewNode {
    var node = self
    node.index = counter
    counter += 1
    func number(_ nodes: [ViewNode], _ counter: inout Int) -> [ViewNode] {
      nodes.map { $0.numbered(from: &counter) }
    }
    switch content {
    case .vstack(let align, let spacing, let children):
      node.content = .vstack(align: align, spacing: spacing, children: number(children, &counter))
    case .hstack(let align, let spacing, let children):
      node.content = .hstack(align: align, spacing: spacing, children: number(children, &counter))
    case .zstack(let align, let children):
      node.content = .zstack(align: align, children: number(children, &counter))
    case .control(var control):
      control.child = control.child.numbered(from: &counter)
      node.content = .control(control)
    default: break
    }
    node.modifiers = modifiers.map { modifier in
      switch modifier {
      case .background(let inner, let align): .background(inner.numbered(from: &counter), align)
      case .overlay(let inner, let align): .overlay(inner.numbered(from: &counter), align)
      default: modifier
      }
    }
    return node
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ViewNode {
  /// The nodes directly inside this one, in reading order, with those of its modifiers last.
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

  /// A copy with numbered nodes, for trees that the host creates.
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
    case .fits(let axes, let children): node.content = .fits(axes: axes, children: number(children, &counter))
    case .grid(var grid):
      switch grid.form {
      case .rows(let rows):
        grid.form = .rows(rows.map { .init(children: number($0.children, &counter), spans: $0.spans) })
      case .tracks(let tracks, let axis, let children):
        grid.form = .tracks(tracks, axis: axis, children: number(children, &counter))
      }
      node.content = .grid(grid)
    case .list(let style, let sections):
      node.content = .list(
        style: style,
        sections: sections.map { section in
          ListSection(
            header: section.header?.numbered(from: &counter), rows: number(section.rows, &counter),
            footer: section.footer?.numbered(from: &counter))
        })
    case .scroll(let axis, let child):
      node.content = .scroll(axis: axis, child: child.numbered(from: &counter))
    case .link(let url, let child): node.content = .link(url: url, child: child.numbered(from: &counter))
    case .widget(var widget):
      widget.child = widget.child.numbered(from: &counter)
      widget.background = widget.background?.numbered(from: &counter)
      node.content = .widget(widget)
    case .control(var control):
      control.child = control.child.numbered(from: &counter)
      node.content = .control(control)
    case .text, .image, .symbol, .token, .spacer, .divider, .empty, .shape, .progress, .gauge, .chart, .redacted,
      .unsupported, .report, .picker:
      break
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

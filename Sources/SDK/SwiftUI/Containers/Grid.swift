// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A container that arranges views in rows and columns.
public struct Grid<Content: View> {
  let alignment: Alignment
  let horizontalSpacing: CGFloat?
  let verticalSpacing: CGFloat?
  let content: Content

  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }
}

extension Grid: PrimitiveView {
  /// Resolves the rows. A view that is not in a row takes the width of the widest row.
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let nodes = context.inStack.resolve(content)
    let width = nodes.map { $0.cells?.reduce(0) { $0 + $1.columns } ?? 1 }.max() ?? 1
    let rows = nodes.map { node -> WireValue in
      let cells = node.cells ?? [node]
      let spans = node.cells == nil ? [width] : cells.map(\.columns)
      return [
        "children": .array(cells.map(\.wire)),
        "span": spans.allSatisfy { $0 == 1 } ? nil : .array(spans.map { .integer(Int64($0)) }),
      ]
    }
    return [
      TreeNode(
        "grid",
        [
          "rows": .array(rows), "align": alignment == .center ? nil : .string(alignment.word),
          "spacing": horizontalSpacing.map { context.thousandths($0, "spacing") },
          "rowSpacing": verticalSpacing.map { context.thousandths($0, "spacing") },
        ])
    ]
  }
}

/// A row of a grid.
public struct GridRow<Content: View> {
  let content: Content

  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}

extension GridRow: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    var node = TreeNode("row")
    node.part = .cells(context.resolve(content))
    return [node]
  }
}

nonisolated extension View {
  public func gridCellColumns(_ count: Int) -> some View {
    changingNodes { node, _ in node.columns = max(1, count) }
  }

  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }

  public func gridCellAnchor(_ anchor: UnitPoint) -> some View { self }

  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A column of a lazy vertical grid, or a row of a lazy horizontal grid.
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  public var size: Size
  public var spacing: CGFloat?
  public var alignment: Alignment?

  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }

  func wire(in context: ResolveContext) -> WireValue {
    func bounds(_ minimum: CGFloat, _ maximum: CGFloat) -> WireValue {
      [
        "minimum": context.thousandths(minimum, "grid item"),
        "maximum": maximum == .infinity ? nil : context.thousandths(maximum, "grid item"),
      ]
    }
    return switch size {
    case .fixed(let length): ["fixed": context.thousandths(length, "grid item")]
    case .flexible(let minimum, let maximum): ["flexible": bounds(minimum, maximum)]
    case .adaptive(let minimum, let maximum): ["adaptive": bounds(minimum, maximum)]
    }
  }
}

/// A container that arranges views in columns, row by row. All views are drawn.
public struct LazyVGrid<Content: View> {
  let columns: [GridItem]
  let spacing: CGFloat?
  let content: Content

  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyVGrid: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    [context.trackGrid(columns, rowSpacing: spacing, axis: nil, context.inStack.resolve(content))]
  }
}

/// A container that arranges views in rows, column by column. All views are drawn.
public struct LazyHGrid<Content: View> {
  let rows: [GridItem]
  let spacing: CGFloat?
  let content: Content

  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyHGrid: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    [context.trackGrid(rows, rowSpacing: spacing, axis: "horizontal", context.inStack.resolve(content))]
  }
}

extension ResolveContext {
  fileprivate func trackGrid(
    _ items: [GridItem], rowSpacing: CGFloat?, axis: WireValue?, _ children: [TreeNode]
  ) -> TreeNode {
    TreeNode(
      "grid",
      [
        "columns": .array(items.map { $0.wire(in: self) }), "axis": axis, "children": .array(children.map(\.wire)),
        "spacing": items.first?.spacing.map { thousandths($0, "spacing") },
        "rowSpacing": rowSpacing.map { thousandths($0, "spacing") },
      ])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A shape with the style in which it is drawn.
public struct _ShapeView<Content: Shape, Style: ShapeStyle> {
  let shape: Content
  let style: Style

  nonisolated func nodes(in context: ResolveContext) -> [TreeNode] {
    if context.environment.redactionReasons.contains(.privacy), context.environment.isSensitive {
      return [TreeNode("redacted")]
    }
    let form = EncodedShape(shape, in: context)
    let paint = style.paint(in: context)
    var node = TreeNode("shape", form.outline)
    node.members["trim"] = form.trim
    if let stroke = form.stroke {
      node.members["stroke"] = stroke.wire(paint: paint, in: context)
    } else {
      node.members["fill"] = paint
    }
    if form.inset > 0 {
      let edge = context.thousandths(form.inset, "inset")
      node.apply("padding", ["edges": [edge, edge, edge, edge]])
    }
    return [node]
  }
}

extension _ShapeView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { nodes(in: context) }
}

nonisolated extension _ShapeView {
  public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
    overlay(shape.stroke(content, lineWidth: lineWidth))
  }

  public func fill(_ content: some ShapeStyle) -> some View { background(shape.fill(content)) }
}

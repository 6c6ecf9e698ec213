// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A container whose content may be larger than the container.
public struct ScrollView<Content: View> {
  let axes: Axis.Set
  let content: Content

  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }
}

extension ScrollView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let axis: WireValue? =
      axes == [.horizontal, .vertical] ? "both" : axes == .horizontal ? "horizontal" : nil
    let child = ResolveContext.joined(
      context.inStack.resolve(content), in: axes == .horizontal ? "hstack" : "vstack")
    return [TreeNode("scroll", ["axis": axis, "child": child.wire])]
  }
}

/// A view that shows the first of its children that fits. The host measures and chooses.
public struct ViewThatFits<Content: View> {
  let axes: Axis.Set
  let content: Content

  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }
}

extension ViewThatFits: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let words = (axes.contains(.horizontal) ? ["horizontal"] : []) + (axes.contains(.vertical) ? ["vertical"] : [])
    return [
      TreeNode(
        "fits",
        [
          "axes": words.count == 2 ? nil : .array(words.map { .string($0) }),
          "children": .array(context.inStack.resolve(content).map(\.wire)),
        ])
    ]
  }
}

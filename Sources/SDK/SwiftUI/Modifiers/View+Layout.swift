// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

nonisolated extension View {
  public func padding(_ insets: EdgeInsets) -> some View { Padded(content: self, insets: insets) }

  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    let length = length ?? 16
    return padding(
      EdgeInsets(
        top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
        bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
  }

  public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    Framed(content: self, alignment: alignment, width: width, height: height)
  }

  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    Framed(
      content: self, alignment: alignment, minWidth: minWidth, idealWidth: idealWidth, maxWidth: maxWidth,
      minHeight: minHeight, idealHeight: idealHeight, maxHeight: maxHeight)
  }

  public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    changingNodes { node, _ in
      let axes = (horizontal ? ["horizontal"] : []) + (vertical ? ["vertical"] : [])
      if !axes.isEmpty { node.apply("fixed", ["axes": .array(axes.map { .string($0) })]) }
    }
  }

  public func layoutPriority(_ value: Double) -> some View {
    changingNodes { node, context in node.apply("priority", ["value": context.thousandths(value, "priority")]) }
  }

  public func aspectRatio(_ ratio: CGFloat?, contentMode: ContentMode) -> some View {
    changingNodes { node, context in
      if node.kind == "image", ratio == nil {
        node.members["fit"] = .string(contentMode.word)
      } else {
        node.apply(
          "aspect",
          ["ratio": ratio.map { context.thousandths($0, "aspect ratio") }, "fit": .string(contentMode.word)])
      }
    }
  }

  public func aspectRatio(_ size: CGSize, contentMode: ContentMode) -> some View {
    aspectRatio(size.width / size.height, contentMode: contentMode)
  }

  /// Without a ratio, an image keeps its own.
  public func aspectRatio(contentMode: ContentMode) -> some View {
    aspectRatio(nil as CGFloat?, contentMode: contentMode)
  }

  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    changingNodes { node, context in
      node.apply("offset", ["x": context.thousandths(x, "offset"), "y": context.thousandths(y, "offset")])
    }
  }

  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    changingNodes { node, context in
      node.apply("position", ["x": context.thousandths(x, "position"), "y": context.thousandths(y, "position")])
    }
  }

  public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }

  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    changingNodes { node, context in node.apply("rotate", ["angle": context.thousandths(angle.degrees, "angle")]) }
  }

  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    changingNodes { node, context in
      node.apply(
        "scale",
        [
          "x": context.integer(x * 1_000, limit: 10_000, "scale"),
          "y": context.integer(y * 1_000, limit: 10_000, "scale"),
        ])
    }
  }

  public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
  }

  public func scaleEffect(_ factor: CGFloat, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: factor, y: factor, anchor: anchor)
  }
}

public enum ContentMode: CaseIterable, Hashable, Sendable {
  case fit, fill

  var word: String { self == .fit ? "fit" : "fill" }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

nonisolated extension View {
  @_disfavoredOverload
  public func background(_ background: some View, alignment: Alignment = .center) -> some View {
    Layered(content: self, layer: background, name: "background", alignment: alignment)
  }

  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    Layered(content: self, layer: content(), name: "background", alignment: alignment)
  }

  public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    background(Rectangle().fill(style))
  }

  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    background(Rectangle().fill(BackgroundStyle()))
  }

  public func background(
    _ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background(shape.fill(style))
  }

  public func background(in shape: some Shape, fillStyle: FillStyle = FillStyle()) -> some View {
    background(shape.fill(BackgroundStyle()))
  }

  @_disfavoredOverload
  public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View {
    Layered(content: self, layer: overlay, name: "overlay", alignment: alignment)
  }

  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    Layered(content: self, layer: content(), name: "overlay", alignment: alignment)
  }

  public func overlay(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    overlay(Rectangle().fill(style))
  }

  public func overlay(
    _ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    overlay(shape.fill(style))
  }

  public func border(_ content: some ShapeStyle, width: CGFloat = 1) -> some View {
    overlay(Rectangle().stroke(content, lineWidth: width))
  }

  public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some View {
    Clipped(content: self, outline: shape, name: "clip")
  }

  public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  public func mask(_ mask: some Shape) -> some View { Clipped(content: self, outline: mask, name: "mask") }

  public func opacity(_ opacity: Double) -> some View {
    changingNodes { node, context in node.apply("opacity", ["value": context.perMille(opacity, "opacity")]) }
  }

  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    changingNodes { node, context in
      node.apply(
        "shadow",
        [
          "paint": color.paint(in: context), "radius": context.thousandths(radius, "shadow radius"),
          "x": x == 0 ? nil : context.thousandths(x, "shadow offset"),
          "y": y == 0 ? nil : context.thousandths(y, "shadow offset"),
        ])
    }
  }

  public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    changingNodes { node, context in
      node.apply("blur", ["radius": context.integer(radius * 1_000, limit: 50_000, "blur radius")])
    }
  }

  /// Hides the view, also from accessibility, but keeps its space.
  public func hidden() -> some View {
    changingNodes { node, _ in
      node.members["hidden"] = true
      node.apply("opacity", ["value": 0])
    }
  }
}

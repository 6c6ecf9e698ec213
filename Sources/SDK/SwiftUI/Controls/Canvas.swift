// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A view for drawing by code, which can't be sent to the host. It is drawn as an “unsupported” box.
public struct Canvas: Sendable {
  public init(
    opaque: Bool = false, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) {}
}

/// The drawing context of a `Canvas`. It is never created.
public struct GraphicsContext: Sendable {
  public var opacity: Double {
    get { 1 }
    set {}
  }

  public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {}

  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {}

  public func draw(_ text: Text, in rect: CGRect) {}

  public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {}

  public func draw(_ image: Image, in rect: CGRect) {}

  public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {}

  public mutating func translateBy(x: CGFloat, y: CGFloat) {}

  public mutating func scaleBy(x: CGFloat, y: CGFloat) {}

  public mutating func rotate(by angle: Angle) {}

  public mutating func clip(to path: Path, style: FillStyle = FillStyle()) {}

  public mutating func addFilter(_ filter: Filter) {}

  public struct Filter: Sendable {
    public static func blur(radius: CGFloat) -> Filter { Filter() }
    public static func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> Filter {
      Filter()
    }
  }

  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}

  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { Shading() }
    public static func style(_ style: some ShapeStyle) -> Shading { Shading() }
    public static func linearGradient(_ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint) -> Shading {
      Shading()
    }
    public static func radialGradient(
      _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat
    ) -> Shading { Shading() }
  }
}

extension Canvas: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    context.session.diagnose("view.unsupported", "A Canvas is drawn as an empty box.")
    return [TreeNode("unsupported", ["type": "Canvas"])]
  }
}

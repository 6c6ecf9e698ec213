// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// Drawing by code can't be sent as data: an “unsupported” box is drawn (V9).
public struct Canvas: Sendable {
  public init(renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
}

/// What a `Canvas` would draw with; it is never given out.
public struct GraphicsContext: Sendable {
  public func fill(_ path: Path, with shading: Shading) {}

  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}

  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { Shading() }
  }
}

extension Canvas: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    context.session.diagnose("view.unsupported", "A Canvas is drawn as an empty box.")
    return [ViewNode("unsupported", ["type": "Canvas"])]
  }
}

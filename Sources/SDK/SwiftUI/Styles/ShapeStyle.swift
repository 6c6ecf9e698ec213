// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A style in which a shape or text is drawn.
public protocol ShapeStyle: Sendable {
  associatedtype Resolved: ShapeStyle = Never
  func resolve(in environment: EnvironmentValues) -> Resolved
}

extension ShapeStyle where Resolved == Never {
  public func resolve(in environment: EnvironmentValues) -> Never {
    preconditionFailure("A primitive style is not resolved further.")
  }
}

extension Never: ShapeStyle {}

/// A style that corresponds directly to a paint of the tree.
package protocol PrimitiveStyle: ShapeStyle where Resolved == Never {
  func ownPaint(in context: ResolveContext) -> WireValue
}

extension ShapeStyle {
  /// The paint of the tree for this style.
  package func paint(in context: ResolveContext) -> WireValue {
    if let primitive = self as? any PrimitiveStyle { return primitive.ownPaint(in: context) }
    return resolve(in: context.environment).paint(in: context)
  }

  /// Reduces the opacity of the style. Gradients and materials are not changed.
  public func opacity(_ opacity: Double) -> some ShapeStyle { ThinnedStyle(base: self, opacity: opacity) }
}

/// A type-erased style.
public struct AnyShapeStyle: PrimitiveStyle {
  private let style: any ShapeStyle

  public init(_ style: some ShapeStyle) { self.style = style }

  package func ownPaint(in context: ResolveContext) -> WireValue { style.paint(in: context) }
}

private struct ThinnedStyle<Base: ShapeStyle>: PrimitiveStyle {
  let base: Base
  let opacity: Double

  func ownPaint(in context: ResolveContext) -> WireValue {
    Color.thinned(base.paint(in: context), by: opacity, in: context)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// What a shape or a text is filled with.
public protocol ShapeStyle: Sendable {
  associatedtype Resolved: ShapeStyle = Never
  func resolve(in environment: EnvironmentValues) -> Resolved
}

extension ShapeStyle where Resolved == Never {
  public func resolve(in environment: EnvironmentValues) -> Never {
    preconditionFailure("A primitive style is not resolved further; it is a paint itself.")
  }
}

extension Never: ShapeStyle {}

/// A style that is a paint of the tree itself.
package protocol PrimitiveStyle: ShapeStyle where Resolved == Never {
  func ownPaint(in context: ResolveContext) -> WireValue
}

extension ShapeStyle {
  /// The paint of the tree that stands for this style.
  package func paint(in context: ResolveContext) -> WireValue {
    if let primitive = self as? any PrimitiveStyle { return primitive.ownPaint(in: context) }
    return resolve(in: context.environment).paint(in: context)
  }

  /// Any style can be thinned; gradients and materials keep their stops, the host draws them as they are.
  public func opacity(_ opacity: Double) -> some ShapeStyle { ThinnedStyle(base: self, opacity: opacity) }
}

/// A style whose type is not said.
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

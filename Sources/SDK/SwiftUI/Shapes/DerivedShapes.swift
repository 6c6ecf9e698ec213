// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// The outline of a shape. The host draws the stroke, so the path is the stroke's centre line.
nonisolated struct StrokedShape<Base: Shape>: Shape {
  let base: Base
  let style: StrokeStyle

  func path(in rect: CGRect) -> Path { base.path(in: rect) }
}

/// A part of a shape's outline.
nonisolated struct TrimmedShape<Base: Shape>: Shape {
  let base: Base
  let start: CGFloat
  let end: CGFloat

  func path(in rect: CGRect) -> Path { base.path(in: rect) }
}

/// A shape that is moved, rotated or scaled in its rectangle.
nonisolated struct TransformedShape<Base: Shape>: Shape {
  let base: Base
  let transform: @Sendable (CGRect) -> PathTransform

  func path(in rect: CGRect) -> Path { base.path(in: rect).transformed(by: transform(rect)) }
}

/// A shape with a fixed size.
nonisolated struct SizedShape<Base: Shape>: Shape {
  let base: Base
  let size: CGSize

  func path(in rect: CGRect) -> Path { base.path(in: CGRect(origin: rect.origin, size: size)) }
}

/// A type-erased shape.
nonisolated public struct AnyShape: Shape {
  let base: any Shape

  public init(_ shape: some Shape) { base = shape }

  public func path(in rect: CGRect) -> Path { base.path(in: rect) }
}

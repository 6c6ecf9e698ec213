// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationShims

/// An outline that fills the proposed space.
///
/// Resolving a shape calls only `path(in:)`, on the resolving thread.
public protocol Shape: Sendable, Animatable, View {
  nonisolated func path(in rect: CGRect) -> Path
}

/// A shape that can be inset from all sides.
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  nonisolated func inset(by amount: CGFloat) -> InsetShape
}

extension Shape {
  /// The shape filled with the foreground style.
  public var body: _ShapeView<Self, ForegroundStyle> { _ShapeView(shape: self, style: ForegroundStyle()) }
}

nonisolated extension Shape {
  public func fill<Style: ShapeStyle>(
    _ content: Style, style: FillStyle = FillStyle()
  ) -> _ShapeView<Self, Style> {
    _ShapeView(shape: self, style: content)
  }

  public func fill(style: FillStyle = FillStyle()) -> _ShapeView<Self, ForegroundStyle> {
    _ShapeView(shape: self, style: ForegroundStyle())
  }

  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    _ShapeView(shape: StrokedShape(base: self, style: style), style: content)
  }

  public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }

  public func stroke(style: StrokeStyle) -> some Shape { StrokedShape(base: self, style: style) }

  public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

  public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> some Shape {
    TrimmedShape(base: self, start: start, end: end)
  }

  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
    TransformedShape(base: self) { rect in
      let x = rect.minX + rect.width * anchor.x
      let y = rect.minY + rect.height * anchor.y
      return PathTransform.rotation(angle.radians, aroundX: x, y: y)
    }
  }

  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some Shape {
    TransformedShape(base: self) { _ in PathTransform.translation(x: x, y: y) }
  }

  public func size(_ size: CGSize) -> some Shape { SizedShape(base: self, size: size) }

  public func size(width: CGFloat, height: CGFloat) -> some Shape { size(CGSize(width: width, height: height)) }

  public func transform(_ transform: CGAffineTransform) -> some Shape {
    TransformedShape(base: self) { _ in
      PathTransform(a: transform.a, b: transform.b, c: transform.c, d: transform.d, x: transform.tx, y: transform.ty)
    }
  }

  public func scale(_ factor: CGFloat, anchor: UnitPoint = .center) -> some Shape {
    TransformedShape(base: self) { rect in
      PathTransform.scale(
        factor, aroundX: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
    }
  }
}

nonisolated extension InsettableShape {
  public func strokeBorder(
    _ content: some ShapeStyle, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View {
    inset(by: lineWidth / 2).stroke(content, lineWidth: lineWidth)
  }

  public func strokeBorder(
    _ content: some ShapeStyle, style: StrokeStyle, antialiased: Bool = true
  ) -> some View {
    inset(by: style.lineWidth / 2).stroke(content, style: style)
  }

  public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
    inset(by: lineWidth / 2).stroke(ForegroundStyle(), lineWidth: lineWidth)
  }
}

public struct FillStyle: Hashable, Sendable {
  public var isEOFilled: Bool
  public var isAntialiased: Bool

  public init(eoFill: Bool = false, antialiased: Bool = true) {
    isEOFilled = eoFill
    isAntialiased = antialiased
  }
}

/// The characteristics of a stroke.
public struct StrokeStyle: Hashable, Sendable {
  public enum LineCap: String, Sendable {
    case butt, round, square
  }

  public enum LineJoin: String, Sendable {
    case miter, round, bevel
  }

  public var lineWidth: CGFloat
  public var lineCap: LineCap
  public var lineJoin: LineJoin
  public var miterLimit: CGFloat
  public var dash: [CGFloat]
  public var dashPhase: CGFloat

  public init(
    lineWidth: CGFloat = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: CGFloat = 10,
    dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

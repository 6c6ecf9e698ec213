// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A path that closures of renderers draw. It has bounds; drawing it has no effect, because there is no bitmap.
open class UIBezierPath: NSObject {
  open var lineWidth: CGFloat = 1
  open var lineCapStyle = CGLineCap.butt
  open var lineJoinStyle = CGLineJoin.miter
  open var usesEvenOddFillRule = false
  public private(set) var currentPoint = CGPoint.zero
  private var extent: CGRect?

  public override init() { super.init() }

  public init(rect: CGRect) {
    super.init()
    cover(rect)
  }

  public convenience init(ovalIn rect: CGRect) { self.init(rect: rect) }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init(rect: rect) }
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init(rect: rect)
  }
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init(rect: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  open var bounds: CGRect { extent ?? .zero }
  open var isEmpty: Bool { extent == nil }
  open var cgPath: CGPath { CGPath(rect: bounds) }

  open func move(to point: CGPoint) { cover(point) }
  open func addLine(to point: CGPoint) { cover(point) }
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    cover(controlPoint1)
    cover(controlPoint2)
    cover(endPoint)
  }
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    cover(controlPoint)
    cover(endPoint)
  }
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    cover(CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }
  open func append(_ bezierPath: UIBezierPath) { cover(bezierPath.bounds) }
  open func close() {}
  open func removeAllPoints() { extent = nil }

  open func fill() {}
  open func stroke() {}
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {}
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {}
  open func addClip() {}
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {}

  private func cover(_ point: CGPoint) {
    cover(CGRect(origin: point, size: .zero))
    currentPoint = point
  }

  private func cover(_ rect: CGRect) { extent = extent.map { $0.union(rect) } ?? rect }
}

public struct UIRectCorner: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let topLeft = UIRectCorner(rawValue: 1)
  public static let topRight = UIRectCorner(rawValue: 2)
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  public static let bottomRight = UIRectCorner(rawValue: 8)
  public static let allCorners: UIRectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// A path of Core Graphics, known by its bounds.
public final class CGPath: Sendable {
  public let boundingBox: CGRect

  public init(rect: CGRect) { boundingBox = rect }
  public init(ellipseIn rect: CGRect) { boundingBox = rect }
  public init(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) { boundingBox = rect }
}

public enum CGLineCap: Int32, Sendable { case butt, round, square }
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }

public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
  case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}

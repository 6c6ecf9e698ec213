// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationShims

extension Path {
  public mutating func move(to point: CGPoint) { elements.append(.move(point)) }

  public mutating func addLine(to point: CGPoint) { elements.append(.line(point)) }

  public mutating func addLines(_ points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
    elements.append(.quad(point, control: control))
  }

  public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    elements.append(.curve(point, control1: control1, control2: control2))
  }

  public mutating func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  public func applying(_ transform: CGAffineTransform) -> Path {
    transformed(
      by: PathTransform(
        a: transform.a, b: transform.b, c: transform.c, d: transform.d, x: transform.tx, y: transform.ty))
  }

  public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { transformed(by: .translation(x: dx, y: dy)) }

  public mutating func closeSubpath() { elements.append(.close) }

  public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
    elements += (transform.isIdentity ? path : path.applying(transform)).elements
  }

  public mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }

  public mutating func addEllipse(in rect: CGRect) {
    addCurves(
      center: CGPoint(x: rect.midX, y: rect.midY), radiusX: rect.width / 2, radiusY: rect.height / 2, from: 0,
      by: 2 * .pi, connecting: false)
    closeSubpath()
  }

  public mutating func addRoundedRect(
    in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) {
    let radius = max(0, min(cornerSize.width, rect.width / 2, rect.height / 2))
    self.addPath(Path(rect, cornerRadii: [radius, radius, radius, radius]))
  }

  /// Adds an arc. Because y increases downwards, `clockwise: false` appears clockwise, as on Apple's systems.
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    let full = 2 * CGFloat.pi
    var sweep = CGFloat(endAngle.radians - startAngle.radians)
    guard sweep.isFinite else { return elements.append(.line(CGPoint(x: sweep, y: sweep))) }
    if clockwise {
      sweep = sweep <= -full ? -full : sweep > 0 ? sweep.truncatingRemainder(dividingBy: full) - full : sweep
    } else {
      sweep = sweep >= full ? full : sweep < 0 ? sweep.truncatingRemainder(dividingBy: full) + full : sweep
    }
    addCurves(
      center: center, radiusX: radius, radiusY: radius, from: CGFloat(startAngle.radians), by: sweep,
      connecting: !elements.isEmpty)
  }

  public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle) {
    addCurves(
      center: center, radiusX: radius, radiusY: radius, from: CGFloat(startAngle.radians),
      by: CGFloat(delta.radians), connecting: !elements.isEmpty)
  }

  /// Creates a rounded rectangle with the radii of the top left, top right, bottom right and bottom left corners.
  init(_ rect: CGRect, cornerRadii radii: [CGFloat]) {
    let corners: [(x: CGFloat, y: CGFloat, inwardX: CGFloat, inwardY: CGFloat, from: CGFloat)] = [
      (rect.minX, rect.minY, 1, 1, .pi), (rect.maxX, rect.minY, -1, 1, 1.5 * .pi),
      (rect.maxX, rect.maxY, -1, -1, 0), (rect.minX, rect.maxY, 1, -1, 0.5 * .pi),
    ]
    for (corner, radius) in zip(corners, radii) {
      addCurves(
        center: CGPoint(x: corner.x + corner.inwardX * radius, y: corner.y + corner.inwardY * radius),
        radiusX: radius, radiusY: radius, from: corner.from, by: .pi / 2, connecting: !elements.isEmpty)
    }
    closeSubpath()
  }

  // MARK: - Arcs as cubic curves

  /// Uses a curve per quarter turn at most, which keeps the error below 0.03 % of the radius.
  private mutating func addCurves(
    center: CGPoint, radiusX: CGFloat, radiusY: CGFloat, from start: CGFloat, by sweep: CGFloat, connecting: Bool
  ) {
    func point(_ angle: CGFloat) -> CGPoint {
      CGPoint(x: center.x + radiusX * cos(angle), y: center.y + radiusY * sin(angle))
    }
    if connecting { addLine(to: point(start)) } else { move(to: point(start)) }
    guard sweep != 0, radiusX != 0 || radiusY != 0, sweep.isFinite else { return }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / CGFloat(count)
    let handle = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (start + CGFloat(index) * step, start + CGFloat(index + 1) * step)
      let (first, last) = (point(from), point(to))
      addCurve(
        to: last,
        control1: CGPoint(x: first.x - handle * radiusX * sin(from), y: first.y + handle * radiusY * cos(from)),
        control2: CGPoint(x: last.x + handle * radiusX * sin(to), y: last.y - handle * radiusY * cos(to)))
    }
  }
}

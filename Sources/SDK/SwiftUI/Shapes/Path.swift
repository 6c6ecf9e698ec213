// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// An outline of lines and curves. Arcs are stored as cubic curves.
public struct Path: Equatable, Sendable {
  enum Element: Equatable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, control: CGPoint)
    case curve(CGPoint, control1: CGPoint, control2: CGPoint)
    case close
  }

  var elements: [Element] = []

  public init() {}

  public init(_ callback: (inout Path) -> Void) { callback(&self) }

  public init(_ rect: CGRect) { addRect(rect) }

  public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

  public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
    addRoundedRect(in: rect, cornerSize: cornerSize)
  }

  public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    self.init(roundedRect: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }

  public var isEmpty: Bool { elements.isEmpty }

  public var currentPoint: CGPoint? {
    var start: CGPoint?
    var current: CGPoint?
    for element in elements {
      switch element {
      case .move(let point):
        start = point
        current = point
      case .line(let point), .quad(let point, _), .curve(let point, _, _): current = point
      case .close: current = start
      }
    }
    return current
  }

  /// The smallest rectangle that contains all points, including control points.
  public var boundingRect: CGRect {
    let points = elements.flatMap(\.points)
    guard let first = points.first else { return .null }
    return points.dropFirst().reduce(CGRect(origin: first, size: .zero)) { rect, point in
      rect.union(CGRect(origin: point, size: .zero))
    }
  }

  public func path(in rect: CGRect) -> Path { self }

  func transformed(by transform: PathTransform) -> Path {
    var path = self
    path.elements = elements.map { $0.mapped(transform.apply) }
    return path
  }

  func commands(in context: ResolveContext) -> WireValue {
    if elements.count > 1_000 {
      context.session.fail("view.path", "A path has \(elements.count) commands; the maximum is 1 000.")
      return []
    }
    return .array(elements.map { $0.wire(in: context) })
  }
}

extension Path: Shape {}

extension Path.Element {
  var points: [CGPoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quad(let point, let control): [control, point]
    case .curve(let point, let control1, let control2): [control1, control2, point]
    case .close: []
    }
  }

  func mapped(_ change: (CGPoint) -> CGPoint) -> Path.Element {
    switch self {
    case .move(let point): .move(change(point))
    case .line(let point): .line(change(point))
    case .quad(let point, let control): .quad(change(point), control: change(control))
    case .curve(let point, let control1, let control2):
      .curve(change(point), control1: change(control1), control2: change(control2))
    case .close: .close
    }
  }

  func wire(in context: ResolveContext) -> WireValue {
    let letter: WireValue =
      switch self {
      case .move: "M"
      case .line: "L"
      case .quad: "Q"
      case .curve: "C"
      case .close: "Z"
      }
    let numbers = points.flatMap { [$0.x, $0.y] }.map { context.thousandths($0, "path coordinate") }
    return .array([letter] + numbers)
  }
}

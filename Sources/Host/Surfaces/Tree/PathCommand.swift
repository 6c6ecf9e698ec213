// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One step of an outline, in thousandths of a point from the top left of its box. The sender converts arcs to cubics.
package enum PathCommand: Hashable, Sendable {
  case move(LayoutPoint)
  case line(LayoutPoint)
  case quadratic(LayoutPoint, LayoutPoint)
  case cubic(LayoutPoint, LayoutPoint, LayoutPoint)
  case close

  /// The number of straight segments into which it is flattened. The sum over a tree is bounded (VIEW-25).
  package var segments: Int {
    switch self {
    case .move: 0
    case .line, .close: 1
    case .quadratic: 12
    case .cubic: 16
    }
  }

  func mapped(_ transform: (LayoutPoint) -> LayoutPoint) -> PathCommand {
    switch self {
    case .move(let a): .move(transform(a))
    case .line(let a): .line(transform(a))
    case .quadratic(let a, let b): .quadratic(transform(a), transform(b))
    case .cubic(let a, let b, let c): .cubic(transform(a), transform(b), transform(c))
    case .close: .close
    }
  }
}

/// The form of an outline. `container` is the surface's own rounded rectangle.
package enum ShapeForm: Hashable, Sendable {
  case rectangle, circle, capsule, ellipse, container
  case rounded(radius: Int)
  case path([PathCommand])
}

package struct StrokeStyle: Hashable, Sendable {
  package enum Cap: String, CaseIterable, Sendable { case butt, round, square }
  package enum Join: String, CaseIterable, Sendable { case miter, round, bevel }

  package var width: Int
  package var cap: Cap = .butt
  package var join: Join = .miter
  package var dash: [Int] = []

  package init(width: Int) { self.width = width }
}

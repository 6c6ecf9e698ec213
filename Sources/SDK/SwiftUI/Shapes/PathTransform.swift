// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An affine transformation of coordinates.
struct PathTransform: Sendable {
  var a: CGFloat = 1
  var b: CGFloat = 0
  var c: CGFloat = 0
  var d: CGFloat = 1
  var x: CGFloat = 0
  var y: CGFloat = 0

  func apply(_ point: CGPoint) -> CGPoint {
    CGPoint(x: a * point.x + c * point.y + x, y: b * point.x + d * point.y + y)
  }

  static func translation(x: CGFloat, y: CGFloat) -> PathTransform { PathTransform(x: x, y: y) }

  static func scale(_ factor: CGFloat, aroundX x: CGFloat, y: CGFloat) -> PathTransform {
    PathTransform(a: factor, d: factor, x: x - factor * x, y: y - factor * y)
  }

  static func rotation(_ angle: Double, aroundX x: CGFloat, y: CGFloat) -> PathTransform {
    let (cosine, sine) = (CGFloat(cos(angle)), CGFloat(sin(angle)))
    return PathTransform(
      a: cosine, b: sine, c: -sine, d: cosine, x: x - cosine * x + sine * y, y: y - sine * x - cosine * y)
  }
}

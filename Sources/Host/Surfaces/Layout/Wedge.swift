// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A sector of a circle as cubics, clockwise from twelve o'clock.
enum Wedge {
  static func commands(in circle: Box, from start: Double, sweep: Double) -> [PathCommand] {
    let radius = Double(circle.width) / 2
    let center = LayoutPoint(circle.midX, circle.midY)
    func spot(_ angle: Double, _ tangent: Double) -> LayoutPoint {
      let x = sin(angle) + tangent * cos(angle)
      let y = -cos(angle) + tangent * sin(angle)
      return LayoutPoint(center.x + Int((radius * x).rounded()), center.y + Int((radius * y).rounded()))
    }
    let pieces = max(1, Int((sweep / (Double.pi / 2)).rounded(.up)))
    let step = sweep / Double(pieces)
    let tangent = 4.0 / 3.0 * tan(step / 4)
    var commands: [PathCommand] = [.move(center), .line(spot(start, 0))]
    for piece in 0..<pieces {
      let from = start + step * Double(piece)
      commands.append(.cubic(spot(from, tangent), spot(from + step, -tangent), spot(from + step, 0)))
    }
    return commands + [.close]
  }
}

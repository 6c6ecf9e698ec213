// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Trims an outline to a part of its length. Curves are flattened first.
enum PathTrim {
  /// - Parameter fromThree: whether a circle starts at three o'clock, as in SwiftUI; a meter starts at twelve.
  static func cut(
    _ outline: DrawItem.Outline, from start: Int, to end: Int, fromThree: Bool = false
  ) -> [PathCommand] {
    guard start < end else { return [] }
    let pieces = flattened(fromThree ? startingAtThree(outline) : commands(outline))
    let total = pieces.reduce(0.0) { $0 + length($1.0, $1.1) }
    let low = total * Double(start) / 1_000
    let high = total * Double(end) / 1_000
    var result: [PathCommand] = []
    var travelled = 0.0
    var pen: LayoutPoint?
    for (from, to) in pieces {
      let span = length(from, to)
      defer { travelled += span }
      guard span > 0, travelled < high, travelled + span > low else { continue }
      let first = point(from, to, max(0, (low - travelled) / span))
      let last = point(from, to, min(1, (high - travelled) / span))
      if pen != first { result.append(.move(first)) }
      result.append(.line(last))
      pen = last
    }
    return result
  }

  private static func startingAtThree(_ outline: DrawItem.Outline) -> [PathCommand] {
    let commands = commands(outline)
    guard case .ellipse(let box) = outline, commands.count == 6 else { return commands }
    // The first of the four quarters goes last.
    return [.move(LayoutPoint(box.maxX, box.midY))] + commands[2...4] + [commands[1], .close]
  }

  /// The length of an outline, in thousandths of a point.
  static func length(_ outline: DrawItem.Outline) -> Double {
    flattened(commands(outline)).reduce(0) { $0 + length($1.0, $1.1) }
  }

  /// The outline as commands. Circles start at twelve o'clock and run clockwise, as on a dial.
  static func commands(_ outline: DrawItem.Outline) -> [PathCommand] {
    switch outline {
    case .path(let commands, _): return commands
    case .rect(let box, let radius):
      let r = min(radius, min(box.width, box.height) / 2)
      let k = r * 448 / 1_000
      guard r > 0 else {
        return [
          .move(LayoutPoint(box.x, box.y)), .line(LayoutPoint(box.maxX, box.y)), .line(LayoutPoint(box.maxX, box.maxY)),
          .line(LayoutPoint(box.x, box.maxY)), .close,
        ]
      }
      return [
        .move(LayoutPoint(box.x + r, box.y)), .line(LayoutPoint(box.maxX - r, box.y)),
        .cubic(LayoutPoint(box.maxX - k, box.y), LayoutPoint(box.maxX, box.y + k), LayoutPoint(box.maxX, box.y + r)),
        .line(LayoutPoint(box.maxX, box.maxY - r)),
        .cubic(
          LayoutPoint(box.maxX, box.maxY - k), LayoutPoint(box.maxX - k, box.maxY), LayoutPoint(box.maxX - r, box.maxY)),
        .line(LayoutPoint(box.x + r, box.maxY)),
        .cubic(LayoutPoint(box.x + k, box.maxY), LayoutPoint(box.x, box.maxY - k), LayoutPoint(box.x, box.maxY - r)),
        .line(LayoutPoint(box.x, box.y + r)),
        .cubic(LayoutPoint(box.x, box.y + k), LayoutPoint(box.x + k, box.y), LayoutPoint(box.x + r, box.y)), .close,
      ]
    case .ellipse(let box):
      let kx = box.width * 276 / 1_000
      let ky = box.height * 276 / 1_000
      let (mx, my) = (box.midX, box.midY)
      return [
        .move(LayoutPoint(mx, box.y)),
        .cubic(LayoutPoint(mx + kx, box.y), LayoutPoint(box.maxX, my - ky), LayoutPoint(box.maxX, my)),
        .cubic(LayoutPoint(box.maxX, my + ky), LayoutPoint(mx + kx, box.maxY), LayoutPoint(mx, box.maxY)),
        .cubic(LayoutPoint(mx - kx, box.maxY), LayoutPoint(box.x, my + ky), LayoutPoint(box.x, my)),
        .cubic(LayoutPoint(box.x, my - ky), LayoutPoint(mx - kx, box.y), LayoutPoint(mx, box.y)), .close,
      ]
    }
  }

  /// The straight segments of a path, with curves divided as in `PathCommand.segments`.
  static func flattened(_ commands: [PathCommand]) -> [(LayoutPoint, LayoutPoint)] {
    var pieces: [(LayoutPoint, LayoutPoint)] = []
    var pen = LayoutPoint.zero
    var start = LayoutPoint.zero
    func curve(_ steps: Int, _ at: (Double) -> LayoutPoint) {
      for step in 1...steps {
        let next = at(Double(step) / Double(steps))
        pieces.append((pen, next))
        pen = next
      }
    }
    for command in commands {
      switch command {
      case .move(let to):
        pen = to
        start = to
      case .line(let to):
        pieces.append((pen, to))
        pen = to
      case .quadratic(let control, let to):
        let from = pen
        curve(command.segments) { t in point(point(from, control, t), point(control, to, t), t) }
      case .cubic(let a, let b, let to):
        let from = pen
        curve(command.segments) { t in
          let middle = point(a, b, t)
          return point(
            point(point(from, a, t), middle, t), point(middle, point(b, to, t), t), t)
        }
      case .close:
        if pen != start { pieces.append((pen, start)) }
        pen = start
      }
    }
    return pieces
  }

  private static func point(_ from: LayoutPoint, _ to: LayoutPoint, _ t: Double) -> LayoutPoint {
    LayoutPoint(
      from.x + Int((Double(to.x - from.x) * t).rounded()), from.y + Int((Double(to.y - from.y) * t).rounded()))
  }

  private static func length(_ from: LayoutPoint, _ to: LayoutPoint) -> Double {
    let dx = Double(to.x - from.x)
    let dy = Double(to.y - from.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

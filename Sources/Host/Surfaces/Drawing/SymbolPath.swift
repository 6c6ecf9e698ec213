// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Parses the path data of `SymbolArt`: absolute `M L H V C Q A Z`, the only commands that its drawings use.
///
/// SVG takes the text unchanged; other outputs need the steps.
struct SymbolPath {
  enum Step: Hashable {
    case move(Double, Double)
    case line(Double, Double)
    case cubic(Double, Double, Double, Double, Double, Double)
    case close
  }

  private(set) var steps: [Step] = []
  private var x = 0.0
  private var y = 0.0
  private var start = (x: 0.0, y: 0.0)

  init(_ data: String) {
    var verb: Character = "M"
    var numbers: [Double] = []
    var digits = ""
    func flush() {
      if let number = Double(digits) { numbers.append(number) }
      digits = ""
    }
    for character in data {
      if character.isLetter {
        flush()
        take(verb, numbers)
        (verb, numbers) = (character, [])
        if character == "Z" { close() }
      } else if character == " " || character == "," {
        flush()
      } else if character == "-", !digits.isEmpty {
        flush()
        digits = "-"
      } else {
        digits.append(character)
      }
    }
    flush()
    take(verb, numbers)
  }

  /// The steps as path data, scaled and then moved along both axes.
  func data(scale: Double, offset: Double) -> String {
    func n(_ value: Double) -> String { SVGLength.points(Int(((value * scale + offset) * 1_000).rounded())) }
    return steps.map { step in
      switch step {
      case .move(let x, let y): "M\(n(x)) \(n(y))"
      case .line(let x, let y): "L\(n(x)) \(n(y))"
      case .cubic(let a, let b, let c, let d, let e, let f): "C\(n(a)) \(n(b)) \(n(c)) \(n(d)) \(n(e)) \(n(f))"
      case .close: "Z"
      }
    }.joined()
  }

  private mutating func take(_ verb: Character, _ numbers: [Double]) {
    let count =
      switch verb {
      case "H", "V": 1
      case "M", "L": 2
      case "Q": 4
      case "C": 6
      case "A": 7
      default: 0
      }
    guard count > 0 else { return }
    for first in stride(from: 0, through: numbers.count - count, by: count) {
      step(first > 0 && verb == "M" ? "L" : verb, Array(numbers[first..<first + count]))
    }
  }

  private mutating func step(_ verb: Character, _ n: [Double]) {
    switch verb {
    case "M":
      start = (n[0], n[1])
      steps.append(.move(n[0], n[1]))
    case "L": steps.append(.line(n[0], n[1]))
    case "H": steps.append(.line(n[0], y))
    case "V": steps.append(.line(x, n[0]))
    case "C": steps.append(.cubic(n[0], n[1], n[2], n[3], n[4], n[5]))
    case "Q":
      steps.append(
        .cubic(
          x + (n[0] - x) * 2 / 3, y + (n[1] - y) * 2 / 3, n[2] + (n[0] - n[2]) * 2 / 3, n[3] + (n[1] - n[3]) * 2 / 3,
          n[2], n[3]))
    case "A": arc(rx: n[0], ry: n[1], tilt: n[2] * .pi / 180, isLarge: n[3] != 0, isClockwise: n[4] != 0, n[5], n[6])
    default: return
    }
    switch verb {
    case "H": x = n[0]
    case "V": y = n[0]
    default: (x, y) = (n[n.count - 2], n[n.count - 1])
    }
  }

  private mutating func close() {
    steps.append(.close)
    (x, y) = start
  }

  /// Adds an arc between two points as cubics of at most a quarter turn; its centre follows SVG 1.1, F.6.5.
  private mutating func arc(
    rx: Double, ry: Double, tilt: Double, isLarge: Bool, isClockwise: Bool, _ toX: Double, _ toY: Double
  ) {
    guard rx > 0, ry > 0, x != toX || y != toY else { return steps.append(.line(toX, toY)) }
    let (c, s) = (cos(tilt), sin(tilt))
    let (dx, dy) = ((x - toX) / 2, (y - toY) / 2)
    let (px, py) = (c * dx + s * dy, c * dy - s * dx)
    let grow = max(1, (px * px / (rx * rx) + py * py / (ry * ry)).squareRoot())
    let (rx, ry) = (rx * grow, ry * grow)
    let part = (rx * rx * ry * ry) / (rx * rx * py * py + ry * ry * px * px) - 1
    let root = (isLarge == isClockwise ? -1 : 1) * max(0, part).squareRoot()
    let (qx, qy) = (root * rx * py / ry, -root * ry * px / rx)
    let center = (x: c * qx - s * qy + (x + toX) / 2, y: s * qx + c * qy + (y + toY) / 2)
    let from = atan2((py - qy) / ry, (px - qx) / rx)
    var sweep = atan2((-py - qy) / ry, (-px - qx) / rx) - from
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let pieces = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
    let turn = sweep / Double(pieces)
    let k = 4.0 / 3.0 * tan(turn / 4)
    func spot(_ angle: Double, _ along: Double) -> (Double, Double) {
      let (u, v) = (rx * (cos(angle) - along * sin(angle)), ry * (sin(angle) + along * cos(angle)))
      return (center.x + c * u - s * v, center.y + s * u + c * v)
    }
    for piece in 0..<pieces {
      let angle = from + turn * Double(piece)
      let (a, b, end) = (spot(angle, k), spot(angle + turn, -k), spot(angle + turn, 0))
      steps.append(.cubic(a.0, a.1, b.0, b.1, end.0, end.1))
    }
  }
}

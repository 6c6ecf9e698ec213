// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One performance goal of the project.
struct Goal {
  private enum Bound {
    case atMost(Double)
    case atLeast(Double)
  }

  let name: String
  private let bound: Bound
  /// The unit, printed after the figures: `×`, ` s`.
  let unit: String

  init(name: String, atMost bound: Double, unit: String) {
    (self.name, self.bound, self.unit) = (name, .atMost(bound), unit)
  }

  init(name: String, atLeast bound: Double, unit: String) {
    (self.name, self.bound, self.unit) = (name, .atLeast(bound), unit)
  }

  /// One line with the figure and whether it meets the goal.
  func verdict(on figure: Double) -> String {
    let (isMet, goal) =
      switch bound {
      case .atMost(let bound): (figure <= bound, "≤ \(bound.text)")
      case .atLeast(let bound): (figure >= bound, "≥ \(bound.text)")
      }
    return "\(isMet ? "met   " : "missed")  \(name): \(figure.text)\(unit), goal \(goal)\(unit)"
  }
}

extension Double {
  /// Three significant digits, with at most two decimal places.
  var text: String { text(places: magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2) }

  func text(places: Int) -> String {
    guard isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((magnitude * scale).rounded())
    let sign = self < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's scales of one chart (V18): bars and areas start at 0, categories stand in order of appearance.
struct ChartScale {
  let plot: Box
  let low: Int
  let high: Int
  let step: Int
  private let bands: [ChartContent.Place: Int]
  private let bandCount: Int
  private let first: Int64
  private let last: Int64

  init(_ chart: ChartContent, plot: Box) {
    self.plot = plot
    let values = Self.extremes(chart)
    step = Self.niceStep(values.high - values.low)
    low = Self.floored(values.low, step)
    high = max(low + step, -Self.floored(-values.high, step))
    var places: [ChartContent.Place] = []
    var seen: Set<ChartContent.Place> = []
    for mark in chart.marks { if let x = mark.x, seen.insert(x).inserted { places.append(x) } }
    let isBanded = chart.marks.contains { $0.kind == .bar }
    if isBanded { places.sort { (Self.number($0) ?? 0) < (Self.number($1) ?? 0) } }
    let isCategory = places.contains { Self.number($0) == nil }
    let ordered = isCategory ? Self.inOrder(chart) : places
    bands = isCategory || isBanded ? Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) }) : [:]
    bandCount = max(1, ordered.count)
    let numbers = places.compactMap(Self.number)
    first = numbers.min() ?? 0
    last = max(numbers.max() ?? 1, first + 1)
  }

  var bandWidth: Int { plot.width / bandCount }

  /// The middle of a mark's place on the x axis.
  func x(_ place: ChartContent.Place) -> Int {
    if let band = bands[place] { return plot.x + plot.width * (2 * band + 1) / (2 * bandCount) }
    guard let number = Self.number(place) else { return plot.midX }
    return plot.x + Int(Double(plot.width) * Double(number - first) / Double(last - first))
  }

  func y(_ value: Int) -> Int {
    plot.maxY - Int(Double(plot.height) * Double(value - low) / Double(high - low))
  }

  var ticks: [Int] { Array(stride(from: low, through: high, by: step)) }

  /// Places worth a label: all categories, or both ends of a continuous axis.
  func labelled(_ chart: ChartContent) -> [ChartContent.Place] {
    let all = Self.inOrder(chart)
    if !bands.isEmpty { return all }
    let sorted = all.sorted { (Self.number($0) ?? 0) < (Self.number($1) ?? 0) }
    return sorted.count > 1 ? [sorted[0], sorted[sorted.count - 1]] : sorted
  }

  private static func inOrder(_ chart: ChartContent) -> [ChartContent.Place] {
    var seen: Set<ChartContent.Place> = []
    return chart.marks.compactMap(\.x).filter { seen.insert($0).inserted }
  }

  private static func number(_ place: ChartContent.Place) -> Int64? {
    switch place {
    case .category: nil
    case .value(let value): Int64(value)
    case .time(let time): time
    }
  }

  private static func extremes(_ chart: ChartContent) -> (low: Int, high: Int) {
    var positive: [ChartContent.Place: Int] = [:]
    var negative: [ChartContent.Place: Int] = [:]
    var values: [Int] = []
    for mark in chart.marks {
      guard let y = mark.y else { continue }
      if mark.kind == .bar, let x = mark.x {
        if y >= 0 { positive[x, default: 0] += y } else { negative[x, default: 0] += y }
      } else {
        values.append(y)
      }
      if mark.kind == .bar || mark.kind == .area { values.append(0) }
    }
    values += Array(positive.values) + Array(negative.values)
    return (values.min() ?? 0, values.max() ?? 1_000)
  }

  private static func niceStep(_ range: Int) -> Int {
    let rough = max(1, range / 4)
    var power = 1
    while power <= rough / 10 { power *= 10 }
    for factor in [1, 2, 5, 10] where power * factor >= rough { return power * factor }
    return power * 10
  }

  private static func floored(_ value: Int, _ step: Int) -> Int {
    let quotient = value / step
    return (value % step != 0 && value < 0 ? quotient - 1 : quotient) * step
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The scales of one chart (VIEW-18): bars and areas start at 0, categories are in order of appearance.
struct ChartScale {
  let plot: Box
  let low: Int
  let high: Int
  let step: Int
  private let bands: [ChartContent.Place: Int]
  private let bandCount: Int
  let isBanded: Bool
  /// The margin that keeps dots at either end of a continuous axis whole.
  private let inset: Int
  private let first: Int64
  private let last: Int64

  init(_ chart: ChartContent, plot: Box, inset: Int = 0) {
    self.plot = plot
    self.inset = min(inset, plot.width / 4)
    let values = Self.extremes(chart)
    step = Self.niceStep(values.high - values.low)
    low = Self.floored(values.low, step)
    high = max(low + step, -Self.floored(-values.high, step))
    var places: [ChartContent.Place] = []
    var seen: Set<ChartContent.Place> = []
    for mark in chart.marks { if let x = mark.x, seen.insert(x).inserted { places.append(x) } }
    let hasBars = chart.marks.contains { $0.kind == .bar }
    if hasBars { places.sort { (Self.number($0) ?? 0) < (Self.number($1) ?? 0) } }
    let isCategory = places.contains { Self.number($0) == nil }
    let ordered = isCategory ? Self.inOrder(chart) : places
    isBanded = isCategory || hasBars
    bands = isBanded ? Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) }) : [:]
    bandCount = max(1, ordered.count)
    let numbers = places.compactMap(Self.number)
    first = numbers.min() ?? 0
    last = max(numbers.max() ?? 1, first + 1)
  }

  /// Whether times are labelled by day instead of by hour.
  var isLongTime: Bool { last - first > 2 * 86_400_000 }

  var bandWidth: Int { plot.width / bandCount }

  /// The centre of a mark's place on the x axis.
  func x(_ place: ChartContent.Place) -> Int {
    if let band = bands[place] { return plot.x + plot.width * (2 * band + 1) / (2 * bandCount) }
    guard let number = Self.number(place) else { return plot.midX }
    return x(at: number)
  }

  private func x(at number: Int64) -> Int {
    let width = Double(plot.width - 2 * inset)
    let share: Double = (Double(number) - Double(first)) / (Double(last) - Double(first))
    return plot.x + inset + Int(width * share)
  }

  func y(_ value: Int) -> Int {
    plot.maxY - Int(Double(plot.height) * Double(value - low) / Double(high - low))
  }

  var ticks: [Int] { Array(stride(from: low, through: high, by: step)) }

  /// The places to label on a banded axis: all of them, or every second, third, … if labels would overlap.
  ///
  /// - Parameter room: the minimum width of a label.
  func labelled(_ chart: ChartContent, room: Int) -> [ChartContent.Place] {
    let all = Self.inOrder(chart).sorted { (bands[$0] ?? 0) < (bands[$1] ?? 0) }
    let most = max(1, plot.width / max(1, room))
    let every = (all.count + most - 1) / most
    return all.enumerated().filter { $0.offset % max(1, every) == 0 }.map(\.element)
  }

  /// Round values or times on a continuous axis, from its start to its end.
  ///
  /// - Parameter room: the minimum distance between two of them.
  func ticks(_ chart: ChartContent, room: Int, offset: (Int64) -> Int64) -> [ChartContent.Place] {
    let most = max(1, Int64(plot.width / max(1, room)))
    let isTime = chart.marks.contains { if case .time? = $0.x { true } else { false } }
    let span = last - first
    let step = isTime ? Self.timeStep(span / most) : Int64(Self.niceStep(Int(clamping: span / most * 4)))
    guard step > 0, span / step <= 64 else { return [] }
    let shift = isTime ? offset(first) : 0
    let begin = first + shift
    let lowest = begin / step * step + (begin % step > 0 ? step : 0) - shift
    return stride(from: lowest, through: last, by: Int64.Stride(step)).map { number in
      isTime ? .time(number) : .value(Int(number))
    }
  }

  private static func timeStep(_ least: Int64) -> Int64 {
    let minute: Int64 = 60_000
    let steps =
      [1, 5, 10, 15, 30, 60, 120, 180, 360, 720].map { $0 * minute } + [1, 2, 7, 14, 28].map { $0 * 1_440 * minute }
    return steps.first { $0 >= least } ?? max(1, least / (28 * 1_440 * minute) + 1) * 28 * 1_440 * minute
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

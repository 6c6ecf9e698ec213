// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The shares of sectors as whole percentages that add up to 100; the largest remainders are rounded up.
struct PieShares {
  private let shares: [Int]

  init(_ chart: ChartContent) {
    let angles = chart.marks.map { $0.angle ?? 0 }
    let total = angles.reduce(0, +)
    guard total > 0 else {
      shares = angles.map { _ in 0 }
      return
    }
    var whole = angles.map { $0 * 100 / total }
    let order = angles.indices.sorted { (angles[$1] * 100 % total, $0) < (angles[$0] * 100 % total, $1) }
    for place in order.prefix(100 - whole.reduce(0, +)) { whole[place] += 1 }
    shares = whole
  }

  func percent(_ number: Int) -> String { shares.indices.contains(number) ? "\(shares[number]) %" : "" }
}

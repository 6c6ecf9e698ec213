// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The information that a noisy figure carries about which of two worlds it comes from, in bits per use
/// (`privacy-checker.md`, Capacity).
///
/// Figures are sorted into classes of about the same size. The sum over the table of worlds and classes has the
/// Miller–Madow correction, because a small sample overestimates information. An estimate that chance alone exceeds in
/// one of twenty shuffles counts as 0. A shuffle exchanges the labels within a pair, so a machine that slows down
/// during the run, which affects both worlds of a pair alike, isn't taken for a secret.
package struct MutualInformation: Hashable, Sendable {
  /// The Miller–Madow estimate in bits; the correction can make it negative.
  package let estimate: Double
  /// The 95th percentile of the estimate over 1,000 shuffles of the labels.
  package let zero: Double
  /// The number of pairs behind the estimate.
  package let pairs: Int

  package static let shuffles = 1_000

  /// The information in bits; 0 unless the estimate exceeds what chance reaches.
  package var bits: Double { estimate > zero ? min(1, estimate) : 0 }

  /// - Parameters:
  ///   - samples: the figures of the left and the right world, one element for each pair.
  ///   - seed: determines the shuffles; the same samples and seed give the same bits.
  package init(_ samples: [(left: Double, right: Double)], seed: UInt64) { self.init(worstOf: [samples], seed: seed) }

  /// The largest information among several pairs of worlds. Each pair would exceed its own zero in one of twenty
  /// checks, so zero is the largest value that chance reaches over all pairs.
  package init(worstOf groups: [[(left: Double, right: Double)]], seed: UInt64) {
    let tables = groups.map(Table.init)
    var random = CheckRandom(seed: seed, "shuffles")
    let shuffled = (0..<Self.shuffles).map { _ in tables.map { $0.shuffledBits(&random) }.max() ?? 0 }.sorted()
    let worst = tables.max { $0.bits < $1.bits }
    estimate = worst?.bits ?? 0
    pairs = worst?.pairs ?? 0
    zero = max(0, shuffled[Self.shuffles * 95 / 100])
  }
}

/// One pair of worlds: the class of each figure.
private struct Table {
  let pairs: Int
  private let classes: [(left: Int, right: Int)]
  /// The number of figures of both worlds in each class; empty if all figures are in one class.
  private let totals: [Int]

  init(_ samples: [(left: Double, right: Double)]) {
    pairs = samples.count
    classes = Self.classes(of: samples)
    let most = classes.map { max($0.left, $0.right) }.max() ?? 0
    var totals = [Int](repeating: 0, count: most > 0 ? most + 1 : 0)
    if most > 0 {
      for pair in classes {
        totals[pair.left] += 1
        totals[pair.right] += 1
      }
    }
    self.totals = totals
  }

  var bits: Double { bits { _ in false } }

  func shuffledBits(_ random: inout CheckRandom) -> Double {
    var word: UInt64 = 0
    return bits { number in
      if number % 64 == 0 { word = random.next() }
      return word >> UInt64(number % 64) & 1 == 1
    }
  }

  private func bits(_ isSwapped: (Int) -> Bool) -> Double {
    guard !totals.isEmpty else { return 0 }
    var left = [Int](repeating: 0, count: totals.count)
    for (number, pair) in classes.enumerated() { left[isSwapped(number) ? pair.right : pair.left] += 1 }
    return Self.bits(left, of: totals, pairs: classes.count)
  }

  /// The classes of each pair, numbered from 0. Boundaries are quantiles of all figures of both worlds; equal figures
  /// are in the same class.
  private static func classes(of samples: [(left: Double, right: Double)]) -> [(left: Int, right: Int)] {
    let all = (samples.map(\.left) + samples.map(\.right)).sorted()
    guard all.count > 3 else { return [] }
    // More classes resolve finer shapes but need more samples. An even count puts one boundary in the middle, which
    // separates two worlds that don't overlap.
    let count = max(2, min(16, Int(cbrt(Double(all.count))) / 2 * 2))
    var bounds: [Double] = []
    for part in 1..<count {
      let bound = all[part * all.count / count]
      if bound > all[0], bounds.last.map({ bound > $0 }) ?? true { bounds.append(bound) }
    }
    func number(_ figure: Double) -> Int { bounds.lastIndex { figure >= $0 }.map { $0 + 1 } ?? 0 }
    return samples.map { (number($0.left), number($0.right)) }
  }

  /// The mutual information of a table with two rows of equal sum.
  private static func bits(_ left: [Int], of totals: [Int], pairs: Int) -> Double {
    let all = Double(2 * pairs)
    var bits = 0.0
    var cells = 0
    var columns = 0
    for (own, total) in zip(left, totals) where total > 0 {
      columns += 1
      for count in [own, total - own] where count > 0 {
        cells += 1
        bits += Double(count) / all * log2(2 * Double(count) / Double(total))
      }
    }
    // H(row) + H(column) − H(both); each estimate is (its occupied cells − 1) / 2n nats too small.
    return bits + Double(2 - 1 + columns - 1 - (cells - 1)) / (2 * all) / log(2)
  }
}

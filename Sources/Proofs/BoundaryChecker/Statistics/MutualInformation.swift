// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How much a noisy figure tells of which of two worlds it comes from, in bits a use (`privacy-checker.md`, Capacity).
///
/// Figures are sorted into classes of about the same size; the sum over the table of worlds and classes is corrected as
/// Miller and Madow did, since few samples seem to tell more than they do. Whatever chance alone reaches in one of twenty
/// shuffles counts as nothing: the labels are exchanged within a pair, so that a machine that grows slower meanwhile,
/// which both worlds of a pair feel alike, isn't taken for a secret.
package struct MutualInformation: Hashable, Sendable {
  /// Miller–Madow, in bits; it can fall below 0 by the correction.
  package let estimate: Double
  /// The 95th percentile of the estimate over 1,000 shuffles of the labels.
  package let zero: Double
  /// Pairs that it was taken from.
  package let pairs: Int

  package static let shuffles = 1_000

  /// What the figure tells: nothing unless it is more than chance reaches.
  package var bits: Double { estimate > zero ? min(1, estimate) : 0 }

  /// - Parameters:
  ///   - samples: the figure in the left and in the right world, a pair each.
  ///   - seed: draws the shuffles; the same samples and seed give the same bits.
  package init(_ samples: [(left: Double, right: Double)], seed: UInt64) { self.init(worstOf: [samples], seed: seed) }

  /// Of several pairs of worlds what the worst of them tells. Each of many seems to tell something in one of twenty, so
  /// zero is what the worst of them all reaches by chance.
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

/// One pair of worlds: in which class each figure fell.
private struct Table {
  let pairs: Int
  private let classes: [(left: Int, right: Int)]
  /// How many figures of both worlds each class has; empty where there is nothing to tell worlds by.
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

  /// The classes of each pair, numbered from 0: boundaries lie between the quantiles of all figures of both worlds, and
  /// equal figures are never parted.
  private static func classes(of samples: [(left: Double, right: Double)]) -> [(left: Int, right: Int)] {
    let all = (samples.map(\.left) + samples.map(\.right)).sorted()
    guard all.count > 3 else { return [] }
    // More classes see finer shapes and need more samples for it. Even, so that one boundary lies in the middle, where
    // two worlds that never overlap part.
    let count = max(2, min(16, Int(cbrt(Double(all.count))) / 2 * 2))
    var bounds: [Double] = []
    for part in 1..<count {
      let bound = all[part * all.count / count]
      if bound > all[0], bounds.last.map({ bound > $0 }) ?? true { bounds.append(bound) }
    }
    func number(_ figure: Double) -> Int { bounds.lastIndex { figure >= $0 }.map { $0 + 1 } ?? 0 }
    return samples.map { (number($0.left), number($0.right)) }
  }

  /// Of a table with two rows that have the same sum.
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
    // H(row) + H(column) − H(both), each with (its occupied places − 1) / 2n nats too little.
    return bits + Double(2 - 1 + columns - 1 - (cells - 1)) / (2 * all) / log(2)
  }
}

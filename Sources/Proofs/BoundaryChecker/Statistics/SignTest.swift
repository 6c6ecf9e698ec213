// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The paired sign test: is one world's figure larger more often than chance predicts? It assumes nothing about the
/// distribution of the figures, so a busy machine reduces its power but never adds a finding.
package struct SignTest: Sendable {
  package let pairs: Int
  package let larger: Int

  /// - Parameter differences: left minus right, one for each pair; ties are ignored.
  package init(_ differences: [Int64]) {
    let told = differences.filter { $0 != 0 }
    pairs = told.count
    larger = told.count { $0 > 0 }
  }

  init(pairs: Int, larger: Int) {
    self.pairs = pairs
    self.larger = larger
  }

  /// The chance of an imbalance at least as large when there is no effect, two-sided.
  package var chance: Double {
    guard pairs > 0 else { return 1 }
    let extreme = max(larger, pairs - larger)
    return min(1, 2 * Self.tail(extreme, pairs))
  }

  /// P(X ≥ k) for n coin tosses with probability p of heads, summed from logarithms to avoid overflow.
  private static func tail(_ k: Int, _ n: Int, _ p: Double = 0.5) -> Double {
    guard p < 1 else { return 1 }
    // log 0!, log 1!, …
    let factorials = (0...n).reduce(into: [Double]()) { logs, number in
      logs.append((logs.last ?? 0) + log(Double(max(1, number))))
    }
    return (k...n).reduce(0.0) { sum, heads in
      let ways = factorials[n] - factorials[heads] - factorials[n - heads]
      return sum + exp(ways + Double(heads) * log(p) + Double(n - heads) * log(1 - p))
    }
  }

  /// The share of pairs in which the larger figure identifies the right world.
  package var agreement: Double { pairs == 0 ? 0.5 : Double(max(larger, pairs - larger)) / Double(pairs) }

  /// The agreement that this many pairs detect with 80 % power at the error probability `chance`.
  package static func detectableAgreement(pairs: Int, chance: Double) -> Double {
    guard pairs > 0 else { return 1 }
    // The smallest count that is significant …
    guard SignTest(pairs: pairs, larger: pairs).chance <= chance else { return 1 }
    var (below, count) = ((pairs + 1) / 2 - 1, pairs)
    while count - below > 1 {
      let middle = (below + count) / 2
      if SignTest(pairs: pairs, larger: middle).chance <= chance { count = middle } else { below = middle }
    }
    // … and the agreement that reaches it with 80 % probability.
    var (low, high) = (0.5, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if tail(count, pairs, middle) < 0.8 { low = middle } else { high = middle }
    }
    return high
  }

  /// The share of all pairs in which a difference, always in the same direction, is detected with 80 % power. This is
  /// the resolution if most pairs are ties.
  package static func detectableShare(pairs: Int, chance: Double) -> Double {
    guard pairs > 0 else { return 1 }
    var needed = 1
    while needed <= pairs, SignTest(pairs: needed, larger: needed).chance > chance { needed += 1 }
    guard needed <= pairs else { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if tail(needed, pairs, middle) < 0.8 { low = middle } else { high = middle }
    }
    return high
  }

  /// The largest flow, in bits per use, that this test could have missed.
  ///
  /// - Parameter all: the number of pairs, including ties.
  package func unseenBits(ofPairs all: Int, chance: Double) -> Double {
    let noisy = SignTest.bits(agreement: SignTest.detectableAgreement(pairs: pairs, chance: chance))
    return 2 * pairs < all ? SignTest.detectableShare(pairs: all, chance: chance) : noisy
  }

  /// The capacity of a channel that identifies one of two worlds with this agreement: 1 − H(p) bits per use.
  package static func bits(agreement p: Double) -> Double {
    guard p < 1 else { return 1 }
    guard p > 0.5 else { return 0 }
    return 1 + p * log2(p) + (1 - p) * log2(1 - p)
  }
}

extension [Double] {
  /// Holm's step-down correction: each probability corrected for the number of tests.
  package var holm: [Double] {
    var corrected = self
    var highest = 0.0
    for (rank, index) in indices.sorted(by: { self[$0] < self[$1] }).enumerated() {
      highest = Swift.max(highest, Swift.min(1, self[index] * Double(count - rank)))
      corrected[index] = highest
    }
    return corrected
  }
}

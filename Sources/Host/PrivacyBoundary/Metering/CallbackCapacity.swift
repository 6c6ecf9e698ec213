// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How much callbacks can tell at most, in bits a day (`privacy.md#profiles`): the logarithm of how many different days
/// there can be, as the family sees them.
package enum CallbackCapacity {
  private static let minutesPerDay = 1_440

  /// One threshold: the slot it is reached in, or none.
  package static func ofThreshold(gridMinutes: Int) -> Double {
    log2(1 + Double(minutesPerDay / max(1, gridMinutes)))
  }

  /// A ladder of thresholds `step` minutes apart on one set, delivered every `grid` minutes: at most one crossing in
  /// step/grid slots.
  package static func ofLadder(stepMinutes step: Int, gridMinutes grid: Int, cap: Int? = nil) -> Double {
    let slots = minutesPerDay / grid
    let spacing = max(1, step / grid)
    return logSum(upTo: min(cap ?? slots, slots)) { crossings in
      logChoose(slots - (spacing - 1) * crossings, crossings)
    }
  }

  /// Ladders on `sets` disjoint sets: use adds up to one day, but crossings of different sets may share a slot.
  package static func ofLadders(sets: Int, stepMinutes step: Int, gridMinutes grid: Int, cap: Int? = nil) -> Double {
    let places = minutesPerDay / grid * sets
    return logSum(upTo: min(cap ?? .max, minutesPerDay / step)) { logChoose(places, $0) }
  }

  /// log2 C(n, k); −∞ where there is no way.
  private static func logChoose(_ n: Int, _ k: Int) -> Double {
    guard n >= 0, 0...n ~= k else { return -.infinity }
    return (lgamma(Double(n) + 1) - lgamma(Double(k) + 1) - lgamma(Double(n - k) + 1)) / log(2)
  }

  /// log2 of a sum of powers of two, without ever forming them: a day has more than a Double can count.
  private static func logSum(upTo last: Int, _ term: (Int) -> Double) -> Double {
    let terms = (0...last).map(term)
    let greatest = terms.max() ?? 0
    return greatest + log2(terms.reduce(0) { $0 + exp2($1 - greatest) })
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The maximum information that callbacks can convey, in bits per day (`privacy.md#profiles`): the logarithm of the
/// number of days that the family can distinguish.
package enum CallbackCapacity {
  private static let minutesPerDay = 1_440

  /// The capacity of one threshold: the slot in which it is reached, or none.
  package static func ofThreshold(gridMinutes: Int) -> Double {
    log2(1 + Double(minutesPerDay / max(1, gridMinutes)))
  }

  /// The capacity of a series of thresholds `step` minutes apart on one set, delivered every `grid` minutes: at most
  /// one crossing in step/grid slots.
  package static func ofLadder(stepMinutes step: Int, gridMinutes grid: Int, cap: Int? = nil) -> Double {
    let slots = minutesPerDay / grid
    let spacing = max(1, step / grid)
    return logSum(upTo: min(cap ?? slots, slots)) { crossings in
      logChoose(slots - (spacing - 1) * crossings, crossings)
    }
  }

  /// The capacity of such series on `sets` disjoint sets: together they can't exceed one day of use, but crossings of
  /// different sets may share a slot.
  package static func ofLadders(sets: Int, stepMinutes step: Int, gridMinutes grid: Int, cap: Int? = nil) -> Double {
    let places = minutesPerDay / grid * sets
    return logSum(upTo: min(cap ?? .max, minutesPerDay / step)) { logChoose(places, $0) }
  }

  /// log2 C(n, k); −∞ if there are no combinations.
  private static func logChoose(_ n: Int, _ k: Int) -> Double {
    guard n >= 0, 0...n ~= k else { return -.infinity }
    return (lgamma(Double(n) + 1) - lgamma(Double(k) + 1) - lgamma(Double(n - k) + 1)) / log(2)
  }

  /// log2 of a sum of powers of two, computed without the powers themselves, which would overflow a Double.
  private static func logSum(upTo last: Int, _ term: (Int) -> Double) -> Double {
    let terms = (0...last).map(term)
    let greatest = terms.max() ?? 0
    return greatest + log2(terms.reduce(0) { $0 + exp2($1 - greatest) })
  }
}

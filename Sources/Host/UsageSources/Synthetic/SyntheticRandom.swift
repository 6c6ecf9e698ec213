// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A small generator with the same numbers on every machine and in every release, since a synthetic week is a golden
/// file.
struct SyntheticRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A number from `range`. The modulo bias is negligible.
  mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// Returns true with a probability of `percent` per cent.
  mutating func chance(_ percent: Int64) -> Bool { integer(in: 0...99) < percent }

  /// An element chosen by weight; `fallback` if the weights sum to zero.
  mutating func pick<Element>(_ weighted: [(Element, Int64)], otherwise fallback: Element) -> Element {
    let total = weighted.reduce(0) { $0 + $1.1 }
    guard total > 0 else { return fallback }
    var left = integer(in: 0...(total - 1))
    for (element, weight) in weighted {
      if left < weight { return element }
      left -= weight
    }
    return fallback
  }
}

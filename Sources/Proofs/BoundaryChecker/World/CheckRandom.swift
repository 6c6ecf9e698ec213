// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A seeded stream for one purpose: the same seed makes the same worlds, whatever other streams draw.
struct CheckRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64, _ purpose: String) {
    state = seed
    for byte in purpose.utf8 { state = Self.mix(state ^ UInt64(byte)) &+ 0x9E37_79B9_7F4A_7C15 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }

  mutating func flip() -> Bool { next() & 1 == 1 }

  /// The SplitMix64 finaliser by Vigna.
  private static func mix(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

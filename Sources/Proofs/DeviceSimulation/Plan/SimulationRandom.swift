// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// SplitMix64 with a separate stream for each purpose: removing a family or a fault from a plan leaves everything else
/// unchanged, which shrinking relies on.
package struct SimulationRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64, _ purpose: String) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    for byte in purpose.utf8 { state = Self.mix(state ^ UInt64(byte)) &+ 0x9E37_79B9_7F4A_7C15 }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

  /// True with probability 1/`times`.
  mutating func oneIn(_ times: Int) -> Bool { number(1...times) == 1 }

  /// One of `values`, which must not be empty.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

  /// A random subset: each element with probability 1/2.
  mutating func some<Value>(_ values: [Value]) -> [Value] { values.filter { _ in oneIn(2) } }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The choices of a grammar: the bytes of a fuzzer, or an endless stream derived from a seed.
package struct Choices {
  private var bytes: ArraySlice<UInt8>
  private var state: UInt64?

  /// Choices from bytes. When these are used up, every further choice is the first option.
  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Endless choices from a seed.
  package init(seed: UInt64) {
    bytes = []
    state = seed
  }

  package mutating func byte() -> UInt8 {
    if let byte = bytes.popFirst() { return byte }
    guard let seed = state else { return 0 }
    // SplitMix64, one byte per step.
    let next = seed &+ 0x9e37_79b9_7f4a_7c15
    state = next
    var mixed = (next ^ (next >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
  }

  /// A number below `count`, which must be in 1...65536.
  package mutating func below(_ count: Int) -> Int {
    if count <= 256 { return Int(byte()) % count }
    return (Int(byte()) << 8 | Int(byte())) % count
  }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  package mutating func oneIn(_ count: Int) -> Bool { below(count) == count - 1 }

  /// A number for a header field: a small one, a power of two or next to one, or any.
  package mutating func number() -> UInt64 {
    switch below(4) {
    case 0: return UInt64(byte())
    case 1: return 1 << UInt64(below(64))
    case 2: return (1 << UInt64(below(64))) &- 1
    default: return (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }
  }

  /// The bytes that are left; empty for a seed.
  package mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  package mutating func text(atMost count: Int) -> [UInt8] { (0..<below(count + 1)).map { _ in byte() } }
}

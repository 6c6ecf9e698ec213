// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The decisions a grammar takes: the bytes of a fuzzer, or a stream that follows from a seed.
package struct Choices {
  private var bytes: ArraySlice<UInt8>
  private var state: UInt64?

  /// Decisions from bytes; once these are used up every further decision is the first one.
  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Decisions from a seed, without an end.
  package init(seed: UInt64) {
    bytes = []
    state = seed
  }

  package mutating func byte() -> UInt8 {
    if let byte = bytes.popFirst() { return byte }
    guard let seed = state else { return 0 }
    // SplitMix64, one byte of each step.
    let next = seed &+ 0x9e37_79b9_7f4a_7c15
    state = next
    var mixed = (next ^ (next >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
  }

  /// A number below `count`, which is from 1 to 65536.
  package mutating func below(_ count: Int) -> Int {
    if count <= 256 { return Int(byte()) % count }
    return (Int(byte()) << 8 | Int(byte())) % count
  }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  package mutating func oneIn(_ count: Int) -> Bool { below(count) == count - 1 }

  /// A number that a header may hold: small ones, powers of two, their neighbours, and anything.
  package mutating func number() -> UInt64 {
    switch below(4) {
    case 0: return UInt64(byte())
    case 1: return 1 << UInt64(below(64))
    case 2: return (1 << UInt64(below(64))) &- 1
    default: return (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }
  }

  /// The bytes that are left, or none of a seed's.
  package mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  package mutating func text(atMost count: Int) -> [UInt8] { (0..<below(count + 1)).map { _ in byte() } }
}

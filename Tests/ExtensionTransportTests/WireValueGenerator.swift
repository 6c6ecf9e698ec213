// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Random valid values, the same for the same seed.
struct WireValueGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func object(depth: Int = 4) -> WireValue {
    var object = WireObject()
    for _ in 0..<Int.random(in: 0...6, using: &self) { object[name()] = value(depth: depth - 1) }
    return .object(object)
  }

  private mutating func value(depth: Int) -> WireValue {
    switch Int.random(in: depth > 0 ? 0...7 : 0...5, using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int64.random(in: -9_007_199_254_740_991...9_007_199_254_740_991, using: &self))
    case 3: return .integer(Int64.random(in: -20...20, using: &self))
    case 4, 5: return .string(text())
    case 6: return object(depth: depth)
    default:
      let count = Int.random(in: 0...5, using: &self)
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    }
  }

  private mutating func name() -> String {
    let letters = Array("abcdefXYZ")
    let rest = Array("abcXYZ019.")
    let count = Int.random(in: 0...12, using: &self)
    return String(letters.randomElement(using: &self) ?? "a")
      + String((0..<count).map { _ in rest.randomElement(using: &self) ?? "b" })
  }

  private mutating func text() -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 1...0x1F, 0x7F...0x7FF, 0x800...0xD7FF, 0x1_0000...0x1_FFFD,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...24, using: &self) {
      let range = ranges.randomElement(using: &self) ?? 0x20...0x7E
      text.append(Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "?")
    }
    return String(text)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Random bytes from the system or, for runs on synthetic data, from a seeded stream, so that the same run gives the
/// same tokens.
final class HostRandom {
  private let seed: UInt64?
  private var stream: UInt64?

  /// The system's generator.
  init() { seed = nil }

  /// A reproducible generator, therefore for synthetic data only.
  init(seed: UInt64) {
    self.seed = seed
    stream = seed
  }

  /// The generator for one purpose. Reproducible purposes have separate streams: a restarted host draws from the
  /// beginning again, so the bytes of a grant must not depend on earlier draws.
  func stream(_ purpose: String) -> HostRandom {
    guard var seed = seed else { return self }
    for byte in purpose.utf8 { seed = SplitMix64.mix(seed ^ UInt64(byte)) &+ 0x9E37_79B9_7F4A_7C15 }
    return HostRandom(seed: seed)
  }

  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) } }

  func number(below limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  private func next() -> UInt64 {
    guard var state = stream else { return UInt64.random(in: .min ... .max) }
    defer { stream = state }
    return SplitMix64.next(&state)
  }
}

/// Vigna's SplitMix64, a counter with a finaliser; sufficient for seeds and schedules.
enum SplitMix64 {
  static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mix(state)
  }

  static func mix(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

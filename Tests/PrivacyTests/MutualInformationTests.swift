// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BoundaryChecker

/// Estimates for noisy channels, compared with distributions of known information (`privacy-checker.md`, Capacity).
@Suite struct MutualInformationTests {
  /// Vigna's SplitMix64: the same samples in every run.
  private struct Source {
    var state: UInt64

    mutating func uniform() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((word ^ (word >> 31)) >> 11) / Double(1 << 53)
    }

    mutating func normal() -> Double {
      (-2 * log(max(1e-300, uniform()))).squareRoot() * cos(2 * Double.pi * uniform())
    }
  }

  private func information(
    _ count: Int, seed: UInt64 = 1, _ sample: (inout Source) -> (Double, Double)
  ) -> MutualInformation {
    var source = Source(state: seed)
    return MutualInformation(
      (0..<count).map { _ in
        let (left, right) = sample(&source)
        return (left: left, right: right)
      }, seed: seed)
  }

  @Test func `samples that never overlap carry one bit, and equal ones none`() {
    let apart = information(400) { source in (source.uniform(), 2 + source.uniform()) }
    #expect(abs(apart.estimate - 1) < 0.02 && apart.bits > 0.98 && apart.bits <= 1)
    #expect(information(400) { _ in (7, 7) }.bits == 0)
    #expect(information(400) { _ in (0, 1) }.bits > 0.98)
    for count in 0..<2 { #expect(information(count) { _ in (0, 1) }.bits == 0) }
  }

  /// A symmetric channel with error probability p carries 1 − H(p) bits.
  @Test(arguments: [0.05, 0.11, 0.2, 0.3, 0.4])
  func `the estimate for a symmetric channel equals its capacity`(_ wrong: Double) {
    let known = 1 + wrong * log2(wrong) + (1 - wrong) * log2(1 - wrong)
    let found = (0..<4).map { seed in
      information(1_000, seed: UInt64(seed)) { source in
        (source.uniform() < wrong ? 1 : 0, source.uniform() < wrong ? 0 : 1)
      }.estimate
    }
    #expect(abs(found.reduce(0, +) / 4 - known) < 0.02, "\(found) for \(known)")
  }

  /// Two normal distributions that differ by a shift; the expected value is integrated numerically.
  @Test(arguments: [0.5, 1, 2, 3])
  func `the estimate for shifted noise is close to its capacity and never above it`(_ shift: Double) {
    let step = 0.001
    func density(_ x: Double) -> Double { exp(-x * x / 2) / (2 * Double.pi).squareRoot() }
    let known = stride(from: -8.0, to: 12.0, by: step).reduce(0.0) { sum, x in
      let (a, b) = (density(x), density(x - shift))
      func part(_ p: Double) -> Double { p > 1e-300 ? p / 2 * log2(2 * p / (a + b)) : 0 }
      return sum + step * (part(a) + part(b))
    }
    let found = information(2_000) { source in (source.normal(), source.normal() + shift) }
    // Grouping into classes loses a little information.
    #expect(found.bits < known + 0.02 && found.bits > 0.9 * known - 0.02, "\(found.bits) for \(known)")
  }

  @Test func `noise without a secret gives zero bits in 19 of 20 runs, and zero on average`() {
    let runs = (0..<200).map { seed in
      information(100, seed: UInt64(seed) &* 77 &+ 3) { source in (source.normal(), source.normal()) }
    }
    let false_ = runs.count { $0.bits > 0 }
    #expect(false_ <= 24, "\(false_) of 200")
    #expect(false_ > 0, "the 95th percentile is exceeded now and then")
    // The bias correction must work: without it, few samples seem to carry information.
    let mean = runs.map(\.estimate).reduce(0, +) / 200
    #expect(abs(mean) < 0.003, "\(mean)")
    #expect(runs.allSatisfy { $0.zero > 0 && $0.zero < 0.1 })
  }

  /// If each pair had its own threshold, the worst of six would exceed it in every fourth run.
  @Test func `the worst of many pairs without a secret gives zero bits in 19 of 20 runs`() {
    func worst(_ seed: UInt64, shift: Double = 0) -> MutualInformation {
      var source = Source(state: seed &* 77 &+ 5)
      let groups = (0..<6).map { group in
        (0..<30).map { _ in (left: source.normal(), right: source.normal() + (group == 4 ? shift : 0)) }
      }
      return MutualInformation(worstOf: groups, seed: seed)
    }
    let found = (0..<60).count { worst(UInt64($0)).bits > 0 }
    #expect(found <= 7, "\(found) of 60")
    #expect(found > 0, "the 95th percentile is exceeded now and then")
    // One pair that carries information is still found among the others.
    #expect((0..<5).allSatisfy { worst(UInt64($0), shift: 3).bits > 0.5 })
  }

  @Test func `a machine that slows down does not count as a secret`() {
    var time = 0.0
    let drift = information(500) { source in
      time += 1
      return (time + source.normal(), time + source.normal())
    }
    #expect(drift.bits == 0)
  }

  @Test func `more information than chance reaches is explained when it is not reported as a leak`() {
    func sentence(of information: MutualInformation, isReported: Bool) -> String {
      ChannelResolution(
        channel: "time of pick", pairs: 8, smallest: 3.2, unit: "ms", bitsPerUse: 0.5, usesPerDay: 2,
        information: information
      ).toldSentence(isReported: isReported)
    }
    let told = information(400) { _ in (0, 1) }
    let nothing = information(400) { _ in (7, 7) }
    let explained = "Not reported as a leak: 8 pairs show only a difference of 3.20 ms or more"
    #expect(sentence(of: told, isReported: false).hasSuffix(explained))
    #expect(!sentence(of: told, isReported: true).contains("Not reported"))
    #expect(!sentence(of: nothing, isReported: false).contains("Not reported"))
  }

  @Test func `the same samples and the same seed give the same bits`() {
    let once = information(300) { source in (source.normal(), source.normal() + 0.3) }
    #expect(once == information(300) { source in (source.normal(), source.normal() + 0.3) })
    #expect(once.pairs == 300)
  }
}

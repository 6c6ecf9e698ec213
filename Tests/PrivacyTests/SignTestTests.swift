// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import ExtensionProtocol
import Testing

@Suite struct SignTestTests {
  @Test func `a fair coin shows no effect, and ten heads have a chance of 1 in 512`() {
    #expect(SignTest([1, -1, 1, -1]).chance == 1)
    #expect(abs(SignTest(Array(repeating: 1, count: 10)).chance - 2.0 / 1_024) < 1e-12)
    #expect(SignTest([0, 0, 5]).pairs == 1)
    #expect(SignTest([]).chance == 1)
  }

  @Test func `Holm multiplies the smallest chance by the number of tests and keeps the order`() {
    let corrected = [0.01, 0.04, 0.03].holm
    for (one, wanted) in zip(corrected, [0.03, 0.06, 0.06]) { #expect(abs(one - wanted) < 1e-12) }
  }

  /// The figures of the specification: 80 % power at a chance of 1 in 600 per side.
  @Test(arguments: [(200, 0.058), (700, 1.0 / 60), (2_300, 1.0 / 200)])
  func `a number of pairs detects this many bits per use`(_ pairs: Int, _ bits: Double) {
    let agreement = SignTest.detectableAgreement(pairs: pairs, chance: 0.05 / 30)
    #expect(abs(SignTest.bits(agreement: agreement) - bits) < 0.15 * bits)
  }

  @Test func `if most pairs are ties, the bound is the share of rare differences that could be missed`() {
    // Fifteen that agree have a chance of 1 in 16,384; 2,000 pairs contain them with 80 % power if one in a hundred
    // differs.
    let share = SignTest.detectableShare(pairs: 2_000, chance: 1e-4)
    #expect(share > 0.008 && share < 0.011)
    #expect(SignTest([0, 0, 0, 0]).unseenBits(ofPairs: 4, chance: 1e-4) == 1)
    let quiet = SignTest(Array(repeating: 0, count: 2_000))
    #expect(quiet.unseenBits(ofPairs: 2_000, chance: 1e-4) == share)
    let noisy = SignTest((0..<2_000).map { $0.isMultiple(of: 2) ? 1 : -1 })
    #expect(noisy.unseenBits(ofPairs: 2_000, chance: 1e-4) < share)
  }

  @Test func `a smaller claim needs more repetitions, and the smallest is out of reach`() throws {
    let coarse = try #require(SealedTiming.repetitions(for: 12, at: [.report]))
    let fine = try #require(SealedTiming.repetitions(for: 1, at: [.report]))
    #expect(coarse < fine)
    #expect(SealedTiming.repetitions(for: 0.001, at: [.report]) == nil)
    var plan = PrivacyCheckPlan(isQuick: true, seed: 1, pairs: nil, width: 1)
    #expect(plan.cover(1, at: [.report]) && plan.timedPairs == fine && plan.claim == 1)
    #expect(!plan.cover(0.001, at: [.report]) && plan.claim == 1)
  }

  @Test func `few pairs detect only a certain leak`() {
    #expect(SignTest.detectableAgreement(pairs: 5, chance: 1e-4) == 1)
    #expect(SignTest.bits(agreement: 1) == 1)
    #expect(SignTest.bits(agreement: 0.5) == 0)
  }
}

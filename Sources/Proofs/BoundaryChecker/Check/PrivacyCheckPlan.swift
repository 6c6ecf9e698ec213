// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import PrivacyBoundary

/// How much a check tries.
package struct PrivacyCheckPlan: Sendable {
  package var seed: UInt64
  /// Pairs of host worlds, over all generators.
  package var hostPairs: Int
  /// Pairs of whole days with the family's own programs.
  package var familyPairs: Int
  /// Pairs of worlds whose sealed processes are looked at.
  package var sealedPairs: Int
  /// Repetitions of each timed pair of worlds.
  package var timedPairs: Int
  package var profile: PrivacyProfile
  /// How many worlds are lived at a time.
  package var width: Int
  /// Only these kinds of pairs.
  package var generators = Generator.allCases
  /// Bits a day of which nothing may stay unseen in time or work, or there is no verdict.
  package private(set) var claim: Double?
  /// Only this pair, such as `G1:17`.
  package var only: String?
  /// Only these two worlds, of a leak that was found before.
  package var replay: LeakFile?
  /// Whether what a whole check asks beside its pairs is left out.
  var isOnePair: Bool { only != nil || replay != nil }

  /// - Parameter pairs: scales everything; nil: as the plan is.
  package init(isQuick: Bool, seed: UInt64, pairs: Int?, width: Int) {
    self.seed = seed
    self.width = width
    profile = .standard
    hostPairs = isQuick ? 24 : 240
    familyPairs = isQuick ? 6 : 24
    sealedPairs = isQuick ? 18 : 90
    timedPairs = isQuick ? 24 : 100
    if let pairs {
      hostPairs = pairs
      familyPairs = max(1, pairs / 10)
      sealedPairs = max(1, pairs / 4)
      timedPairs = max(10, pairs / 2)
    }
  }

  /// Repeats timed pairs as often as the claim needs.
  ///
  /// - Returns: whether there is a number of repetitions for it.
  package mutating func cover(_ claim: Double, at points: [ExtensionPoint]) -> Bool {
    guard let repetitions = SealedTiming.repetitions(for: claim, at: points) else { return false }
    self.claim = claim
    timedPairs = max(timedPairs, repetitions)
    return true
  }
}

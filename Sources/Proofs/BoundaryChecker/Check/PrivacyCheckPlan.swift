// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import PrivacyBoundary

/// The amount of work that a check does.
package struct PrivacyCheckPlan: Sendable {
  package var seed: UInt64
  /// Pairs of host worlds, over all generators.
  package var hostPairs: Int
  /// Pairs of whole days with the family's own programs.
  package var familyPairs: Int
  /// Pairs of worlds whose sealed processes are compared.
  package var sealedPairs: Int
  /// Repetitions of each timed pair of worlds.
  package var timedPairs: Int
  /// Names that each sealed point is shown, to find a program that waits for one of them.
  package var sweptNames: Int
  /// The points that are shown them.
  package var sweptPoints: [ExtensionPoint] = [.shieldConfiguration, .report]
  package var profile: PrivacyProfile
  /// The number of worlds that run at a time.
  package var width: Int
  /// The kinds of pairs to run.
  package var generators = Generator.allCases
  /// The smallest leak through time or work that must be detectable, in bits per day; otherwise there is no verdict.
  package private(set) var claim: Double?
  /// The time after which no further pair starts; the verdict is then only about what is open.
  package var timeLimit: Duration?
  /// The time to wait in total for a program that has never answered.
  package var patienceWithSilence: Duration
  /// The only pair to run, such as `G1:17`.
  package var only: String?
  /// The only two worlds to run, from a leak found earlier.
  package var replay: LeakFile?
  /// Whether the check runs one pair only and skips the probes.
  var isOnePair: Bool { only != nil || replay != nil }

  /// - Parameter pairs: scales all counts; `nil` for the default counts.
  package init(isQuick: Bool, seed: UInt64, pairs: Int?, width: Int) {
    self.seed = seed
    self.width = width
    patienceWithSilence = .seconds(isQuick ? 10 : 40)
    profile = .standard
    hostPairs = isQuick ? 24 : 240
    familyPairs = isQuick ? 6 : 24
    sealedPairs = isQuick ? 18 : 90
    timedPairs = isQuick ? 24 : 100
    // 460 names contain one of a hundred with 99 % probability.
    sweptNames = isQuick ? 60 : 460
    if let pairs {
      hostPairs = pairs
      familyPairs = max(1, pairs / 10)
      sealedPairs = max(1, pairs / 4)
      timedPairs = max(10, pairs / 2)
      sweptNames = pairs * 2
    }
  }

  /// Repeats timed pairs often enough for the claim.
  ///
  /// - Returns: whether enough repetitions are feasible.
  package mutating func cover(_ claim: Double, at points: [ExtensionPoint]) -> Bool {
    guard let repetitions = SealedTiming.repetitions(for: claim, at: points) else { return false }
    self.claim = claim
    timedPairs = max(timedPairs, repetitions)
    return true
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The launches of a run, by program.
package struct LaunchTally: Hashable, Sendable {
  /// A reason why a program was not started, with the number of times.
  package struct Refusal: Hashable, Sendable {
    /// `<family>.<name>`.
    package var program: String
    /// The stage of the launch that failed.
    package var stage: String
    /// A sentence: what failed and what to do.
    package var reason: String
    package var count: Int
  }

  /// A family that was left out with all its programs, and the reason.
  package struct LeftOut: Hashable, Sendable {
    package var family: String
    package var reason: String
  }

  /// Launches that succeeded, by program.
  package private(set) var launched: [String: Int] = [:]
  /// Refusals, in the order of their first occurrence.
  package private(set) var refusals: [Refusal] = []
  package private(set) var leftOut: [LeftOut] = []

  package init() {}

  mutating func succeed(_ program: String) { launched[program, default: 0] += 1 }

  /// - Returns: whether this is the first refusal of this program for this reason.
  mutating func refuse(_ program: String, stage: String, reason: String) -> Bool {
    if let index = refusals.firstIndex(where: { $0.program == program && $0.reason == reason }) {
      refusals[index].count += 1
      return false
    }
    refusals.append(Refusal(program: program, stage: stage, reason: reason, count: 1))
    return true
  }

  mutating func leaveOut(_ family: String, because reason: String) {
    leftOut.append(LeftOut(family: family, reason: reason))
  }

  /// Refusals of programs that were never started.
  package var lasting: [Refusal] { refusals.filter { launched[$0.program] == nil } }

  package enum Verdict: Hashable, Sendable {
    /// Every required program was started.
    case complete
    /// Some programs or families were not started.
    case partial
    /// Nothing was started, so nothing can be said about any family.
    case nothing
  }

  package var verdict: Verdict {
    if lasting.isEmpty, leftOut.isEmpty { return .complete }
    return launched.isEmpty ? .nothing : .partial
  }
}

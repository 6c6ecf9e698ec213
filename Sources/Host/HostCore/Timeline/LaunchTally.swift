// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How the launches of a run went, by program.
package struct LaunchTally: Hashable, Sendable {
  /// One reason why a program was not started, and how often.
  package struct Refusal: Hashable, Sendable {
    /// `<family>.<name>`.
    package var program: String
    /// The stage of the launch that failed.
    package var stage: String
    /// One sentence: what failed and what to do.
    package var reason: String
    package var count: Int
  }

  /// A family without any of its programs, and why.
  package struct LeftOut: Hashable, Sendable {
    package var family: String
    package var reason: String
  }

  /// Launches that succeeded, by program.
  package private(set) var launched: [String: Int] = [:]
  /// In the order in which they came first.
  package private(set) var refusals: [Refusal] = []
  package private(set) var leftOut: [LeftOut] = []

  package init() {}

  mutating func succeed(_ program: String) { launched[program, default: 0] += 1 }

  /// - Returns: whether this program was never refused for this reason before.
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
    /// Whatever had to be started was.
    case complete
    /// Some programs or families were not.
    case partial
    /// Nothing was, so nothing can be said about any family.
    case nothing
  }

  package var verdict: Verdict {
    if lasting.isEmpty, leftOut.isEmpty { return .complete }
    return launched.isEmpty ? .nothing : .partial
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What came of a mutant.
package enum Verdict: Sendable, Equatable {
  case caught(by: String)
  /// The number of suites that reached it.
  case survived(suites: Int)

  package var isCaught: Bool { if case .caught = self { true } else { false } }
}

/// Runs the suites that reach a mutant, the fastest first, until one fails.
package struct Examination: Sendable {
  private let suites: [TestSuite]
  private let run: @Sendable ([String], _ mutant: Int, _ limit: Int) throws -> Command.Outcome
  private let distance: @Sendable (_ test: String, _ file: String) -> Int?

  package init(
    suites: [TestSuite], distance: @escaping @Sendable (String, String) -> Int?,
    run: @escaping @Sendable ([String], Int, Int) throws -> Command.Outcome
  ) {
    self.suites = suites
    self.distance = distance
    self.run = run
  }

  package func examine(_ mutant: MutationPlan.Mutant) throws -> Verdict {
    let order = order(for: mutant)
    for batch in Self.batches(order) {
      guard let failed = try failure(batch, mutant.number) else { continue }
      // A second failure shows that it was the mutant, not a busy machine.
      if let again = try failure(failed, mutant.number) { return .caught(by: again.map(\.name).joined(separator: " ")) }
    }
    return .survived(suites: order.count)
  }

  /// The module's own tests first, if they are fast.
  package func order(for mutant: MutationPlan.Mutant) -> [TestSuite] {
    suites.filter { $0.reached.contains(mutant.number) }.map { suite in
      let steps = distance(suite.target, mutant.place.file) ?? 5
      return (suite, suite.seconds + (steps > 1 ? 1 : 0))
    }.sorted { ($0.1, $0.0.name) < ($1.1, $1.0.name) }.map(\.0)
  }

  /// Starting the program takes time, so suites share a run; each run takes longer than the one before.
  package static func batches(_ order: [TestSuite]) -> [[TestSuite]] {
    var batches: [[TestSuite]] = []
    var room = 1.0
    var filled = 0.0
    for suite in order {
      if filled > 0, filled + suite.seconds <= room {
        batches[batches.count - 1].append(suite)
        filled += suite.seconds
      } else {
        if !batches.isEmpty { room = min(room * 3, 20) }
        batches.append([suite])
        filled = suite.seconds
      }
    }
    return batches
  }

  /// The suites that failed, or nil.
  private func failure(_ batch: [TestSuite], _ mutant: Int) throws -> [TestSuite]? {
    let seconds = batch.map(\.seconds).reduce(0, +)
    let outcome = try run(batch.map(\.name), mutant, Int(seconds * 4) + 15)
    if outcome.status == 0 { return nil }
    let names = outcome.output.matches(of: /✘ Suite "?([^" ]+)"? failed after/).map { String($0.1) }
    let failed = batch.filter { suite in names.contains { suite.name.hasSuffix(".\($0)") } }
    // After a crash or at the limit no suite is named.
    return failed.isEmpty ? batch : failed
  }
}

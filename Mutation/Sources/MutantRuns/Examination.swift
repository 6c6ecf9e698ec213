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
  private let suites: [(suite: TestSuite, words: NameWords)]
  /// The most that the suites of a mutant take together, in seconds.
  private let budget: Double
  private let run: @Sendable ([String], _ mutant: Int, _ limit: Int) throws -> Command.Outcome
  /// The mutants that are said to be equivalent, by their place's key.
  private let argued: Set<String>
  /// Whether a test target is about the target of a file.
  private let isOwn: @Sendable (_ test: String, _ file: String) -> Bool

  package init(
    suites: [TestSuite], budget: Int, argued: Set<String> = [], isOwn: @escaping @Sendable (String, String) -> Bool,
    run: @escaping @Sendable ([String], Int, Int) throws -> Command.Outcome
  ) {
    self.suites = suites.map { suite in
      (suite, NameWords(suite.name.drop { $0 != "." }).without("test"))
    }
    self.budget = Double(budget)
    self.argued = argued
    self.isOwn = isOwn
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

  /// The suites to run, the likeliest to notice the mutant first, up to the budget.
  ///
  /// Faster suites come first. A suite of the module's own tests counts as four times as fast, and so does one whose
  /// name shares a word with the file or its folder. A mutant listed as equivalent gets a tenth of the budget, enough to
  /// find some wrong arguments.
  package func order(for mutant: MutationPlan.Mutant) -> [TestSuite] {
    var left = argued.contains(mutant.place.key) ? budget / 10 : budget
    let path = mutant.place.file.split(separator: "/")
    let file = NameWords(path.last?.prefix { $0 != "." } ?? "", path.dropLast().last ?? "")
    return suites.filter { $0.suite.reached.contains(mutant.number) }.map { suite, words in
      let cost = isOwn(suite.target, mutant.place.file) ? suite.seconds / 4 : suite.seconds + 1
      return (suite, words.share(with: file) ? cost / 4 : cost)
    }.sorted { ($0.1, $0.0.name) < ($1.1, $1.0.name) }.map(\.0).filter { suite in
      guard suite.seconds <= left else { return false }
      left -= suite.seconds
      return true
    }
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

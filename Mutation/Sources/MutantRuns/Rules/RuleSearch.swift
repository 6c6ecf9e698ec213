// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Finds for a rule a fault that a test naming the rule notices.
package struct RuleSearch: Sendable {
  /// The most runs for one rule.
  private static let most = 60

  private let tests: [TestSuite]
  private let mutants: [Int: MutationPlan.Mutant]
  /// How many of the tests reach a mutant.
  private let reachedBy: [Int: Int]
  private let run: @Sendable (_ test: String, _ mutant: Int, _ limit: Int) throws -> Command.Outcome

  /// - Parameters:
  ///   - tests: single tests that pass without a mutant, by the name that the test program lists.
  ///   - run: runs one of them with a mutant.
  package init(
    tests: [TestSuite], mutants: [MutationPlan.Mutant],
    run: @escaping @Sendable (String, Int, Int) throws -> Command.Outcome
  ) {
    self.tests = tests
    self.mutants = Dictionary(uniqueKeysWithValues: mutants.map { ($0.number, $0) })
    reachedBy = tests.reduce(into: [:]) { counts, test in
      for mutant in test.reached { counts[mutant, default: 0] += 1 }
    }
    self.run = run
  }

  /// A fault that breaks the rule; the known one if it still does.
  package func fault(of rule: RuleTable.Rule, known: RuleFaults.Row?) throws -> RuleFaults.Row? {
    let pairs = candidates(of: rule)
    let first = pairs.filter { test, mutant in
      guard let known, let place = mutants[mutant]?.place else { return false }
      return known.isAt(place) && known.test == Self.shown(test)
    }
    for (test, mutant) in first + pairs.prefix(Self.most) where try fails(test, mutant) {
      return mutants[mutant].map { RuleFaults.Row(rule: rule.id, test: Self.shown(test), place: $0.place) }
    }
    return nil
  }

  /// Tests with the mutants that they reach. A mutant that few tests reach comes first: it is in the code of few rules.
  package func candidates(of rule: RuleTable.Rule) -> [(test: TestSuite, mutant: Int)] {
    let naming = Set(rule.tests)
    return tests.filter { test in TestName(listed: test.name).map(naming.contains) ?? false }
      .flatMap { test in test.reached.filter { mutants[$0] != nil }.map { (test, $0) } }
      .sorted { rank($0) < rank($1) }
  }

  private func rank(_ pair: (test: TestSuite, mutant: Int)) -> (Int, Double, Int, String) {
    (reachedBy[pair.mutant] ?? 0, pair.test.seconds, pair.mutant, pair.test.name)
  }

  /// Whether the test records an issue, twice. A crash isn't enough: it may have nothing to do with the rule.
  private func fails(_ test: TestSuite, _ mutant: Int) throws -> Bool {
    for _ in 1...2 {
      let outcome = try run(test.name, mutant, Int(test.seconds * 4) + 15)
      guard outcome.status != 0, !outcome.isTimeout, outcome.output.contains("recorded an issue") else { return false }
    }
    return true
  }

  private static func shown(_ test: TestSuite) -> String { TestName(listed: test.name)?.description ?? test.name }
}

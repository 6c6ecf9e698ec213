// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import MutantOperators
@testable import MutantRuns

@Suite struct RuleSearchTests {
  private let listed = "ATests.Days/`ends a day | once (D1, C2)`()"
  private let rule = RuleTable.Rule(
    id: "D1", tests: [TestName(shown: "ATests: ends a day | once (D1, C2)")].compactMap { $0 }, hasPlantedFault: false)
  private let mutants = (1...3).map { number in
    MutationPlan.Mutant(
      number: number, module: "rules",
      place: SwiftPlaces(file: "Sources/A/A.swift", text: "let a = b < \(number)").places[0])
  }

  /// Searches with a program in which the test fails with some mutants; returns the runs too.
  private func search(
    failing: Set<Int>, known: RuleFaults.Row? = nil, says: String = "✘ Test recorded an issue at A.swift:1:1: no",
    status: Int32 = 1
  ) throws -> (row: RuleFaults.Row?, runs: [Int]) {
    let runs = Mutex<[Int]>([])
    let tests = [
      TestSuite(name: listed, seconds: 1, reached: [1, 2, 3]),
      TestSuite(name: "ATests.Days/`keeps a day (D2)`()", seconds: 1, reached: [1, 3]),
    ]
    let search = RuleSearch(tests: tests, mutants: mutants) { test, mutant, _ in
      #expect(test == listed)
      runs.withLock { $0.append(mutant) }
      let fails = failing.contains(mutant)
      return Command.Outcome(status: fails ? status : 0, output: fails ? says : "", seconds: 0)
    }
    return (try search.fault(of: rule, known: known), runs.withLock { $0 })
  }

  @Test func `a mutant that the fewest tests reach is tried first, and must make the test fail twice`() throws {
    let (row, runs) = try search(failing: [1, 3])
    #expect(runs == [2, 1, 1])
    #expect(row == RuleFaults.Row(rule: "D1", test: "ATests: ends a day | once (D1, C2)", place: mutants[0].place))
  }

  @Test func `the known fault is tried before others`() throws {
    let known = RuleFaults.Row(rule: "D1", test: "ATests: ends a day | once (D1, C2)", place: mutants[2].place)
    #expect(try search(failing: [1, 3], known: known).runs == [3, 3])
  }

  @Test func `a crash, a run without end and a success break no rule`() throws {
    #expect(try search(failing: [1, 2, 3], says: "Fatal error").row == nil)
    #expect(try search(failing: [1, 2, 3], status: 124).row == nil)
    #expect(try search(failing: []).row == nil)
  }

  @Test func `reads rules and tests from the page, and finds the tests in the program's list`() throws {
    let page = """
      | rule | statement | source | tests | found faults |
      |---|---|---|---|---|
      | D1 | One \\| two. | ours | ATests: ends a day \\| once (D1, C2)<br>BTests: is &lt; 3 (D1) |  |
      | D2 | Two. | ours | BTests: plain | [a](../Tests/Mutants/a.patch)<br>[A.swift](../A.swift): negate `a → b` |
      | WIDGET-W1 | Three. | ATests: three |
      """
    let rules = RuleTable(page: page).rules
    #expect(rules.map(\.id) == ["D1", "D2"] && rules.map(\.hasPlantedFault) == [false, true])
    #expect(rules[0].tests.map(\.name) == ["ends a day | once (D1, C2)", "is < 3 (D1)"])
    #expect(rules[0].tests[0] == TestName(listed: listed))
    #expect(rules[1].tests[0] == TestName(listed: "BTests.Some/plain(arg:)"))
    #expect(TestName(listed: "BTests") == nil)
  }

  @Test func `a table that is written is read again, and a damaged row is named`() throws {
    let faults = RuleFaults(rows: [.init(rule: "D1", test: "ATests: ends (D1)", place: mutants[0].place)])
    #expect(try RuleFaults(text: faults.text) == faults)
    #expect(faults.rows[0].isAt(mutants[0].place) && !faults.rows[0].isAt(mutants[1].place))
    #expect { try RuleFaults(text: "D1\tATests: ends") } throws: { "\($0)".contains("“D1\tATests: ends” is not rule") }
  }
}

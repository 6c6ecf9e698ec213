// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import MutantOperators
@testable import MutantRuns

@Suite struct ExaminationTests {
  private let mutant = MutationPlan.Mutant(
    number: 3, module: "rules",
    place: SwiftPlaces(file: "Sources/A/A.swift", text: "let a = b < c").places[0])

  private func suite(_ name: String, _ seconds: Double, reaches: Set<Int> = [3]) -> TestSuite {
    TestSuite(name: name, seconds: seconds, reached: reaches)
  }

  /// Examines with a machine on which the given suites fail; returns the suites that were run.
  private func examine(
    _ suites: [TestSuite], failing: Set<String>, argued: Set<String> = [], status: Int32 = 1
  ) throws -> (verdict: Verdict, runs: [[String]]) {
    let runs = Mutex<[[String]]>([])
    let examination = Examination(
      suites: suites, budget: 60, argued: argued, isOwn: { test, _ in test == "ATests" }
    ) { names, _, _ in
      runs.withLock { $0.append(names) }
      let failed = names.filter { failing.contains($0) }
      let lines = failed.map { "✘ Suite \($0.split(separator: ".").last ?? "") failed after 1 s" }
      return Command.Outcome(
        status: failed.isEmpty ? 0 : status, output: status == 1 ? lines.joined(separator: "\n") : "", seconds: 0)
    }
    return (try examination.examine(mutant), runs.withLock { $0 })
  }

  @Test func `runs only suites that reach the mutant, the fastest and nearest first, and stops at a failure`() throws {
    let suites = [
      suite("BTests.Far", 0.2), suite("ATests.Slow", 9), suite("ATests.Fast", 0.9),
      suite("ATests.Other", 0.1, reaches: [4]),
    ]
    let (verdict, runs) = try examine(suites, failing: ["ATests.Fast"])
    #expect(verdict == .caught(by: "ATests.Fast"))
    #expect(runs == [["ATests.Fast"], ["ATests.Fast"]])
  }

  @Test func `a mutant that every suite accepts survives`() throws {
    let (verdict, runs) = try examine([suite("ATests.Fast", 0.5), suite("ATests.Slow", 9)], failing: [])
    #expect(verdict == .survived(suites: 2))
    #expect(runs == [["ATests.Fast"], ["ATests.Slow"]])
  }

  @Test func `the module's own suites come before faster ones, and suites beyond the budget are left out`() throws {
    let suites = [
      suite("ATests.Slow", 4), suite("BTests.Far", 0.5), suite("BTests.Slow", 57), suite("BTests.Last", 58),
    ]
    let (verdict, runs) = try examine(suites, failing: [])
    #expect(runs.flatMap(\.self) == ["ATests.Slow", "BTests.Far"] && verdict == .survived(suites: 2))
    let fits = try examine(Array(suites.dropFirst()), failing: [])
    #expect(fits.runs.flatMap(\.self) == ["BTests.Far", "BTests.Slow"])
  }

  @Test func `suites that share a word with the file or its folder come before others`() throws {
    let place = SwiftPlaces(file: "Sources/Host/Reports/QuerySpan.swift", text: "let a = b < c").places[0]
    let mutant = MutationPlan.Mutant(number: 3, module: "device", place: place)
    let names = ["ATests.DeviceTests", "ATests.ReportTests", "ATests.SpanTests", "ATests.ChatTests"]
    let examination = Examination(
      suites: names.enumerated().map { suite($1, Double($0 + 1)) }, budget: 60, isOwn: { _, _ in true },
      run: { _, _, _ in Command.Outcome(status: 0, output: "", seconds: 0) })
    #expect(
      examination.order(for: mutant).map(\.name)
        == ["ATests.ReportTests", "ATests.SpanTests", "ATests.DeviceTests", "ATests.ChatTests"])
    #expect(NameWords("ReportQueriesOfTests").words == ["report", "querie", "test"])
  }

  @Test func `a mutant that is said to be equivalent has a tenth of the budget`() throws {
    let suites = [suite("ATests.Fast", 5), suite("ATests.Slow", 7)]
    let (verdict, _) = try examine(suites, failing: [], argued: [mutant.place.key])
    #expect(verdict == .survived(suites: 1))
    #expect(try examine(suites, failing: ["ATests.Fast"], argued: [mutant.place.key]).verdict.isCaught)
  }

  @Test func `a mutant that no suite reaches survives`() throws {
    #expect(try examine([suite("ATests.Fast", 1, reaches: [])], failing: []).verdict == .survived(suites: 0))
  }

  @Test func `a crash and a run without end count as caught`() throws {
    #expect(try examine([suite("ATests.Fast", 1)], failing: ["ATests.Fast"], status: 124).verdict.isCaught)
  }

  @Test func `a failure that does not repeat is not counted`() throws {
    let isFirst = Mutex(true)
    let examination = Examination(suites: [suite("ATests.Fast", 1)], budget: 60, isOwn: { _, _ in true }) { _, _, _ in
      let first = isFirst.withLock { value in
        defer { value = false }
        return value
      }
      return Command.Outcome(status: first ? 1 : 0, output: "", seconds: 0)
    }
    #expect(try examination.examine(mutant) == .survived(suites: 1))
  }

  @Test func `colours are removed from a program's output`() throws {
    let command = Command(["printf", #"\033[91m✘\033[0m Suite A failed"#], in: URL(filePath: "/"))
    #expect(try command.run().output == "✘ Suite A failed")
  }

  @Test func `a program that runs too long is killed`() throws {
    let start = ContinuousClock.now
    let outcome = try Command(["sleep", "60"], in: URL(filePath: "/"), limit: 1).run()
    #expect(outcome.isTimeout)
    #expect(ContinuousClock.now - start < .seconds(30))
  }
}

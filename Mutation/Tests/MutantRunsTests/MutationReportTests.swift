// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MutantOperators
@testable import MutantRuns

@Suite struct MutationReportTests {
  private func mutant(_ number: Int, _ module: String, _ text: String) -> MutationPlan.Mutant {
    MutationPlan.Mutant(number: number, module: module, place: SwiftPlaces(file: "A.swift", text: text).places[0])
  }

  @Test func `reports the share of each module, and each survivor with its place and change`() {
    let report = MutationReport(
      seed: 7,
      [
        (mutant(1, "rules", "let a = b < c"), .survived(suites: 4)),
        (mutant(2, "rules", "let a = 5"), .caught(by: "X")), (mutant(3, "store", "let a = 5"), .caught(by: "X")),
      ], equivalents: Equivalents(text: ""))
    #expect(
      report.text == """
        SEED 7
        MODULE             MUTANTS      CAUGHT       SHARE  EQUIVALENT
        rules                    2           1        50 %           0
        store                    1           1       100 %           0
        all                      3           2        66 %           0

        SURVIVORS
        A.swift:1: boundary, mutant 1, 4 suites reach it
          - b < c
          + b <= c
          A.swift | boundary | let a = b < c | b < c → b <= c
        """)
    #expect(!report.reaches(0.9))
    #expect(report.reaches(0.5))
  }

  @Test func `a survivor with an argument is not counted`() {
    let equivalents = Equivalents(
      text: "# why\nA.swift | boundary | let a = b < c | b < c → b <= c\n  b is never c,\n  because.\n")
    #expect(equivalents.reasons.values.sorted() == ["b is never c, because."])
    let report = MutationReport(
      seed: 7, [(mutant(1, "rules", "let a = b < c"), .survived(suites: 4))], equivalents: equivalents)
    #expect(report.rows == [.init(module: "rules", counted: 0, caught: 0, equivalent: 1)])
    #expect(report.survivors.isEmpty)
  }

  @Test func `entries without an argument, and of lines that are gone, are named`() {
    let equivalents = Equivalents(text: "A\nB\n  because\n")
    #expect(equivalents.unargued == ["A"])
    #expect(equivalents.stale(["A"]) == ["B"])
  }

  @Test func `the files of entries are known, so that a run of other modules can check them`() {
    let text = "Sources/A B.swift | boundary | let a = b < c | b < c → b <= c\n  because\n"
    #expect(Equivalents(text: text).files == ["Sources/A B.swift"])
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MutantRuns

/// A package with a Swift module, a C module and tests that leave a gap in each, mutated, built and tested as a whole.
@Suite struct MutationRunTests {
  private let files = [
    "Package.swift": """
    // swift-tools-version: 6.3
    import PackageDescription
    let package = Package(
      name: "limits",
      targets: [
        .target(name: "Limits"), .target(name: "CLimits", cSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(name: "LimitsTests", dependencies: ["CLimits", "Limits"]),
      ])
    """,
    "Sources/Limits/Limit.swift": """
    public func isOver(_ used: Int, _ limit: Int) -> Bool { used > limit }
    public func unused(_ a: Int) -> Bool { a != 4 }
    """,
    "Sources/CLimits/limit.c": """
    #include "limit.h"
    int least(int a, int b) {
      if (a < b) return a;
      return b;
    }
    """,
    "Sources/CLimits/include/limit.h": "int least(int a, int b);\n",
    "Tests/LimitsTests/LimitTests.swift": """
    import CLimits
    import Limits
    import Testing
    @Suite struct LimitTests {
      @Test func over() { #expect(isOver(5, 3) && !isOver(1, 3)) }
    }
    @Suite struct LeastTests {
      @Test func least() { #expect(CLimits.least(3, 4) == 3 && CLimits.least(4, 3) == 3) }
    }
    """,
    "modules.txt": "swift Sources/Limits\nc Sources/CLimits\n",
    "equivalent.txt": """
    Sources/CLimits/limit.c | boundary | if (a < b) return a; | a < b → a <= b
      If both are the same, either is the least.
    """,
  ]

  /// Writes the package to a new folder.
  private func makePackage() throws -> (root: URL, options: [String]) {
    let root = FileManager.default.temporaryDirectory.appending(path: "mutation-\(UUID().uuidString)")
    for (name, text) in files {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try Data(".build*\n".utf8).write(to: root.appending(path: ".gitignore"))
    #expect(try Command(["git", "init", "--quiet"], in: root).run().status == 0)
    return (
      root,
      [
        "--root", root.path, "--count", "30", "--modules-file", root.appending(path: "modules.txt").path,
        "--equivalents", root.appending(path: "equivalent.txt").path,
      ]
    )
  }

  @Test func `reports the survivors of a package, and the share of each module`() async throws {
    let (root, options) = try makePackage()
    defer { try? FileManager.default.removeItem(at: root) }

    let reports = try #require(try await MutationRun(MutationOptions(options + ["--seed", "1,2"])) { _ in }.run())

    // Every place is drawn, by each of the seeds.
    #expect(reports.map(\.seed) == [1, 2])
    for report in reports {
      #expect(
        report.rows == [
          .init(module: "swift", counted: 7, caught: 2, equivalent: 0),
          .init(module: "c", counted: 4, caught: 4, equivalent: 1),
        ])
    }
    let report = try #require(reports.first)
    let survivors = report.survivors.map { "\($0.mutant.place.line) \($0.mutant.place.after) \($0.suites)" }
    #expect(
      Set(survivors) == ["1 used >= limit 1", "2 a == 4 0", "2 5 0", "2 true 0", "2 false 0"])
    // The checkout has no mutant.
    let text = try String(contentsOf: root.appending(path: "Sources/Limits/Limit.swift"), encoding: .utf8)
    #expect(text == files["Sources/Limits/Limit.swift"])
  }

  @Test func `finds a fault for a rule, and keeps one whose test was not used, but as not seen`() async throws {
    let (root, options) = try makePackage()
    defer { try? FileManager.default.removeItem(at: root) }
    let kept = "D2\tLimitsTests: is slow (D2)\tSources/Limits/Limit.swift\tnegate\ta\tb → c\n"
    let (page, table) = (root.appending(path: "docs/rules.md"), root.appending(path: "rules.tsv"))
    try FileManager.default.createDirectory(at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(
      """
      | D1 | One. | ours | LimitsTests: least |  |
      | D2 | Two. | ours | LimitsTests: is slow (D2) |  |
      | D3 | Three. | ours | LimitsTests: is missing (D3) |  |
      | D4 | Four. | ours | LimitsTests: over | [a](../Tests/Mutants/a.patch) |

      """.utf8
    ).write(to: page)
    try Data(kept.utf8).write(to: table)
    for _ in 1...2 {
      let unseen = try await MutationRun(MutationOptions(options)) { _ in }.runRules(table)
      #expect(unseen == ["D2", "D3"])
      let rows = try RuleFaults(text: String(contentsOf: table, encoding: .utf8)).rows
      #expect(rows.map(\.rule) == ["D1", "D2"])
      #expect(rows.first?.test == "LimitsTests: least" && rows.first?.file == "Sources/CLimits/limit.c")
      #expect(rows.last == (try RuleFaults(text: kept)).rows.first)
    }
  }
}

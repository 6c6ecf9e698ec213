// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Foundation
import TestThreads
import Testing

/// The table of leaks with the smallest demonstration of each mechanism; `make privacy` runs the whole table.
@Suite struct LeakTableTests {
  private static let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "zoo.tsv").path

  @Test(arguments: ["L001", "L005", "L010", "L020", "L025", "L033", "L044", "L076", "L082", "L092"])
  func `an attempt has the outcome of its row`(_ id: String) async throws {
    let row = try #require(try PlantedLeakCase.table(contentsOf: Self.table).first { $0.id == id })
    let outcome = try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        try PlantedLeakTrials(
          program: PlantedLeakFixture.programs + "/sallyport-leak",
          launcher: PlantedLeakFixture.programs + "/sallyport-launch",
          directory: fixture.directory, isQuick: true
        ).outcome(of: row)
      }
    }
    #expect(outcome.matches, "\(id): expected \(row.verdict), seen \(outcome.seen): \(outcome.evidence)")
    #expect(outcome.seen != .untried)
  }

  @Test func `two worlds of this host are equal, and its tokens can't be linked`() async throws {
    let findings = try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        try PlantedLeakTrials(
          program: PlantedLeakFixture.programs + "/sallyport-leak",
          launcher: PlantedLeakFixture.programs + "/sallyport-launch",
          directory: fixture.directory, isQuick: true
        ).hostFindings(pairs: 24, width: 2)
      }
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  /// Each of these faults must be found by P1: as a difference between two worlds or as data where none may be.
  @Test(arguments: HostFault.allCases) func `finds a host that leaks`(
    _ fault: HostFault
  ) async throws {
    let wanted =
      switch fault {
      case .useInCallback, .chanceInSeed: "/delivery/seed"
      case .nameInRequest: "name or identity sent to"
      case .tokensByItem: "order of tokens sent to"
      case .deliveriesOfAll: "/delivery/sequence"
      }
    // Thirteen pairs have every kind of secret. Most faults show in the first few.
    let findings = try await onOwnThread {
      var findings: [String] = []
      for pairs in [3, 13] where !findings.contains(where: { $0.contains(wanted) }) {
        findings = try PlantedLeakFixture.with { fixture in
          try PlantedLeakTrials(
            program: PlantedLeakFixture.programs + "/sallyport-leak",
            launcher: PlantedLeakFixture.programs + "/sallyport-launch",
            directory: fixture.directory, isQuick: true
          ).hostFindings(pairs: pairs, width: 2, fault: fault)
        }
      }
      return findings
    }
    #expect(findings.contains { $0.contains(wanted) }, "\(findings)")
  }

  @Test func `a row without a trial states the reason`() throws {
    for row in try PlantedLeakCase.table(contentsOf: Self.table) where row.trial == .none {
      #expect(!row.note.isEmpty, "\(row.id)")
    }
  }

  @Test(.enabled(if: Specification.leaks != nil, "needs the table of leaks of the specification"))
  func `the table has every leak of the specification, with its verdict`() throws {
    let rows = try PlantedLeakCase.table(contentsOf: Self.table)
    let wanted = try #require(Specification.leaks)
    let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.verdict.rawValue) })
    for (id, verdict) in wanted { #expect(found[id] == verdict, "\(id)") }
  }
}

/// The specification's verdicts, if it is beside the repository.
private enum Specification {
  /// Verdicts by identifier.
  static let leaks: [String: String]? = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/spec/leaks.tsv")
    guard let text = try? String(contentsOf: path.standardizedFileURL, encoding: .utf8) else { return nil }
    let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.filter { $0.count > 3 }.map { ($0[0], $0[3]) })
  }()
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import TestThreads
import Testing

/// Every row of the conformance suite, proven by an extension that breaks it and nothing else.
@Suite struct ConformanceTests {
  @Test(arguments: [ExtensionPoint.monitor, .shieldConfiguration, .report])
  func `an extension without a fault passes every row`(at point: ExtensionPoint) async throws {
    let report = try await Self.report { try FaultyExtension("none", at: point) }
    #expect(report.rows.map(\.id) == (1...15).map { "C\($0)" })
    #expect(report.failures.isEmpty, "\(report.failures)")
  }

  @Test(arguments: [
    ("C1", ExtensionPoint.monitor), ("C2", .monitor), ("C3", .monitor), ("C4", .monitor), ("C5", .monitor),
    ("C6", .monitor), ("C7", .monitor), ("C8", .monitor), ("C9", .monitor), ("C10", .monitor), ("C11", .monitor),
    ("C12", .monitor), ("C13", .monitor), ("C14", .report), ("C15", .shieldConfiguration),
  ])
  func `a fault fails its own row and no other`(row: String, at point: ExtensionPoint) async throws {
    let report = try await Self.report { try FaultyExtension(row, at: point) }
    #expect(report.failures.map(\.id) == [row], "\(report.failures)")
    #expect(report.failures.allSatisfy { $0.verdict.remedy?.isEmpty == false })
  }

  @Test func `a program that is no extension fails the first row, and the others say why they were not tried`()
    async throws
  {
    let report = try await Self.report { try FaultyExtension(program: "/bin/true", at: .monitor) }
    #expect(report.failures.map(\.id).contains("C1"))
    #expect(report.rows.first { $0.id == "C6" }?.verdict.word == "skipped")
  }

  /// What the suite finds in one extension; it waits out many silences, and the other extensions don't wait for that.
  private static func report(
    on extended: @escaping @Sendable () throws -> FaultyExtension
  ) async throws -> ConformanceReport {
    try await onOwnThread {
      let faulty = try extended()
      return try ConformanceSuite(faulty.subject, on: faulty.stage, pace: FaultyExtension.pace).run()
    }
  }
}

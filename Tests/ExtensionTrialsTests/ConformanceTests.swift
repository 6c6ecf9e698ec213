// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Foundation
import TestThreads
import Testing

/// Every row of the conformance suite, checked with an extension that violates only that row.
@Suite struct ConformanceTests {
  @Test(arguments: [ExtensionPoint.monitor, .shieldConfiguration, .report])
  func `an extension without a fault passes every row`(at point: ExtensionPoint) async throws {
    let report = try await Self.report { try FaultyExtension("none", at: point) }
    #expect(report.rows.map(\.id) == (1...15).map { "CONF-\($0)" })
    #expect(report.failures.isEmpty, "\(report.failures)")
  }

  @Test(arguments: [
    ("CONF-1", ExtensionPoint.monitor), ("CONF-2", .monitor), ("CONF-3", .monitor), ("CONF-4", .monitor),
    ("CONF-5", .monitor), ("CONF-6", .monitor), ("CONF-7", .monitor), ("CONF-8", .monitor), ("CONF-9", .monitor),
    ("CONF-10", .monitor), ("CONF-11", .monitor), ("CONF-11.commit", .monitor), ("CONF-11.memory", .monitor),
    ("CONF-11.files", .monitor), ("CONF-11.descriptors", .monitor), ("CONF-12", .monitor), ("CONF-13", .monitor),
    ("CONF-13.calendar", .monitor), ("CONF-13.zone", .monitor), ("CONF-14", .report),
    ("CONF-15", .shieldConfiguration),
  ])
  func `a fault fails its own row and no other`(fault: String, at point: ExtensionPoint) async throws {
    let report = try await Self.report { try FaultyExtension(fault, at: point) }
    #expect(report.failures.map(\.id) == [String(fault.prefix { $0 != "." })], "\(report.failures)")
    #expect(report.failures.allSatisfy { $0.verdict.remedy?.isEmpty == false })
  }

  @Test func `printing to descriptor 1 fails the row of lines on standard streams, and no row on descriptors 3 and 4`()
    async throws
  {
    let streams = try await Self.report { try FaultyExtension("talks", at: .monitor, wire: .stdio) }
    #expect(streams.failures.map(\.id) == ["CONF-5"], "\(streams.failures)")
    let descriptors = try await Self.report { try FaultyExtension("talks", at: .monitor) }
    #expect(descriptors.failures.isEmpty, "\(descriptors.failures)")
  }

  /// Extensions/PythonMonitor was written from docs/wire.md alone.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
  func `the monitor in Python passes every row`() async throws {
    let report = try await Self.report {
      try FaultyExtension(program: Self.example("PythonMonitor/monitor.py"), at: .monitor)
    }
    #expect(report.failures.isEmpty, "\(report.failures)")
    let note = report.rows.first { $0.id == "CONF-8" }?.verdict.reason
    #expect(note == "confirmed: ack, cancel, commit")
  }

  /// Extensions/CMonitor was written from docs/wire.md alone.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs /usr/bin/cc"))
  func `the monitor in C passes every row`() async throws {
    let report = try await Self.report {
      let directory = NSTemporaryDirectory() + "sallyport-monitor-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      defer { try? FileManager.default.removeItem(atPath: directory) }
      let compiler = try Process.run(
        URL(filePath: "/usr/bin/cc"),
        arguments: ["-O2", "-o", directory + "/monitor", Self.example("CMonitor/monitor.c"), "-ljson-c"])
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      return try FaultyExtension(program: directory + "/monitor", at: .monitor)
    }
    #expect(report.failures.isEmpty, "\(report.failures)")
  }

  private static func example(_ path: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Extensions/\(path)").path
  }

  @Test func `a program that is not an extension fails the first row, and the others report why they were skipped`()
    async throws
  {
    let report = try await Self.report { try FaultyExtension(program: "/bin/true", at: .monitor) }
    #expect(report.failures.map(\.id).contains("CONF-1"))
    #expect(report.rows.first { $0.id == "CONF-6" }?.verdict.word == "skipped")
  }

  /// The report of the suite on one extension, on its own thread, because the suite blocks while it waits for timeouts.
  private static func report(
    on extended: @escaping @Sendable () throws -> FaultyExtension
  ) async throws -> ConformanceReport {
    try await onOwnThread {
      let faulty = try extended()
      return try ConformanceSuite(faulty.subject, on: faulty.stage, pace: FaultyExtension.pace).run()
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing
import TestThreads
import Testing
import WallTrials

/// Runs every attack of the table against every sandbox variant of a root host; the host judges the outcome.
@Suite struct AttackTests {
  @Test(.enabled(if: geteuid() == 0, "needs a root host"))
  func `the sandboxes of a root host contain every attack`() async throws {
    Self.check(try await onOwnThread { try Programs.trials().run() })
  }

  /// Its view has loader and libraries, their mappings may be executable, and its limits are wider. It must withstand
  /// the same attacks.
  @Test func `a dynamic executable is contained as well`() async throws {
    let directory = "/tmp/dynamic-attack-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let program = try Programs.dynamicAttack(in: directory)
    let rows = Set(Attack.all.map(\.name))
    let report = try await onOwnThread {
      try WallTrials(launcher: Programs.launcher, program: program, scratch: "/tmp")
        .run(walls: [.sealedFiles, .confined], rows: rows)
    }
    for line in report.lines {
      print("dynamic, \(line.wall): \(line.attempted) attempted, \(line.succeeded) succeeded")
    }
    for failure in report.failures {
      Issue.record("\(failure.attack) behind \(failure.wall.rawValue): \(failure.verdict)")
    }
    #expect(report.refused.isEmpty)
    #expect(report.lines.count == 2 && report.lines.allSatisfy { $0.attempted > 150 })
  }

  @Test func `the table and the program name the same attacks`() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Programs.attack)
    process.arguments = ["--list"]
    process.standardOutput = output
    try process.run()
    let listed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(Set(listed.split(separator: "\n").map(String.init)) == Set(Attack.all.map(\.name)))
    #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
  }

  fileprivate static func check(_ report: TrialReport) {
    for line in report.lines {
      print(
        "\(line.host.rawValue) \(line.wall): \(line.attempted) attempted, \(line.contained) contained,",
        "\(line.residual) residual, \(line.succeeded) succeeded; controls \(line.controls)")
    }
    for entry in report.recorded { print("\(entry.attack) behind \(entry.wall.rawValue): \(entry.verdict.finding)") }
    for refusal in report.refused { print("\(refusal.wall.rawValue) is not given: \(refusal.reason)") }
    for failure in report.failures {
      Issue.record("\(failure.attack) behind \(failure.wall.rawValue): \(failure.verdict)")
    }
    // A refused variant was not attacked, so nothing is known about it.
    for wall in [SandboxVariant.sealedCompute, .sealedFiles, .confined] {
      #expect(report.lines.contains { $0.wall == wall.rawValue && $0.attempted > 150 }, "\(wall.rawValue)")
    }
  }
}

/// The same attacks on an unprivileged host. `scripts/test` runs this suite alone: the threads of a root host have a higher
/// priority, so its attacks would delay the watch of memory here, which has none.
@Suite struct UnprivilegedAttackTests {
  @Test func `the sandboxes of an unprivileged host contain every attack`() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 {
        // A separate uid, so that a census finds only its own processes.
        let uid = 400_000 + UInt32(getpid())
        setgroups(0, nil)
        setgid(uid)
        setuid(uid)
      }
      AttackTests.check(try Programs.trials().run())
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WallTrials

/// Every attack of the table, behind every wall, from both kinds of host; the verdicts are the host's.
@Suite struct AttackTests {
  @Test(.enabled(if: geteuid() == 0, "needs a root host")) func `the walls of a root host hold`() async throws {
    Self.check(try await Programs.onThread { try Programs.trials().run() })
  }

  @Test func `the walls of an unprivileged host hold`() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 {
        // A uid of its own, so that a census of its processes sees nobody else's.
        let uid = 400_000 + UInt32(getpid())
        setgroups(0, nil)
        setgid(uid)
        setuid(uid)
      }
      Self.check(try Programs.trials().run())
    }
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

  private static func check(_ report: TrialReport) {
    for line in report.lines {
      print(
        "\(line.host.rawValue) \(line.wall): \(line.attempted) attempted, \(line.contained) contained,",
        "\(line.residual) residual, \(line.succeeded) succeeded; controls \(line.controls)")
    }
    for refusal in report.refused { print("\(refusal.wall.rawValue) is not given: \(refusal.reason)") }
    for failure in report.failures {
      Issue.record("\(failure.attack) behind \(failure.wall.rawValue): \(failure.verdict)")
    }
    // A wall that was refused was not attacked, and a wall that was not attacked is not known to hold.
    for wall in [Wall.sealedCompute, .sealedFiles, .confined] {
      #expect(report.lines.contains { $0.wall == wall.rawValue && $0.attempted > 150 }, "\(wall.rawValue)")
    }
  }
}

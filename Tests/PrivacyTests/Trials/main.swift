// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Foundation

/// `privacy-trials [--quick] [--table FILE] [--flags N] [--host N] [ID …]`: what became of every leak of the zoo.
struct Trials {
  /// Unbuffered: each row is to be read when it is there.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private static let quick: Set<String> = [
    "L001", "L003", "L005", "L010", "L020", "L025", "L033", "L044", "L055", "L076", "L082", "L092",
  ]

  static func run() throws -> Int32 {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isQuick = arguments.contains("--quick")
    arguments.removeAll { $0 == "--quick" }
    func option(_ name: String) -> String? {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
      defer { arguments.removeSubrange(index...index + 1) }
      return arguments[index + 1]
    }
    let flagRuns = option("--flags").flatMap { Int($0) } ?? (isQuick ? 50 : 1_000)
    let hostPairs = option("--host").flatMap { Int($0) } ?? 0
    var rows = try ZooRow.table(contentsOf: option("--table") ?? "Tests/PrivacyTests/zoo.tsv")
    if !arguments.isEmpty {
      rows = rows.filter { arguments.contains($0.id) }
    } else if isQuick {
      rows = rows.filter { quick.contains($0.id) }
    }
    let directory = NSTemporaryDirectory() + "/privacy-trials-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let programs = (own as NSString).deletingLastPathComponent
    let trials = ZooTrials(
      program: programs + "/sallyport-leak", launcher: programs + "/sallyport-launch", directory: directory,
      isQuick: isQuick)
    var mismatches = 0
    say("ID    EXPECTED  SEEN       EVIDENCE")
    for row in rows {
      let outcome = try trials.outcome(of: row)
      if !outcome.matches { mismatches += 1 }
      let columns = [
        row.id.padded(6), "\(row.verdict)".padded(10), outcome.seen.rawValue.padded(11),
        (outcome.matches ? "" : "MISMATCH ") + outcome.evidence,
      ]
      say(columns.joined())
    }
    say("\n\(rows.count) leaks, \(mismatches) mismatches")
    let width = ProcessInfo.processInfo.activeProcessorCount
    if hostPairs > 0 {
      let findings = try trials.hostFindings(pairs: hostPairs, width: width)
      for finding in findings { say("HOST \(finding)") }
      say("\(findings.count) findings in \(hostPairs) pairs of worlds of the host")
      mismatches += findings.count
    }
    guard flagRuns > 0 else { return mismatches == 0 ? 0 : 1 }
    let start = ContinuousClock.now
    let flags = try trials.falseFlags(runs: flagRuns, width: width)
    let took = start.duration(to: .now)
    let seconds = Double(took.components.seconds) + 1e-18 * Double(took.components.attoseconds)
    for flag in flags { say("FALSE FLAG \(flag)") }
    say(
      "\(flags.count) false flags in \(flagRuns) runs, \(String(format: "%.1f", Double(flagRuns) / seconds)) pairs a second"
    )
    return mismatches == 0 && flags.isEmpty ? 0 : 1
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}

do {
  exit(try Trials.run())
} catch {
  FileHandle.standardError.write(Data("privacy-trials: \(error)\n".utf8))
  exit(2)
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Foundation
import Synchronization

/// `privacy-trials [--quick] [--table FILE] [--flags N] [--host N] [ID …]`: runs the table of leaks and prints the
/// outcome of each. `checks` in place of the ids runs only the checks of whole families.
struct Trials {
  /// Writes a line without buffering, so that each row is visible at once.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Prints the result of the check for each planted leak.
  ///
  /// - Returns: The number of leaks that it doesn't find or doesn't name.
  private static func showPlanted(_ trials: PlantedLeakTrials) throws -> Int {
    var missed = 0
    for leak in PlantedLeak.allCases {
      let report = try trials.report(on: leak)
      guard let finding = leak.finding(in: report) else {
        say("PLANTED \(leak.rawValue): MISMATCH, \(report.verdictSentence)")
        missed += 1
        continue
      }
      say("PLANTED \(leak.rawValue): \(leak.what)")
      say("  channel \(finding.channel)")
      say("  secret  \(finding.fields.map(\.description).joined(separator: ", "))")
      say("  seen    \(finding.left) | \(finding.right)")
    }
    return missed
  }

  /// Prints what a check of a family without leaks would have seen, with each budget.
  private static func showResolution(_ trials: PlantedLeakTrials, width: Int) throws -> Int {
    let reports = try [true, false].map { isQuick in
      let report = try trials.resolution(isQuick: isQuick, width: width)
      say("\n\(isQuick ? "--quick" : "default"): \(report.verdictSentence)")
      for finding in report.findings {
        say("MISMATCH \(finding.channel), \(finding.fields.map(\.description).joined(separator: ", "))")
        say("  seen    \(finding.left) | \(finding.right)")
      }
      return report
    }
    let quick = Dictionary(reports[0].smallestEffects.map { ($0.channel, $0.effect) }) { first, _ in first }
    say("\n" + "SMALLEST EFFECT SEEN (95 %; TIME AND WORK 80 %)".padded(52) + "--quick".padded(34) + "default")
    for (channel, effect) in reports[1].smallestEffects {
      say(channel.padded(52) + (quick[channel] ?? "–").padded(34) + effect)
    }
    return reports.count { $0.verdict != .passed }
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let took = start.duration(to: .now).components
    return (Double(took.seconds) + 1e-18 * Double(took.attoseconds)).rounded(toPlaces: 1)
  }

  private static let quick: Set<String> = [
    "L001", "L003", "L005", "L010", "L020", "L025", "L033", "L044", "L055", "L076", "L082", "L092", "W17", "C01", "C02",
    "X01",
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
    var rows = try PlantedLeakCase.table(contentsOf: option("--table") ?? "Tests/PrivacyTests/zoo.tsv")
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
    let trials = PlantedLeakTrials(
      program: programs + "/sallyport-leak", launcher: programs + "/sallyport-launch", directory: directory,
      isQuick: isQuick)
    let width = ProcessInfo.processInfo.activeProcessorCount
    var start = ContinuousClock.now
    let mismatched = Mutex(0)
    if !rows.isEmpty { say("ID    EXPECTED  SEEN       TIME      EVIDENCE") }
    // Most rows wait for their programs most of the time.
    try trials.outcomes(of: rows, width: 2 * width) { outcome, took in
      if !outcome.matches { mismatched.withLock { $0 += 1 } }
      let columns = [
        outcome.row.id.padded(6), "\(outcome.row.verdict)".padded(10), outcome.seen.rawValue.padded(11),
        String(format: "%6.1f s  ", took / .seconds(1)), (outcome.matches ? "" : "MISMATCH ") + outcome.evidence,
      ]
      say(columns.joined())
    }
    var mismatches = mismatched.withLock { $0 }
    let untried = rows.count { $0.trial == .none }
    if !rows.isEmpty {
      say(
        "\n\(rows.count) leaks, \(untried) of them not tried; \(mismatches) mismatches, \(seconds(since: start)) s"
      )
    }
    if arguments.isEmpty && !isQuick || arguments == ["checks"] {
      mismatches += try showPlanted(trials)
      start = .now
      mismatches += try showResolution(trials, width: width)
      say("checks of a family without leaks: \(seconds(since: start)) s")
    }
    if hostPairs > 0 {
      start = .now
      let findings = try trials.hostFindings(pairs: hostPairs, width: width)
      for finding in findings { say("HOST \(finding)") }
      let rate = String(format: "%.1f", Double(hostPairs) / seconds(since: start))
      say("\(findings.count) findings in \(hostPairs) pairs of worlds of the host, \(rate) pairs a second")
      mismatches += findings.count
    }
    guard flagRuns > 0 else { return mismatches == 0 ? 0 : 1 }
    start = .now
    let flags = try trials.falseFlags(runs: flagRuns, width: width)
    for flag in flags { say("FALSE FLAG \(flag)") }
    let rate = String(format: "%.1f", Double(flagRuns) / seconds(since: start))
    say(
      "\(flags.count) false flags in \(flagRuns) runs of \(PlantedLeakTrials.benign.count) programs without leaks, "
        + "\(rate) pairs a second")
    return mismatches == 0 && flags.isEmpty ? 0 : 1
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
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

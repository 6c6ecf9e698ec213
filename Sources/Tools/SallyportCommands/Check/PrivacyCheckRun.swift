// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BoundaryChecker
import FamilyManifests
import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping

/// Runs `check --privacy` and writes its report.
struct PrivacyCheckRun {
  /// A family, one of its extensions, or the path of a manifest. The whole family is checked, since its members share
  /// stores and a container, so any of them can leak.
  let name: String
  let manifests: [String]
  let options: PrivacyCheckOptions
  let format: CheckFormat
  let launcher: String

  func run() throws {
    let located = try find()
    // Open the ledger first, so that an invalid one doesn't waste minutes of work.
    let ledger = try options.state.map { try LedgerOfChecks(state: $0, family: located.manifest.family) }
    let programs = NSTemporaryDirectory() + "/sallyport-check-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: programs, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: programs) }
    var plan = PrivacyCheckPlan(
      isQuick: options.quick, seed: options.seed, pairs: options.pairs,
      width: ProcessInfo.processInfo.activeProcessorCount)
    plan.profile = options.profile.value
    plan.only = options.pair
    if let replay = try replay(of: located) {
      (plan.replay, plan.profile, plan.seed) = (replay, replay.profile, replay.seed)
    }
    let family = CheckedFamily(located, programs: programs, launcher: launcher)
    if let claim = options.claim, !plan.cover(claim, at: family.sealedPoints) {
      throw HostError(.usage, "No check has enough pairs for a claim of \(claim) bits per day; claim 1 or more.")
    }
    var report = try PrivacyCheck(family, plan: plan).run { Terminal.note("\($0)") }
    try writeLeaks(of: &report)
    try write(report)
    try ledger?.enter(report)
    switch report.verdict {
    case .passed: return
    case .leak: throw ExitCode(CommandFailure.failed)
    case .unjudged: throw ExitCode(CommandFailure.unjudged)
    }
  }

  /// The leak to run again.
  private func replay(of located: LoadedFamily) throws -> LeakFile? {
    guard let path = options.replay else { return nil }
    let leak: LeakFile
    do {
      leak = try LeakFile(bytes: try RegularFile(path: path, mostBytes: LeakFile.mostBytes).bytes)
    } catch {
      throw HostError(.invalidInput, "\(path) is not a replayable leak: \(error); --leaks writes such files.")
    }
    guard leak.family == located.manifest.family else {
      throw HostError(.usage, "\(path) is a leak of “\(leak.family)”; check that family.")
    }
    return leak
  }

  /// Writes each leak to its own file, in the report's order.
  private func writeLeaks(of report: inout PrivacyReport) throws {
    guard let directory = options.leaks else { return }
    for (number, finding) in report.findings.enumerated() {
      let path = "\(directory)/leak-\(number + 1).jsonl"
      guard let leak = LeakFile(finding, of: report) else {
        Terminal.note("leak \(number + 1) needs no file; the report says how to repeat it")
        continue
      }
      do {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try leak.text.write(toFile: path, atomically: true, encoding: .utf8)
      } catch {
        throw HostError(.failed, "The leak \(path) can't be written: \(error.localizedDescription)")
      }
      report.replays[finding.key] = path
    }
  }

  /// Finds the family by the path of a manifest, or by name in the directories of manifests.
  private func find() throws -> LoadedFamily {
    let isPath = name.hasSuffix(".json")
    let directories =
      isPath
      ? [URL(filePath: name).deletingLastPathComponent().path]
      : manifests.isEmpty ? FamiliesCommand.standardDirectories : manifests
    let family =
      isPath
      ? URL(filePath: name).deletingPathExtension().lastPathComponent : String(name.prefix { $0 != "." })
    let catalog = FamilyCatalog(directories: directories, owner: getuid())
    guard let located = catalog[family] else {
      for refusal in catalog.refusals { Terminal.complain("\(refusal.description)") }
      throw HostError(
        .usage, "No valid manifest of the family “\(family)” is in \(directories.joined(separator: ", ")).")
    }
    let missing = located.missingFiles()
    guard missing.isEmpty else { throw InvalidFamilies(diagnostics: missing) }
    return located
  }

  private func write(_ report: PrivacyReport) throws {
    let text =
      switch format {
      case .text, .table: report.text
      case .json: try report.json
      case .html: report.html
      }
    guard let path = options.output else {
      Terminal.show(format == .json ? TerminalText(json: text) : TerminalText(drawing: text), terminator: "")
      return
    }
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw HostError(.failed, "The report \(path) can't be written: \(error.localizedDescription)")
    }
    Terminal.note("\(report.verdictSentence)")
  }
}

/// The ledger in which a verdict is recorded (`checkerVerdict`, PRIV-LG2). The check itself reads none of the person's
/// data.
private struct LedgerOfChecks {
  let state: String
  let family: String

  /// - Throws: `HostError` if there is no state, or the family is not in it.
  init(state: String, family: String) throws {
    (self.state, self.family) = (state, family)
    try withHost { try $0.requireFamily(family) }
  }

  func enter(_ report: PrivacyReport) throws {
    try withHost { try $0.enterCheck(report.ledgerVerdict, of: FamilyID(family)) }
  }

  private func withHost(_ body: (VirtualDriver) throws -> Void) throws {
    let host = try StateOptions.parse(["--state", state]).openHost()
    defer { try? host.close() }
    try body(host)
  }
}

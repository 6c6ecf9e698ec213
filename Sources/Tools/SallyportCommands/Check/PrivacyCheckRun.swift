// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BoundaryChecker
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import TextEscaping

/// Runs `check --privacy` and writes its report.
struct PrivacyCheckRun {
  let family: LoadedFamily
  let options: PrivacyCheckOptions
  let format: CheckFormat
  let launcher: String

  func run() throws {
    // Open the ledger first, so that an invalid one doesn't waste minutes of work.
    let ledger = try options.state.map { try LedgerOfChecks(state: $0, family: family.manifest.family) }
    let (report, trials) = try judge()
    try write(report)
    trials.forEach { Terminal.note($0) }
    try ledger?.enter(report)
    guard report.verdict == .passed else { throw ExitCode(report.verdict.exitStatus) }
  }

  /// Runs the check.
  ///
  /// - Returns: the report, and for each program that gave no answer what a callback outside of the worlds shows.
  func judge() throws -> (report: PrivacyReport, trials: [TerminalText]) {
    let build = try FamilyBuild(of: family)
    let programs = NSTemporaryDirectory() + "/sallyport-check-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: programs, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: programs) }
    let checked = CheckedFamily(family, programs: programs, launcher: launcher)
    let check = try PrivacyCheck(checked, plan: try plan(for: checked))
    let progress = CheckProgress(check.steps)
    defer { progress.finish() }
    var report = try check.run { Terminal.note("\($0)") }
    guard try FamilyBuild(of: family) == build else {
      throw HostError(
        .failed,
        "The files of “\(family.manifest.family)” changed during the check, so its verdict is about no build; "
          + "check again.")
    }
    report.build = build
    try writeLeaks(of: &report)
    return (report, report.silences.flatMap { SilentProgram($0, in: family, launcher: launcher).lines })
  }

  private func plan(for checked: CheckedFamily) throws -> PrivacyCheckPlan {
    var plan = PrivacyCheckPlan(
      isQuick: options.quick, seed: options.seed, pairs: options.pairs,
      width: ProcessInfo.processInfo.activeProcessorCount)
    plan.profile = options.profile.value
    plan.only = options.pair
    plan.timeLimit = options.timeLimit.map { .seconds($0) }
    if let replay = try replay(of: family) {
      (plan.replay, plan.profile, plan.seed) = (replay, replay.profile, replay.seed)
    }
    if let claim = options.claim, !plan.cover(claim, at: checked.sealedPoints) {
      throw HostError(.usage, "No check has enough pairs for a claim of \(claim) bits per day; claim 1 or more.")
    }
    return plan
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
        try PrivateFile.replace(path, with: Data(leak.text.utf8))
      } catch {
        throw HostError(.failed, "The leak \(path) can't be written: \(error.localizedDescription)")
      }
      report.replays[finding.key] = path
    }
  }

  private func write(_ report: PrivacyReport) throws {
    guard let path = options.output else { return try show(report) }
    let text =
      switch format {
      case .text, .table: report.text
      case .json: try report.json
      case .html: report.html
      }
    do {
      try PrivateFile.replace(path, with: Data(text.utf8))
    } catch {
      throw HostError(.failed, "The report \(path) can't be written: \(error.localizedDescription)")
    }
    Terminal.note("\(report.verdictSentence)")
  }

  private func show(_ report: PrivacyReport) throws {
    switch format {
    case .json: Terminal.show(TerminalText(json: try report.json), terminator: "")
    case .html: Terminal.show(TerminalText(drawing: report.html), terminator: "")
    case .text, .table:
      for (text, verdict) in report.textLines {
        let line = TerminalText(drawing: text)
        Terminal.show(Terminal.showsColours ? verdict?.painted(line) ?? line : line)
      }
    }
  }
}

/// The ledger in which a verdict is recorded (`checkerVerdict`, PRIV-LG2). The check itself reads none of the person's
/// data.
struct LedgerOfChecks {
  let state: String
  let family: String

  /// - Throws: `HostError` if there is no state, or the family is not in it.
  init(state: String, family: String) throws {
    (self.state, self.family) = (state, family)
    try withHost { try $0.requireFamily(family) }
  }

  func enter(_ report: PrivacyReport) throws {
    try withHost { try $0.enterCheck(report.ledgerVerdict, of: FamilyID(family), build: report.build) }
  }

  /// The family's page, for an audit that leaves this computer.
  func page() throws -> LedgerPage {
    try withHost { host in
      try host.facts.ledgerPage(of: FamilyID(family), build: host.configuration.build(of: FamilyID(family)))
    }
  }

  /// Handing a page on is an act of the person, and recorded as such.
  func enterExport() throws {
    try withHost { try $0.enterExport(of: "the page of \(family), in an audit") }
  }

  private func withHost<Value>(_ body: (VirtualDriver) throws -> Value) throws -> Value {
    let host = try StateOptions.parse(["--state", state]).openHost()
    defer { try? host.close() }
    return try body(host)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FamilyManifests
import Foundation
import HostCore
import WallTrials

/// `sallyport check`: the conformance suite of the wire (`--protocol`), pairs of worlds that differ only in secrets
/// (`--privacy`), or attacks on this machine's sandbox (`--sandbox`).
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an extension against the wire's rules or for leaks, or attack this machine's sandbox.",
    discussion: """
      --protocol runs the conformance suite on an executable in any language: each row is a rule with its \
      verdict, the reason and a remedy. Exit status 0: every row passes; 1: some fail; 3: it can't be run.

      --privacy runs a family, in any language, in the real sandbox in pairs of worlds that differ only in secrets. \
      Exit status 0: the pairs look alike; 1: a difference is open to the family; 4: there are differences, and the \
      host takes all of them away; 3: it is not testable, and the report says why.

      --sandbox runs a hostile program that tries every listed attack in every sandbox of this machine, and the host \
      checks the effects from outside. A root host also tries as an unprivileged one. Exit status 1: an attack \
      succeeded that is not an accepted residual, or a control failed.
      """)

  @Argument(
    help: """
      For --protocol: <family>.<name>, or the path of an executable with --point. For --privacy: a family, one of its \
      extensions, or a manifest.
      """)
  var `extension`: String?

  @Flag(name: .customLong("protocol"), help: "Check the extension against the rules of the wire.")
  var checksProtocol = false

  @Flag(help: "Look for leaks, with pairs of worlds that differ in one secret.")
  var privacy = false

  @Flag(help: "Attack the sandbox.")
  var sandbox = false

  @OptionGroup(title: "Options of --privacy") var privacyOptions: PrivacyCheckOptions

  @Option(parsing: .upToNextOption, help: "Only these attacks or rows, such as FS01.")
  var attack: [String] = []

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var patience: PatienceOption

  @Option(help: ArgumentHelp("Run the trials as this user and print JSON.", visibility: .hidden))
  var asUid: UInt32?

  @Option(help: "Output format: text (or table) or json; with --privacy also html.")
  var format: CheckFormat = .text

  @Flag(help: "Print identifiers only.")
  var quiet = false

  private var output: OutputOptions {
    var options = OutputOptions()
    options.format = format == .json ? .json : .table
    options.quiet = quiet
    return options
  }

  func validate() throws {
    guard [checksProtocol, privacy, sandbox].count(where: { $0 }) == 1 else {
      throw ValidationError("Name one check: --protocol, --privacy or --sandbox.")
    }
    guard privacy || format != .html else { throw ValidationError("Only --privacy writes html.") }
    guard sandbox == (self.extension == nil) else {
      throw ValidationError(
        sandbox ? "--sandbox takes no extension." : "Name the extension to check.")
    }
    let known = Set(Attack.all.map(\.name)).union(Attack.all.map(\.row))
    if let unknown = attack.first(where: { !known.contains($0) }) {
      throw ValidationError("There is no attack “\(unknown)”; rows look like FS01, attacks like FS01.open.")
    }
  }

  func run() throws {
    if checksProtocol, let name = self.extension {
      return try ProtocolCheck(subject: subject, pace: patience.pace).run(name, output)
    }
    let path = try subject.launcher ?? LauncherLocation.find()
    if let name = self.extension {
      return try PrivacyCheckRun(
        family: CheckedSubject.find(name, in: subject.manifests), options: privacyOptions, format: format,
        launcher: path
      ).run()
    }
    if let asUid {
      guard setgroups(0, nil) == 0, setgid(asUid) == 0, setuid(asUid) == 0 else {
        throw HostError(.failed, "Only root can run the trials as another user.")
      }
      return Terminal.show(try JSONText.of(try trials(path), pretty: false))
    }
    let other = geteuid() == 0 ? try UnprivilegedTrials(launcher: path, attacks: attack) : nil
    var summaries = [try trials(path)]
    if let other { summaries.append(try other.result()) }
    try CheckOutput(hosts: summaries).print(output)
    if summaries.contains(where: { !$0.failures.isEmpty }) || summaries.allSatisfy(\.walls.isEmpty) {
      throw ExitCode(CommandFailure.failed)
    }
  }

  private func trials(_ launcher: String) throws -> TrialSummary {
    try SandboxTrials(launcher: launcher).run(rows: Set(attack))
  }
}

enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, table, json, html
}

/// The same trials in an unprivileged process, run while root's are in progress.
private struct UnprivilegedTrials {
  private let process = Process()
  private let output = Pipe()

  init(launcher: String, attacks: [String]) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      ["check", "--sandbox", "--launcher", launcher, "--as-uid", "\(300_000 + getpid())"]
      + (attacks.isEmpty ? [] : ["--attack"] + attacks)
    process.standardOutput = output
    try process.run()
  }

  func result() throws -> TrialSummary {
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw HostError(
        .failed, "The trials as an unprivileged host did not succeed; every user must be able to run this program.")
    }
    return try JSONDecoder().decode(TrialSummary.self, from: bytes)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import WallTrials

/// `sallyport check`: the conformance suite of the wire (`--protocol`), pairs of worlds that differ in secrets only
/// (`--privacy`), or attacks on this machine's wall (`--sandbox`).
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Hold an extension to the wire's rules, look for its leaks, or attack this machine's wall.",
    discussion: """
      --protocol runs the conformance suite on any executable, in whatever language: each row is a rule with its \
      verdict, the reason and what to do. Exit status 0: every row passes; 1: some fail; 3: it can't be run at all.

      --privacy: the family, in any language, lives pairs of days that differ in secrets only, behind the real wall. \
      Exit status 0: nothing tells them apart; 1: something does, and is named; 3: it can't be judged.

      --sandbox: a hostile program tries every listed attack behind every wall this machine gives, and the host looks \
      at its own side for what became of it. A root host also tries as an unprivileged one. Exit status 1: something \
      succeeded that is not an accepted residual, or a control that has to work did not.
      """)

  @Argument(
    help: """
      For --protocol: <family>.<name>, or the path of an executable with --point. For --privacy: a family, one of its \
      extensions, or a manifest.
      """)
  var `extension`: String?

  @Flag(name: .customLong("protocol"), help: "Hold the extension to the rules of the wire.")
  var checksProtocol = false

  @Flag(help: "Look for leaks: pairs of worlds that differ in one secret.")
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

  @Option(help: "The form of the results: text (or table), json; with --privacy also html.")
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
      throw ValidationError("Say what to check, one at a time: --protocol, --privacy or --sandbox.")
    }
    guard privacy || format != .html else { throw ValidationError("Only --privacy writes html.") }
    guard sandbox == (self.extension == nil) else {
      throw ValidationError(
        sandbox ? "--sandbox attacks the wall; it takes no extension." : "Name the extension that is to be checked.")
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
        name: name, manifests: subject.manifests, options: privacyOptions, format: format, launcher: path
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
    let program = URL(filePath: launcher).deletingLastPathComponent().appending(path: "sallyport-attack").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw HostError(.failed, "The attack program \(program) is missing; build sallyport-attack.")
    }
    let scratch = URL(filePath: "/tmp").path
    do {
      return TrialSummary(
        try WallTrials(launcher: launcher, program: program, scratch: scratch).run(rows: Set(attack)))
    } catch let error as TrialError {
      throw HostError(.failed, error.description)
    }
  }
}

enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, table, json, html
}

/// The same trials by a process that is nobody special, while root's are held.
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
        .failed, "The trials as an unprivileged host did not end; every user has to be able to run this program.")
    }
    return try JSONDecoder().decode(TrialSummary.self, from: bytes)
  }
}

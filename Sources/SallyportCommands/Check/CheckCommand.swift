// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import WallTrials

/// `sallyport check`: attacks the wall on this machine (`--sandbox`), or runs a family in pairs of worlds that differ in
/// secrets only (`--privacy`).
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Attack this machine's wall, or look for leaks in a family's programs.",
    discussion: """
      --sandbox: a hostile program tries every listed attack behind every wall this machine gives, and the host looks \
      at its own side for what became of it. A root host also tries as an unprivileged one. Exit status 1: something \
      succeeded that is not an accepted residual, or a control that has to work did not.

      --privacy: the family, in any language, lives pairs of days that differ in secrets only, behind the real wall. \
      Exit status 0: nothing tells them apart; 1: something does, and is named; 3: it can't be judged.
      """)

  @Argument(help: "The family to check: its name, or its manifest.")
  var family: String?

  @Flag(help: "Attack the sandbox.")
  var sandbox = false

  @Flag(help: "Look for leaks: pairs of worlds that differ in one secret.")
  var privacy = false

  @OptionGroup(title: "Options of --privacy") var privacyOptions: PrivacyCheckOptions

  @Option(parsing: .upToNextOption, help: "Only these attacks or rows, such as FS01.")
  var attack: [String] = []

  @Option(help: ArgumentHelp("The launcher program.", visibility: .hidden))
  var launcher: String?

  @Option(help: ArgumentHelp("Run the trials as this user and print JSON.", visibility: .hidden))
  var asUid: UInt32?

  @Option(help: "The form of the results: text (or table), json; with --privacy also html.")
  var format: CheckFormat = .text

  @Flag(help: "With --sandbox: print identifiers only.")
  var quiet = false

  func validate() throws {
    guard sandbox != privacy else { throw ValidationError("Say what to check: --sandbox or --privacy.") }
    guard privacy || format != .html else { throw ValidationError("--sandbox writes text or json, no html.") }
    guard privacy == (family != nil) else {
      throw ValidationError(privacy ? "Name the family to check, or its manifest." : "--sandbox takes no family.")
    }
    let known = Set(Attack.all.map(\.name)).union(Attack.all.map(\.row))
    if let unknown = attack.first(where: { !known.contains($0) }) {
      throw ValidationError("There is no attack “\(unknown)”; rows look like FS01, attacks like FS01.open.")
    }
  }

  func run() throws {
    let path = try launcher ?? LauncherLocation.find()
    if let family {
      return try PrivacyCheckRun(family: family, options: privacyOptions, format: format, launcher: path).run()
    }
    if let asUid {
      guard setgroups(0, nil) == 0, setgid(asUid) == 0, setuid(asUid) == 0 else {
        throw HostError(.failed, "Only root can run the trials as another user.")
      }
      return print(try JSONText.of(try trials(path), pretty: false))
    }
    let other = geteuid() == 0 ? try UnprivilegedTrials(launcher: path, attacks: attack) : nil
    var summaries = [try trials(path)]
    if let other { summaries.append(try other.result()) }
    var options = OutputOptions()
    options.format = format == .json ? .json : .table
    options.quiet = quiet
    try CheckOutput(hosts: summaries).print(options)
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

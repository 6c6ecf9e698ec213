// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import Sandboxing
import TextEscaping

/// `sallyport doctor`: the isolation that this machine provides, found by a trial launch and not by version numbers;
/// for an extension, the files it would see and its restrictions.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Try the sandbox on this machine and name every missing protection.",
    discussion: """
      With an extension: print the files and the rules that it would get, from the plan of its launch. The \
      program does not run. Its bundle is copied for this; identity and container are those of --state if its \
      family has a container there. Options that are not given are those of the last run over --state.
      Exit status 1: a protection is missing, or the extension would not be launched.
      """)

  @Argument(help: "The extension: <family>.<name>, or the path of an executable with --point.")
  var `extension`: String?

  @Flag(help: "List each file of long trees, such as the time zones.")
  var all = false

  @OptionGroup(title: "Options with an extension") var subject: SubjectOptions

  @Option(help: "The control group that is passed to run --control-group.")
  var controlGroup: String?

  @OptionGroup var state: StateDirectoryOption
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var profile: String
    var grade: String
    var missing: [String]
    var observations: [String]
    var remedy: String?
  }

  private struct Result: Encodable {
    var landlock: Int32?
    var profiles: [Row]
    /// The controllers that each process gets, which bound memory that no resource limit counts (`group-limits`).
    var groupLimits: [String]
  }

  func validate() throws {
    if self.extension == nil, all || subject.isGiven {
      throw ValidationError("--all and the options of a program need an extension.")
    }
    if self.extension != nil, controlGroup != nil {
      throw ValidationError("--control-group is checked without an extension.")
    }
  }

  func run() throws {
    if let name = self.extension {
      return try ExtensionDoctor(subject: subject, state: state.directory).run(name, all: all, options)
    }
    let path = try subject.launcher ?? LauncherLocation.find()
    let report = try Self.probe(launcher: path)
    let group = try controlGroup.map(ControlGroup.init(delegated:))
    let rows = report.entries.map { entry in
      Row(
        profile: entry.name, grade: entry.grade.rawValue, missing: entry.missing.map(\.rawValue),
        observations: entry.observations, remedy: entry.error?.remedy)
    }
    try CommandOutput(
      Result(landlock: report.landlockVersion, profiles: rows, groupLimits: group?.controllers.sorted() ?? []),
      header: ["PROFILE", "GRADE", "MISSING"],
      table: rows.map { [$0.profile, $0.grade, $0.missing.isEmpty ? "nothing" : $0.missing.joined(separator: " ")] },
      identifiers: rows.map { "\($0.profile) \($0.grade)" }
    ).print(options)
    for row in rows {
      for observation in row.observations { Terminal.note("\(row.profile): \(observation)") }
      if let remedy = row.remedy { Terminal.note("\(row.profile): \(remedy)") }
    }
    Terminal.note("group-limits: \(Self.spoken(group))")
    state.noteSuspensions()
    if rows.contains(where: { !$0.missing.isEmpty }) { throw ExitCode(CommandFailure.failed) }
  }

  /// Trial launches in each profile.
  static func probe(launcher path: String) throws -> IsolationReport {
    let canary = URL(filePath: path).deletingLastPathComponent().path
    // Foundation's folder for temporary items is shared, and only the user who first needed it may write there.
    let scratch = URL(filePath: "/tmp/sallyport-doctor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: scratch, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(at: scratch) }
    return try IsolationProbe(
      launcher: Launcher(launcherPath: path), canary: canary, scratch: scratch.path,
      identity: geteuid() == 0 ? .init(uid: 61_999, gid: 61_999) : nil
    ).run()
  }

  /// The state of the optional group limits; no grade depends on them.
  private static func spoken(_ group: ControlGroup?) -> String {
    guard let group else {
      return "no control group is named, so only the address space bounds shared memory; delegate one to the "
        + "host and name it with --control-group"
    }
    guard group.controllers.contains("memory") else {
      return "\(group.directory) has no memory controller, so a process's group can end it but not bound its memory"
    }
    return "each process gets \(group.controllers.sorted().joined(separator: ", ")) of \(group.directory)"
  }
}

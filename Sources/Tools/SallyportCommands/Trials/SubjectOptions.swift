// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import Sandboxing
import TextEscaping

/// The options that name an extension to try: in its family's manifest, or as a bare executable with its point.
struct SubjectOptions: ParsableArguments {
  @Option(help: "The point of a bare executable, such as monitor.")
  var point: String?

  @Option(help: "Descriptors on which a bare executable communicates: fds (3 and 4) or stdio.")
  var wire: String = ExtensionDeclaration.Channel.fds.rawValue

  @Option(parsing: .upToNextOption, help: "The groups of a bare executable's suites and container.")
  var group: [String] = []

  @Option(parsing: .upToNextOption, help: "Directories of manifests. (default: the configured ones)")
  var manifests: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Protections this machine lacks and you accept; `sallyport doctor` names them.")
  var acceptMissing: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Directories of libraries besides the system's that dynamic programs may use, owned by root.")
  var runtimeLibraries: [String] = []

  @Option(help: ArgumentHelp("The launcher program.", visibility: .hidden))
  var launcher: String?

  func validate() throws {
    if let point, ExtensionPoint(rawValue: point) == nil {
      throw ValidationError("There is no point “\(point)”; there are \(ExtensionPoint.allWords).")
    }
    if ExtensionDeclaration.Channel(rawValue: wire) == nil { throw ValidationError("--wire must be fds or stdio.") }
  }

  /// Whether any option names a program or affects its launch.
  var isGiven: Bool {
    point != nil || wire != ExtensionDeclaration.Channel.fds.rawValue || !group.isEmpty || !manifests.isEmpty
      || !acceptMissing.isEmpty || !runtimeLibraries.isEmpty
  }

  /// - Throws: `HostError` with the places that were searched.
  func subject(_ name: String) throws -> TrialSubject {
    if name.contains("/") || FileManager.default.fileExists(atPath: name) { return try bareSubject(name) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw HostError(.usage, "“\(name)” is not an extension; use <family>.<name>, or a path with --point.")
    }
    if point != nil {
      throw HostError(.usage, "--point is for bare executables; the manifest says which point \(name) serves.")
    }
    let directories = manifests.isEmpty ? FamiliesCommand.standardDirectories : manifests
    let catalog = FamilyCatalog(directories: directories, owner: getuid(), reportingMissing: !manifests.isEmpty)
    for refusal in catalog.refusals { Terminal.complain("\(refusal.description)") }
    guard let family = catalog[String(parts[0])] else {
      throw HostError(
        .usage, "No valid manifest of the family “\(parts[0])” is in \(directories.joined(separator: ", ")).")
    }
    guard let program = family.manifest.programs.first(where: { $0.id == name }) else {
      let known = family.manifest.programs.map(\.id).joined(separator: ", ")
      throw HostError(.usage, "The family “\(parts[0])” has no extension “\(parts[1])”; it has \(known).")
    }
    if let missing = family.missingFiles().first(where: { $0.pointer.contains(family.pointer(of: program)) }) {
      throw HostError(.invalidInput, missing.description)
    }
    return TrialSubject(program, of: family)
  }

  private func bareSubject(_ path: String) throws -> TrialSubject {
    guard let point = point.flatMap(ExtensionPoint.init(rawValue:)) else {
      throw HostError(.usage, "A bare executable needs --point: one of \(ExtensionPoint.allWords).")
    }
    return try TrialSubject(
      executable: path, point: point, wire: ExtensionDeclaration.Channel(rawValue: wire) ?? .fds, groups: group)
  }

  func stage(_ subject: TrialSubject) throws -> TrialStage {
    guard let accepted = Protection.accepted(acceptMissing) else {
      throw HostError(
        .usage, "One of \(acceptMissing.joined(separator: ", ")) is not a protection; `sallyport doctor` names them.")
    }
    let stage = try TrialStage(
      subject, launcherPath: try launcher ?? LauncherLocation.find(), acceptedMissing: accepted,
      runtimeLibraries: runtimeLibraries)
    if let approved = subject.sha256 { try check(stage, against: approved) }
    return stage
  }

  /// Checks, as a host does, that the build is the one that the manifest names.
  private func check(_ stage: TrialStage, against approved: String) throws {
    var running = RunningDigest()
    let found = try stage.hash(
      by: BundleDigest(update: { running.update($0) }, finish: { running.hexadecimal }))
    guard found == approved else {
      throw HostError(
        .invalidInput,
        "The SHA-256 of \(stage.subject.executable) is \(found), and the manifest names \(approved); "
          + "build the family again, or correct “sha256”.")
    }
  }
}

/// The option for how long a trial waits.
struct PatienceOption: ParsableArguments {
  @Option(help: "Factor for a host's time limits, for busy machines and debuggers.")
  var patience: Double = 1

  func validate() throws {
    guard patience >= 1, patience <= 1_000 else { throw ValidationError("--patience must be between 1 and 1000.") }
  }

  var pace: TrialPace { TrialPace(patience: patience) }
}

extension ExtensionPoint {
  static var allWords: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension LoadedFamily {
  /// The JSON pointer of the program's declaration, in the form used in diagnostics.
  fileprivate func pointer(of program: ExtensionDeclaration) -> String {
    program.point == .app ? "/app" : "/extensions/\(manifest.extensions.firstIndex(of: program) ?? 0)/"
  }
}

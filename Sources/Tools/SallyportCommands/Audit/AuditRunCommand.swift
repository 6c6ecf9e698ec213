// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BoundaryChecker
import ExtensionTrials
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import Sandboxing
import Surfaces
import TextEscaping

/// `sallyport audit FAMILY --output PAGE`: the checks of sandbox, wire and boundary, and the ledger, as one page.
struct AuditRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run all checks on a family, and write their verdicts as one page.",
    discussion: """
      The page has the verdicts on the sandbox, on each program's messages and on the privacy boundary, the SHA-256 of \
      every file that they are about, and with --state what the family learned on this computer. --key signs it with an \
      Ed25519 key of “openssl genpkey -algorithm ed25519”.
      Exit status: that of the boundary check, as for check --privacy; 1 if the sandbox or a program fails its own.
      """)

  @Argument(help: "A family, one of its extensions, or a manifest.")
  var family: String

  @Option(help: "The file for the page, as HTML.")
  var output: String

  @Option(help: "The file of the private key that signs the page.")
  var key: String?

  @Flag(help: "Run a tenth of the pairs: takes a minute instead of ten, but misses smaller leaks.")
  var quick = false

  @Option(help: "Seed of the generated worlds; the same seed gives the same worlds.")
  var seed: UInt64 = 1

  @Option(help: "Number of pairs of worlds to run, 1 to 100000; everything else is scaled with it.")
  var pairs: Int?

  @Option(help: "Privacy profile: open, standard or tight.")
  var profile: ProfileChoice = .standard

  @Option(help: "A state directory, whose ledger page of the family is included and gets the verdict.")
  var state: String?

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var patience: PatienceOption

  func validate() throws {
    if let state { try StateDirectoryOption.examine(StateDirectoryOption.directory(state)) }
    guard subject.point == nil else {
      throw ValidationError("An audit is about a whole family, so it takes no --point.")
    }
    try PrivacyCheckOptions.validate(pairs: pairs)
  }

  func run() throws {
    // Read everything that can be wrong before minutes of work.
    let key = try self.key.map(AuditKeyFile.privateKey)
    let family = try CheckedSubject.find(self.family, in: subject.manifests)
    let ledger = try state.map { try LedgerOfChecks(state: $0, family: family.manifest.family) }
    let launcher = try subject.launcher ?? LauncherLocation.find()
    Terminal.note("sandbox: attacks on every kind of sandbox of this machine")
    let wall = try SandboxTrials(launcher: launcher).run()
    let wire = try family.manifest.programs.map { program in
      Terminal.note("wire: \(program.id)")
      return try conformance(of: program, in: family)
    }
    // An option group has values only after parsing.
    let options = try PrivacyCheckOptions.parse(
      ["--seed", String(seed), "--profile", profile.rawValue] + (quick ? ["--quick"] : [])
        + (pairs.map { ["--pairs", String($0)] } ?? []))
    let (boundary, trials) = try PrivacyCheckRun(
      family: family, options: options, format: .text, launcher: launcher
    ).judge()
    try ledger?.enter(boundary)
    let bundle = AuditBundle(
      name: family.manifest.displayName, signer: key?.publicKey, wall: wall, wire: wire, boundary: boundary,
      trials: trials.map(\.text), ledger: try ledger.map { try $0.page() })
    let text = try key.map { try SignedPage.text(of: bundle.html, signedBy: $0) } ?? bundle.html
    do {
      try PrivateFile.write(Data(text.utf8), to: output)
    } catch {
      throw HostError(.failed, "The page can't be written to \(output): \(error.localizedDescription)")
    }
    try ledger?.enterExport()
    for part in bundle.parts { Terminal.show("\(part.name): \(part.word). \(part.meaning)") }
    Terminal.note("wrote \(output)")
    if bundle.exitStatus != 0 { throw ExitCode(bundle.exitStatus) }
  }

  private func conformance(of program: ExtensionDeclaration, in family: LoadedFamily) throws -> AuditBundle.Wire {
    let trial = TrialSubject(program, of: family)
    do {
      let suite = ConformanceSuite(trial, on: try subject.stage(trial), pace: patience.pace)
      return AuditBundle.Wire(program: program.id, result: .report(try suite.run()))
    } catch let error as LaunchError {
      return AuditBundle.Wire(program: program.id, result: .notLaunched(error.description))
    }
  }
}

/// The key files of an auditor.
enum AuditKeyFile {
  private static let mostBytes = 4_096

  static func privateKey(_ path: String) throws -> AuditKey {
    try read(path, "openssl genpkey -algorithm ed25519 -out KEY") { status throws(RegularFile.Refusal) in
      guard status.st_mode & 0o077 == 0 else {
        throw RegularFile.Refusal(message: "others can read it; run “chmod 600” on it and consider making a new key")
      }
    } key: { bytes throws(AuditKeyError) in
      try AuditKey(pem: bytes)
    }
  }

  static func publicKey(_ path: String) throws -> AuditPublicKey {
    try read(path, "openssl pkey -in KEY -pubout -out PUBLIC") { _ throws(RegularFile.Refusal) in
    } key: { bytes throws(AuditKeyError) in
      try AuditPublicKey(pem: bytes)
    }
  }

  private static func read<Key>(
    _ path: String, _ command: String, inspect: (stat) throws(RegularFile.Refusal) -> Void,
    key: ([UInt8]) throws(AuditKeyError) -> Key
  ) throws -> Key {
    do {
      return try key(try RegularFile(path: path, mostBytes: mostBytes, inspect: inspect).bytes)
    } catch {
      throw HostError(.usage, "The key \(path) can't be used: \(error). “\(command)” writes one.")
    }
  }
}

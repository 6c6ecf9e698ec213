// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import TextEscaping

/// `sallyport passcode`: sets, changes, replaces and removes the guardian's passcode.
struct PasscodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passcode", abstract: "Set, change, recover or remove the guardian's passcode.",
    discussion: """
      Acts with --as guardian need it. It is asked for at the terminal or read with --passcode-fd, never from an argument. \
      After five wrong attempts there are waits of 1, 5, 15 and 60 minutes, which no restart and no clock shortens.
      """,
    subcommands: [Set.self, Change.self, Recover.self, Remove.self, Prove.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set the first passcode, and print the recovery code once.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var state: StateOptions

    func run() throws {
      _ = try RunSettings(state: state.directory)
      let code = Passcode.makeRecoveryCode()
      let verifier = try PasscodeVerifier(of: passcode.reader().readNew())
      try state.carryOut(
        .passcode(.set(verifier, recovery: try PasscodeCommand.recoveryVerifier(code))), as: .guardian,
        note: "the passcode is set")
      Terminal.show("recovery code, shown once: \(code)")
    }
  }

  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change the passcode; asks for the present one, then for the new one.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var state: StateOptions

    func run() throws {
      let reader = passcode.reader()
      let proof = try state.proof(reader)
      let verifier = try PasscodeVerifier(of: reader.readNew())
      try state.carryOut(
        .passcode(.change(verifier)), as: .guardian, proof: proof, note: "the passcode is changed")
    }
  }

  struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replace a forgotten passcode; asks for the recovery code, then for the new passcode.",
      discussion: """
        Without the recovery code the new passcode takes effect after the delay for changes that open something, which is \
        a day by default. Until then every page shows a notice, and `sallyport changes --cancel` cancels it.
        """)

    @Flag(help: "Replace it without the recovery code, after a time of waiting.")
    var withoutCode = false

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var state: StateOptions

    func run() throws {
      let reader = passcode.reader()
      guard !withoutCode else { return try replace(reader) }
      guard let recovery = try GuardianFile(state: state.directory).recovery() else {
        throw HostError(.failed, "No passcode is set, so there is nothing to recover.")
      }
      let proof = try recovery.proof(of: reader.readRecoveryCode())
      let code = Passcode.makeRecoveryCode()
      let verifier = try PasscodeVerifier(of: reader.readNew())
      try state.carryOut(
        .passcode(.recover(verifier, recovery: try PasscodeCommand.recoveryVerifier(code))), as: .guardian,
        proof: proof,
        note: "the passcode is replaced")
      Terminal.show("new recovery code, shown once: \(code)")
    }

    private func replace(_ reader: PasscodeReader) throws {
      let code = Passcode.makeRecoveryCode()
      let verifier = try PasscodeVerifier(of: reader.readNew())
      try state.carryOut(
        .passcode(.replace(verifier, recovery: try PasscodeCommand.recoveryVerifier(code))), as: .owner)
      Terminal.show("new recovery code, shown once and valid with the new passcode: \(code)")
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove the passcode; asks for it.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var state: StateOptions

    func run() throws {
      try state.carryOut(
        .passcode(.remove), as: .guardian, proof: try state.proof(passcode.reader()), note: "the passcode is removed")
    }
  }

  /// For the console, whose process has no cryptography: the proof of a passcode, on standard output.
  struct Prove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the proof of the passcode, for the console.", shouldDisplay: false)

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var state: StateOptions

    func run() throws {
      guard passcode.passcodeFd != nil else {
        throw HostError(.usage, "The console reads the passcode from a descriptor.")
      }
      guard let proof = try state.proof(passcode.reader()) else {
        throw HostError(.failed, "No passcode is set, so there is no guardian.", as: .guardianNeeded)
      }
      Terminal.show("\(proof)")
    }
  }

  fileprivate static func recoveryVerifier(_ code: String) throws -> PasscodeVerifier {
    guard let code = Passcode(code) else { throw HostError(.failed, "The recovery code could not be made.") }
    return try PasscodeVerifier(of: code)
  }
}

extension StateOptions {
  /// A proof of the guardian's passcode, which is read.
  ///
  /// - Returns: `nil` if no passcode is set; the host then refuses the act.
  func proof(_ reader: PasscodeReader) throws -> String? {
    let file = GuardianFile(state: directory)
    // The proof is of the passcode in force, so a new one whose wait is over must be stored first.
    if let client = HostClient(state: directory) {
      _ = try? client.openPrompts()
    } else if try file.hasReplacement() {
      let host = try openHost()
      defer { try? host.close() }
      try host.settleReplacement()
    }
    guard let verifier = try file.passcode() else { return nil }
    return try verifier.proof(of: reader.read("Passcode: "))
  }
}

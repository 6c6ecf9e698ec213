// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping

/// The options of commands that carry out an act of a person: in the host that runs over the state, or in one that is
/// opened for it.
struct PersonOptions: ParsableArguments {
  @Option(name: .customLong("as"), help: "Role in which you act: owner, or guardian for what was approved for a child.")
  var role: RoleChoice = .owner

  @Flag(help: ArgumentHelp("The former form of --as guardian.", visibility: .hidden))
  var guardian = false

  @OptionGroup var passcode: PasscodeOptions
  @OptionGroup var state: StateOptions

  func validate() throws {
    guard !guardian else { throw ValidationError("--guardian is now --as guardian.") }
  }

  /// Carries out an act, and prints what it says.
  func carryOut(_ kind: PersonOrder.Kind, note: TerminalText? = nil) throws {
    let proof = role == .guardian ? try state.proof(passcode.reader()) : nil
    try state.carryOut(kind, as: role.value, proof: proof, note: note)
  }
}

enum RoleChoice: String, ExpressibleByArgument, CaseIterable {
  case owner, guardian

  var value: PersonOrder.Role { self == .guardian ? .guardian : .owner }
}

extension StateOptions {
  /// Carries out an act of a person. A running host takes it over its socket; otherwise the state is opened.
  ///
  /// - Parameters:
  ///   - proof: the proof of the guardian's passcode.
  ///   - onEvent: called with the events of a state that was opened; a running host prints its own.
  ///   - note: printed once the act is durable.
  func carryOut(
    _ kind: PersonOrder.Kind, as role: PersonOrder.Role, proof: String? = nil, output: String? = nil,
    onEvent: @escaping (HostEvent) -> Void = { _ in }, note: TerminalText? = nil
  ) throws {
    let order = PersonOrder(kind, as: role, act: UUID().uuidString)
    let outcome: HostClient.Outcome
    if let client = HostClient(state: directory) {
      outcome = try client.act(order, proof: proof)
    } else {
      let host = try openHost(output: output, onEvent: onEvent)
      do {
        outcome = try host.carryOut(order, proof: proof)
      } catch {
        try? host.close()
        throw error
      }
      try host.close()
    }
    switch outcome {
    case .done: if let note { Terminal.note(note) }
    case .already(let says), .waiting(let says): Terminal.note("\(says)")
    }
  }

  /// The connection to the host that runs over the state.
  ///
  /// - Throws: `HostError` if none runs.
  func runningHost() throws(HostError) -> HostClient {
    guard let client = HostClient(state: directory) else {
      throw HostError(.failed, "No host runs over \(directory), so nothing is open; `sallyport run --live` starts one.")
    }
    return client
  }
}

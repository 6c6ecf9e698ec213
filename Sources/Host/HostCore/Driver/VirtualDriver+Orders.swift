// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension VirtualDriver {
  /// Puts a new passcode in force if it has replaced a forgotten one and its wait is over.
  package func settleReplacement() throws {
    try GuardianDoor(configuration).settle(facts) { try act($0) }
  }

  /// Carries out an order of a person over a state in which no host runs.
  ///
  /// - Parameter proof: the proof of the guardian's passcode.
  /// - Throws: `HostError` if it can't be carried out. Only the attempts at the passcode have changed then.
  package func carryOut(_ order: PersonOrder, proof: String? = nil) throws -> HostClient.Outcome {
    let door = GuardianDoor(configuration)
    try door.settle(facts) { try act($0) }
    try door.admit(order, proof, of: geteuid()) { try act(.operator(.passcode($0, by: order.origin))) }
    if !order.waits, let news = try door.carryOut(order) {
      try act(.operator(.passcode(news, by: order.origin)))
      return .done
    }
    switch try facts.meaning(of: order) {
    case .already(let says): return .already(says)
    case .waiting(let input, let says, _, _):
      // Stored first: a change without its passcode could not take effect.
      if order.waits { _ = try door.carryOut(order) }
      try act(input)
      if case .remove = order.kind { try FamilyErasure(configuration, store: facts.store).eraseDue() }
      return .waiting(says)
    case .input(let input):
      // An app or a press is a delivery, which is sent at once.
      try act(.operator(.delivers))
      try act(input)
      if case .remove = order.kind { try FamilyErasure(configuration, store: facts.store).eraseDue() }
      return .done
    }
  }
}

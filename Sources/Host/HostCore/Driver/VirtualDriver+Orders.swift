// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension VirtualDriver {
  /// Carries out an order of a person over a state in which no host runs.
  ///
  /// - Throws: `HostError` if it can't be carried out. Nothing has changed then.
  package func carryOut(_ order: PersonOrder) throws -> HostClient.Outcome {
    switch try facts.meaning(of: order) {
    case .already(let says): return .already(says)
    case .input(let input):
      // An app or a press is a delivery, which is sent at once.
      try act(.operator(.delivers))
      try act(input)
      if case .remove = order.kind { try FamilyErasure(configuration, store: facts.store).eraseDue() }
      return .done
    }
  }
}

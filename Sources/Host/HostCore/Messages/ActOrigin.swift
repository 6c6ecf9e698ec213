// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Who acted and how. It is part of the recorded input and of the ledger entry; families never learn it.
package struct ActOrigin: Codable, Hashable, Sendable {
  package enum Means: String, Codable, WireWord {
    /// A command.
    case cli
    case console, shield, script, device
  }

  /// How the guardian was authenticated.
  package enum Proof: String, Codable, Sendable { case passcode }

  package var by: Means
  package var role: PersonOrder.Role
  package var proof: Proof?

  package init(_ by: Means, as role: PersonOrder.Role, proof: Proof? = nil) {
    self.by = by
    self.role = role
    self.proof = proof
  }

  /// A script plays every person.
  static let script = ActOrigin(.script, as: .owner)

  /// Completes “by …”.
  var spoken: String {
    let who = role == .guardian ? "the guardian" : "the owner"
    return switch by {
    case .cli: "\(who), by a command"
    case .console: "\(who), in the console"
    case .shield: "\(who), at a shield"
    case .script: "a script"
    case .device: "\(who), on another device"
    }
  }
}

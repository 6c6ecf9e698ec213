// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The device-wide inputs to an authorization decision: the person who uses the device, the people whom the host can
/// authenticate, and the families that the operator forbids.
package struct AuthorizationPolicy: Hashable, Codable, Sendable {
  /// The declared status of the person who uses the device.
  package enum Person: String, Codable, Sendable, CaseIterable {
    case adult
    /// Supervised: a guardian decides about a family's authorization for `.child` (A3, A8).
    case child
  }

  package var person: Person
  /// The people who can authenticate on a surface of the host (A3, A5).
  package var authenticators: Set<Authenticator>
  /// Families that the operator forbids (A12).
  package var forbiddenFamilies: Set<FamilyID>
  /// The number of prompts that a family may show per hour (A7).
  package var promptsAnHour: Int

  package init(
    person: Person = .adult, authenticators: Set<Authenticator> = [.owner, .guardian],
    forbiddenFamilies: Set<FamilyID> = [], promptsAnHour: Int = 3
  ) {
    self.person = person
    self.authenticators = authenticators
    self.forbiddenFamilies = forbiddenFamilies
    self.promptsAnHour = promptsAnHour
  }
}

/// A person who can answer an authorization prompt and whom the host can authenticate.
package enum Authenticator: String, Codable, Sendable, CaseIterable {
  /// The person who uses this device.
  case owner
  case guardian
}

/// The party that ends an authorization.
package enum Authority: String, Codable, Sendable, CaseIterable {
  /// The family's own app.
  case family
  case person
  case guardian
  /// The administrator of the device, through its configuration (A10).
  case `operator`
}

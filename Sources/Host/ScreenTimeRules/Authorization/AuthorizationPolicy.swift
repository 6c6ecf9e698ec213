// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What decides over requests for authorization beside the families themselves: who uses the device, whom the host can
/// authenticate, and whom the operator keeps out.
package struct AuthorizationPolicy: Hashable, Codable, Sendable {
  /// What the device's person was declared to be.
  package enum Person: String, Codable, Sendable, CaseIterable {
    case adult
    /// Supervised: what concerns `.child` is a guardian's to decide (A3, A8).
    case child
  }

  package var person: Person
  /// Who can prove on a surface of the host that it is they (A3, A5).
  package var authenticators: Set<Authenticator>
  /// Families that the operator forbids (A12).
  package var forbiddenFamilies: Set<FamilyID>
  /// How often a family may bring a prompt up (A7).
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

/// Somebody whom the host asks, and whose answer it can believe.
package enum Authenticator: String, Codable, Sendable, CaseIterable {
  /// The person of this session.
  case owner
  case guardian
}

/// Who wants an authorization to end.
package enum Authority: String, Codable, Sendable, CaseIterable {
  /// The family's own app.
  case family
  case person
  case guardian
  /// Whoever administers the device, through its configuration (A10).
  case `operator`
}

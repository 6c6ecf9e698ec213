// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The family's standing with the person.
public enum AuthorizationStatus: Int, Codable, CustomStringConvertible, Sendable {
  case notDetermined, denied, approved
  /// Never produced: the data-access tier is out of scope.
  case approvedWithDataAccess

  /// The name of the case, as logs have it.
  public var description: String {
    switch self {
    case .notDetermined: "Not determined"
    case .denied: "Denied"
    case .approved: "Approved"
    case .approvedWithDataAccess: "Approved with data access"
    }
  }
}

/// Whom a family is to be authorized for.
public enum FamilyControlsMember: Int, Codable, CustomStringConvertible, Sendable {
  /// A supervised person; a guardian approves (A3).
  case child
  /// The person of this session (A5).
  case individual

  /// The name of the case, as logs have it.
  public var description: String {
    switch self {
    case .child: "Child"
    case .individual: "Individual"
    }
  }
}

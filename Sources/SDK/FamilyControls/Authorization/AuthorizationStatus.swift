// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The authorization status of the family.
public enum AuthorizationStatus: Int, Codable, CustomStringConvertible, Sendable {
  case notDetermined, denied, approved
  /// Never used, because data access is not supported.
  case approvedWithDataAccess

  /// The name of the status for logs.
  public var description: String {
    switch self {
    case .notDetermined: "Not determined"
    case .denied: "Denied"
    case .approved: "Approved"
    case .approvedWithDataAccess: "Approved with data access"
    }
  }
}

/// The kind of person for whom the family is authorized.
public enum FamilyControlsMember: Int, Codable, CustomStringConvertible, Sendable {
  /// A supervised person, for whom a guardian approves.
  case child
  /// The person of this session.
  case individual

  /// The name of the member for logs.
  public var description: String {
    switch self {
    case .child: "Child"
    case .individual: "Individual"
    }
  }
}

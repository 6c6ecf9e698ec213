// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason that a family was not authorized.
///
/// ### On Linux
/// `networkError` and `unauthorized` are never thrown.
public enum FamilyControlsError: Int, LocalizedError, CustomNSError, Hashable, Sendable {
  case restricted, unavailable, invalidAccountType, invalidArgument, authorizationConflict, authorizationCanceled
  case networkError, authenticationMethodUnavailable, unauthorized

  /// An English sentence that describes the refusal and its reason.
  public var errorDescription: String? {
    switch self {
    case .restricted: "The operator's policy does not allow this family to use Screen Time."
    case .unavailable: "There is no Screen Time host."
    case .invalidAccountType: "The device has no child account, or no guardian who can authenticate."
    case .invalidArgument: "Authorization can only be requested in the family's app."
    case .authorizationConflict: "Another authorization must be revoked first."
    case .authorizationCanceled: "The person did not approve."
    case .networkError: "The network did not answer."
    case .authenticationMethodUnavailable: "The host cannot authenticate the person."
    case .unauthorized: "The family is not approved for this."
    }
  }

  /// The error description under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
}

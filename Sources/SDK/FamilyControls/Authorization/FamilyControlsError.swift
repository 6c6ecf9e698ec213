// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a family was not authorized.
///
/// ### On Linux
/// `networkError` and `unauthorized` are never produced (A12).
public enum FamilyControlsError: Int, LocalizedError, CustomNSError, Hashable, Sendable {
  case restricted, unavailable, invalidAccountType, invalidArgument, authorizationConflict, authorizationCanceled
  case networkError, authenticationMethodUnavailable, unauthorized

  /// One English sentence on what was refused and why.
  public var errorDescription: String? {
    switch self {
    case .restricted: "The operator's policy does not allow this family to use Screen Time."
    case .unavailable: "There is no Screen Time host to ask."
    case .invalidAccountType: "The device has no child whom a guardian could supervise."
    case .invalidArgument: "Authorization can be asked for in the family's app only."
    case .authorizationConflict: "Another authorization has to be revoked first."
    case .authorizationCanceled: "The person did not approve."
    case .networkError: "The network did not answer."
    case .authenticationMethodUnavailable: "The host has no way to authenticate the person."
    case .unauthorized: "The family has no approval for this."
    }
  }

  /// The same sentence under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason a family is not authorized, with the case names of `FamilyControlsError`.
public enum AuthorizationRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The operator has blocked the family (A12).
  case restricted
  /// The family is not installed on this host (A12).
  case unavailable
  /// No child account is configured, or no guardian can authenticate (A3).
  case invalidAccountType
  /// The family is approved for the other member and must be revoked first (A6), or another family holds `.child` and
  /// this family may learn that (A4).
  case authorizationConflict
  /// The person declined, or the request timed out (A7, A13).
  case authorizationCanceled
  /// The owner cannot be authenticated (A5).
  case authenticationMethodUnavailable
}

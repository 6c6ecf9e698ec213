// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a family is not authorized, by the names of `FamilyControlsError`.
public enum AuthorizationRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The operator forbids the family (A12).
  case restricted
  /// This host does not know the family (A12).
  case unavailable
  /// No child is declared, or no guardian can authenticate (A3).
  case invalidAccountType
  /// Approved for the other member: revoke first (A6). Or another family holds `.child`, where that may be told (A4).
  case authorizationConflict
  /// Somebody said no, or nobody said anything (A7, A13).
  case authorizationCanceled
  /// Nobody can authenticate the owner (A5).
  case authenticationMethodUnavailable
}

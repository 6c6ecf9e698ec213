// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The notifications that a cancellation applies to.
///
/// Clearing the delivered notifications leaves pending ones alone, as with Apple's two methods.
public enum NotificationPart: String, Hashable, Sendable, CaseIterable {
  case all
  /// The notifications that wait for their triggers.
  case pending
  /// The notifications that were shown and are listed.
  case listed
}

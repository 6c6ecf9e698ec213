// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An error for tokens in a refreshed list that are no longer valid. They stay in the list, so that the caller can ask
/// the person to pick them again.
public struct TokenRefreshError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status of each token that could not be refreshed, keyed by its index.
  public let statuses: [Int: TokenValidity]

  package init(statuses: [Int: TokenValidity]) { self.statuses = statuses }

  public var description: String {
    "Refreshing tokens left \(statuses.count) of them unusable; they were revoked or never issued: pick them again."
  }
}

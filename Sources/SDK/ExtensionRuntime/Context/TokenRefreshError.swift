// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Some tokens of a refreshed list name nothing any more; they stay in place, so that the caller knows what to pick
/// again (T10).
public struct TokenRefreshError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status of each token that could not be refreshed, by its index.
  public let statuses: [Int: TokenValidity]

  package init(statuses: [Int: TokenValidity]) { self.statuses = statuses }

  public var description: String {
    "Refreshing tokens left \(statuses.count) of them unusable; they were revoked or never issued: pick them again."
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A category of applications and web domains.
public struct ActivityCategory: Hashable, Sendable {
  /// The token, or `nil` if the category was created without one.
  public let token: ActivityCategoryToken?
  /// The category's name in the person's language; `nil` outside sealed processes.
  public let localizedDisplayName: String?

  /// Creates a category from its token.
  public init(token: ActivityCategoryToken) { self.init(token: token, localizedDisplayName: nil) }

  /// Creates the category that a sealed extension receives.
  package init(token: ActivityCategoryToken?, localizedDisplayName: String?) {
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }

  /// Compares tokens only, because display names depend on the locale.
  public static func == (left: ActivityCategory, right: ActivityCategory) -> Bool { left.token == right.token }

  /// Hashes the token only, because a display name is not available in every process.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

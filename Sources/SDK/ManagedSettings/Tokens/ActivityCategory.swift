// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A category of applications and web domains.
public struct ActivityCategory: Hashable, Sendable {
  /// Nil for a category that was made without one.
  public let token: ActivityCategoryToken?
  /// Its name in the person's language, in sealed processes only; nil elsewhere (T3).
  public let localizedDisplayName: String?

  /// A category by its token.
  public init(token: ActivityCategoryToken) { self.init(token: token, localizedDisplayName: nil) }

  /// What the host hands to a sealed kind.
  package init(token: ActivityCategoryToken?, localizedDisplayName: String?) {
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }

  /// Display names are locale data and do not count (T13).
  public static func == (left: ActivityCategory, right: ActivityCategory) -> Bool { left.token == right.token }

  /// By the token: a name that is known in one process and not in another makes no difference.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

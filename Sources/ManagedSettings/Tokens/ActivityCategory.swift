// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A category of applications and web domains.
public struct ActivityCategory: Hashable, Sendable {
  public let token: ActivityCategoryToken?
  public let localizedDisplayName: String?

  public init(token: ActivityCategoryToken) { self.init(token: token, localizedDisplayName: nil) }

  /// What the host hands to a sealed kind.
  package init(token: ActivityCategoryToken?, localizedDisplayName: String?) {
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }

  /// Display names are locale data and do not count (T13).
  public static func == (left: ActivityCategory, right: ActivityCategory) -> Bool { left.token == right.token }

  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The value of one setting. ``SettingKey/kind`` determines the case that a key takes.
package enum SettingValue: Hashable, Codable, Sendable {
  case bool(Bool)
  /// A rating, 0…1000 (M12).
  case integer(Int64)
  case cookiePolicy(CookiePolicy)
  case items(ItemSet)
  case blockedApplications([ItemReference])
  case categoryPolicy(CategoryPolicy)
  case webFilter(WebFilter)

  package var kind: SettingKey.Kind {
    switch self {
    case .bool: .bool
    case .integer: .rating
    case .cookiePolicy: .cookiePolicy
    case .items: .items
    case .blockedApplications: .blockedApplications
    case .categoryPolicy: .categoryPolicy
    case .webFilter: .webFilter
    }
  }
}

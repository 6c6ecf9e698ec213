// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The value of one setting; which case a key takes is ``SettingKey/kind``.
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

/// Which cookies a browser may keep, strictest first (§3: the minimum wins).
package enum CookiePolicy: String, Codable, Sendable, CaseIterable, Comparable {
  case never, currentWebsite, visitedWebsites, always

  private var laxness: Int {
    switch self {
    case .never: 0
    case .currentWebsite: 1
    case .visitedWebsites: 2
    case .always: 3
    }
  }

  package static func < (left: CookiePolicy, right: CookiePolicy) -> Bool { left.laxness < right.laxness }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The cookies that a browser may keep, strictest first. If stores differ, the minimum applies.
public enum CookiePolicy: String, Codable, Sendable, CaseIterable, Comparable {
  case never, currentWebsite, visitedWebsites, always

  private var laxness: Int {
    switch self {
    case .never: 0
    case .currentWebsite: 1
    case .visitedWebsites: 2
    case .always: 3
    }
  }

  public static func < (left: CookiePolicy, right: CookiePolicy) -> Bool { left.laxness < right.laxness }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeVocabulary
import Testing

/// The closed lists of settings, cookie policies and callbacks, with their order.
@Suite struct SettingKeyTests {
  /// Every key that does not hold a boolean.
  private static let forms: [(SettingKey, SettingKey.Form, SettingKey.Kind)] = [
    (.maximumRating, .rating, .rating), (.maximumMovieRating, .rating, .rating),
    (.maximumTVShowRating, .rating, .rating),
    (.cookiePolicy, .word, .cookiePolicy), (.shieldApplications, .applicationTokens, .items),
    (.shieldWebDomains, .webDomainTokens, .items), (.blockedApplications, .blockedApplications, .blockedApplications),
    (.shieldApplicationCategories, .applicationCategoryPolicy, .categoryPolicy),
    (.shieldWebDomainCategories, .webDomainCategoryPolicy, .categoryPolicy),
    (.blockedByFilter, .webFilter, .webFilter),
  ]

  @Test func `every key has the form and the kind of its value; the others are booleans`() {
    for key in SettingKey.allCases {
      let row = Self.forms.first { $0.0 == key }
      #expect(key.form == row?.1 ?? .bool, "\(key)")
      #expect(key.kind == row?.2 ?? .bool, "\(key)")
    }
  }

  @Test func `the four shield keys change a visible shield, and no other does (S5)`() {
    #expect(SettingKey.allCases.filter(\.isShield) == SettingKey.allCases.filter { $0.rawValue.hasPrefix("shield.") })
    #expect(SettingKey.allCases.count { $0.isShield } == 4)
  }

  @Test func `keys are ordered by the bytes of their names`() {
    for left in SettingKey.allCases {
      for right in SettingKey.allCases {
        #expect((left < right) == (Array(left.rawValue.utf8) < Array(right.rawValue.utf8)))
      }
    }
  }

  @Test func `the strictest cookie policy is the least`() {
    let order: [CookiePolicy] = [.never, .currentWebsite, .visitedWebsites, .always]
    for (index, left) in order.enumerated() {
      for (other, right) in order.enumerated() { #expect((left < right) == (index < other)) }
    }
  }

  @Test func `callbacks at one instant have a fixed order (C7)`() {
    let order: [MonitorCallback] = [
      .eventWillReachThresholdWarning, .eventDidReachThreshold, .intervalWillEndWarning, .intervalDidEnd,
      .intervalWillStartWarning, .intervalDidStart,
    ]
    #expect(order.map(\.rank) == [0, 1, 2, 3, 4, 5])
    #expect(Set(order) == Set(MonitorCallback.allCases))
    #expect(order.map(\.isOfEvent) == [true, true, false, false, false, false])
  }
}

extension [UInt8] {
  fileprivate static func < (left: [UInt8], right: [UInt8]) -> Bool {
    for (one, other) in zip(left, right) where one != other { return one < other }
    return left.count < right.count
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The settings a store can hold: Apple's group and property names joined by a dot (`protocol.md` §6), a closed list.
package enum SettingKey: String, CaseIterable, Codable, Sendable, Comparable, CodingKeyRepresentable {
  case lockAccounts = "account.lockAccounts"
  case blockedApplications = "application.blockedApplications"
  case denyAppInstallation = "application.denyAppInstallation"
  case denyAppRemoval = "application.denyAppRemoval"
  case denyInAppPurchases = "appStore.denyInAppPurchases"
  case maximumRating = "appStore.maximumRating"
  case requirePasswordForPurchases = "appStore.requirePasswordForPurchases"
  case lockAppCellularData = "cellular.lockAppCellularData"
  case lockCellularPlan = "cellular.lockCellularPlan"
  case lockESIM = "cellular.lockESIM"
  case requireAutomaticDateAndTime = "dateAndTime.requireAutomaticDateAndTime"
  case denyAddingFriends = "gameCenter.denyAddingFriends"
  case denyMultiplayerGaming = "gameCenter.denyMultiplayerGaming"
  case denyBookstoreErotica = "media.denyBookstoreErotica"
  case denyExplicitContent = "media.denyExplicitContent"
  case denyMusicService = "media.denyMusicService"
  case maximumMovieRating = "media.maximumMovieRating"
  case maximumTVShowRating = "media.maximumTVShowRating"
  case lockPasscode = "passcode.lockPasscode"
  case cookiePolicy = "safari.cookiePolicy"
  case denyAutoFill = "safari.denyAutoFill"
  case shieldApplicationCategories = "shield.applicationCategories"
  case shieldApplications = "shield.applications"
  case shieldWebDomainCategories = "shield.webDomainCategories"
  case shieldWebDomains = "shield.webDomains"
  case denySiri = "siri.denySiri"
  case blockedByFilter = "webContent.blockedByFilter"

  /// Which kind of value the key holds.
  package enum Kind: String, Sendable {
    case bool, rating, cookiePolicy, items, blockedApplications, categoryPolicy, webFilter
  }

  package var kind: Kind {
    switch self {
    case .maximumRating, .maximumMovieRating, .maximumTVShowRating: .rating
    case .cookiePolicy: .cookiePolicy
    case .shieldApplications, .shieldWebDomains: .items
    case .blockedApplications: .blockedApplications
    case .shieldApplicationCategories, .shieldWebDomainCategories: .categoryPolicy
    case .blockedByFilter: .webFilter
    default: .bool
    }
  }

  /// Whether a change of this key makes a visible shield ask again (S5).
  package var isShield: Bool { rawValue.hasPrefix("shield.") }

  package static func < (left: SettingKey, right: SettingKey) -> Bool { left.rawValue.isOrderedBefore(right.rawValue) }
}

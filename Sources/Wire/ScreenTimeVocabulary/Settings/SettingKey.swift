// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The closed list of settings that a store can hold: Apple's group and property names joined by a dot
/// (`wire.md#effects`).
public enum SettingKey: String, CaseIterable, Codable, Sendable, Comparable, CodingKeyRepresentable {
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

  /// The type of the key's value.
  public enum Form: Hashable, Sendable {
    case bool, rating, word, applicationTokens, webDomainTokens, blockedApplications
    case applicationCategoryPolicy, webDomainCategoryPolicy, webFilter
  }

  public var form: Form {
    switch self {
    case .maximumRating, .maximumMovieRating, .maximumTVShowRating: .rating
    case .cookiePolicy: .word
    case .shieldApplications: .applicationTokens
    case .shieldWebDomains: .webDomainTokens
    case .blockedApplications: .blockedApplications
    case .shieldApplicationCategories: .applicationCategoryPolicy
    case .shieldWebDomainCategories: .webDomainCategoryPolicy
    case .blockedByFilter: .webFilter
    default: .bool
    }
  }

  /// The kind of value that the key holds, regardless of the type of its items.
  public enum Kind: String, Sendable {
    case bool, rating, cookiePolicy, items, blockedApplications, categoryPolicy, webFilter
  }

  public var kind: Kind {
    switch form {
    case .bool: .bool
    case .rating: .rating
    case .word: .cookiePolicy
    case .applicationTokens, .webDomainTokens: .items
    case .blockedApplications: .blockedApplications
    case .applicationCategoryPolicy, .webDomainCategoryPolicy: .categoryPolicy
    case .webFilter: .webFilter
    }
  }

  /// Indicates whether a change of this key makes a visible shield request its configuration again (S5).
  public var isShield: Bool {
    switch self {
    case .shieldApplications, .shieldApplicationCategories, .shieldWebDomains, .shieldWebDomainCategories: true
    default: false
    }
  }

  public static func < (left: SettingKey, right: SettingKey) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

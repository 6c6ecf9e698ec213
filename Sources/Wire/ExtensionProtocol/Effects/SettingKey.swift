// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Apple's group and property names joined by a dot: every setting a store can hold (`protocol.md` §6).
public enum SettingKey: String, WireWord {
  case lockAccounts = "account.lockAccounts"
  case blockedApplications = "application.blockedApplications"
  case denyAppInstallation = "application.denyAppInstallation"
  case denyAppRemoval = "application.denyAppRemoval"
  case denyInAppPurchases = "appStore.denyInAppPurchases"
  case maximumAppRating = "appStore.maximumRating"
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
    case .maximumAppRating, .maximumMovieRating, .maximumTVShowRating: .rating
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
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of a device that can carry a setting out. Which of them a host has is its own business; a setting without one
/// is stored, merged and readable all the same, because apps write them as a set (M13).
package enum EnforcementCapability: String, Codable, Sendable, CaseIterable {
  /// Covers windows and pages.
  case shields
  /// Hides applications and stops their launch (M10).
  case launches
  /// Filters the web (§3).
  case web
  /// Hooks of the package manager (M14).
  case packages
  /// The browser's managed policy.
  case browser
  /// The clock's settings.
  case clock
  /// The account's settings.
  case accounts
  /// Programs that ask for the merged media values (M9).
  case media
}

extension SettingKey {
  /// What carries the setting out on Linux; `nil`: nothing does, here or on any other device of this kind.
  package var organ: EnforcementCapability? {
    switch self {
    case .shieldApplications, .shieldApplicationCategories, .shieldWebDomains, .shieldWebDomainCategories: .shields
    case .blockedApplications: .launches
    case .blockedByFilter: .web
    case .denyAppInstallation, .denyAppRemoval: .packages
    case .cookiePolicy, .denyAutoFill: .browser
    case .requireAutomaticDateAndTime: .clock
    case .lockAccounts, .lockPasscode: .accounts
    case .denyExplicitContent, .maximumMovieRating, .maximumTVShowRating: .media
    case .denyInAppPurchases, .maximumRating, .requirePasswordForPurchases, .lockAppCellularData, .lockCellularPlan,
      .lockESIM, .denyAddingFriends, .denyMultiplayerGaming, .denyBookstoreErotica, .denyMusicService, .denySiri:
      nil
    }
  }
}

extension EffectiveSettings {
  /// The keys on which the merge has an opinion that is not the default, by name.
  package var keys: [SettingKey] {
    SettingKey.allCases.filter { key in
      switch key.kind {
      case .bool: isRestricted(key)
      case .rating: rating(key) < 1_000
      case .cookiePolicy: cookiePolicy < .always
      case .items: !(key == .shieldApplications ? shieldApplications : shieldWebDomains).isEmpty
      case .blockedApplications: !blockedApplications.isEmpty
      case .categoryPolicy: !(key == .shieldApplicationCategories ? applicationPolicies : webDomainPolicies).isEmpty
      case .webFilter: isWebFiltered
      }
    }.sorted()
  }

  /// The settings that somebody asks for and a device with these organs doesn't enforce (M13).
  package func unenforced(with organs: Set<EnforcementCapability>) -> [SettingKey] {
    keys.filter { key in key.organ.map { !organs.contains($0) } ?? true }
  }
}

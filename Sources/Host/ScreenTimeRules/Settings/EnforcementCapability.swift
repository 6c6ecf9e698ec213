// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of a device that can enforce a setting. Each host has its own set of them. A setting without one is still
/// stored, merged and readable, because apps write settings as a set (M13).
package enum EnforcementCapability: String, Codable, Sendable, CaseIterable {
  /// Covers windows and pages.
  case shields
  /// Hides applications and stops their launch (M10).
  case launches
  /// Filters the web.
  case web
  /// Runs hooks in the package manager (M14).
  case packages
  /// Manages the browser's policy.
  case browser
  /// Controls the clock's settings.
  case clock
  /// Controls the account's settings.
  case accounts
  /// Makes media programs follow the merged media values (M9).
  case media

  /// The capabilities of the virtual device: it covers items, refuses launches and filters visits.
  package static let ofVirtualDevice: Set<Self> = [.shields, .launches, .web]
}

extension SettingKey {
  /// The capability that enforces the setting on Linux; `nil` if no device of this kind enforces it.
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

extension SettingKey {
  /// Whether the virtual device enforces the setting. The others are only stored, merged and readable (M13).
  package var isEnforced: Bool { organ.map(EnforcementCapability.ofVirtualDevice.contains) ?? false }
}

extension EffectiveSettings {
  /// The keys whose merged value is not the default, by name.
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
}

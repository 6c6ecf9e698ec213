// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// What is covered by a shield. At most 50 tokens in each list.
public struct ShieldSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Applications to shield.
  public var applications: Set<ApplicationToken>? {
    get { draft[tokens: .shieldApplications] }
    set { draft[tokens: .shieldApplications] = newValue }
  }

  /// What `applications` is where no store says anything.
  public static let applications = SettingMetadata<Set<ApplicationToken>>(defaultValue: [])

  /// Web domains to shield.
  public var webDomains: Set<WebDomainToken>? {
    get { draft[tokens: .shieldWebDomains] }
    set { draft[tokens: .shieldWebDomains] = newValue }
  }

  /// What `webDomains` is where no store says anything.
  public static let webDomains = SettingMetadata<Set<WebDomainToken>>(defaultValue: [])

  /// Applications to shield by category.
  public var applicationCategories: ActivityCategoryPolicy<Application>? {
    get { policy(.shieldApplicationCategories) }
    set { draft[.shieldApplicationCategories] = newValue.map { .categoryPolicy($0.wire) } }
  }

  /// What `applicationCategories` is where no store says anything.
  public static let applicationCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<Application>.none)

  /// Web domains to shield by category.
  public var webDomainCategories: ActivityCategoryPolicy<WebDomain>? {
    get { policy(.shieldWebDomainCategories) }
    set { draft[.shieldWebDomainCategories] = newValue.map { .categoryPolicy($0.wire) } }
  }

  /// What `webDomainCategories` is where no store says anything.
  public static let webDomainCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<WebDomain>.none)

  /// Which categories are shielded. Exceptions bind their own policy only (M8).
  public enum ActivityCategoryPolicy<Activity>: Equatable, Sendable {
    case none
    case specific(Set<ActivityCategoryToken>, except: Set<Token<Activity>> = [])
    case all(except: Set<Token<Activity>> = [])
  }

  private func policy<Activity>(_ key: SettingKey) -> ActivityCategoryPolicy<Activity>? {
    guard case .categoryPolicy(let policy)? = draft[key] else { return nil }
    return ActivityCategoryPolicy(policy)
  }
}

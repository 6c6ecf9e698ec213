// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings that shield applications and web domains. Each list holds at most 50 tokens.
public struct ShieldSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Applications to shield.
  public var applications: Set<ApplicationToken>? {
    get { draft[tokens: .shieldApplications] }
    set { draft[tokens: .shieldApplications] = newValue }
  }

  /// The default of `applications`, which applies if no store sets it.
  public static let applications = SettingMetadata<Set<ApplicationToken>>(defaultValue: [])

  /// Web domains to shield.
  public var webDomains: Set<WebDomainToken>? {
    get { draft[tokens: .shieldWebDomains] }
    set { draft[tokens: .shieldWebDomains] = newValue }
  }

  /// The default of `webDomains`, which applies if no store sets it.
  public static let webDomains = SettingMetadata<Set<WebDomainToken>>(defaultValue: [])

  /// Applications to shield by category.
  public var applicationCategories: ActivityCategoryPolicy<Application>? {
    get { policy(.shieldApplicationCategories) }
    set { draft[.shieldApplicationCategories] = newValue.map { .categoryPolicy($0.wire) } }
  }

  /// The default of `applicationCategories`, which applies if no store sets it.
  public static let applicationCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<Application>.none)

  /// Web domains to shield by category.
  public var webDomainCategories: ActivityCategoryPolicy<WebDomain>? {
    get { policy(.shieldWebDomainCategories) }
    set { draft[.shieldWebDomainCategories] = newValue.map { .categoryPolicy($0.wire) } }
  }

  /// The default of `webDomainCategories`, which applies if no store sets it.
  public static let webDomainCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<WebDomain>.none)

  /// The categories to shield. Exceptions apply only to the policy that contains them.
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

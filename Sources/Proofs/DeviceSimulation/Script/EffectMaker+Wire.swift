// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

// MARK: - Wire form

extension EffectMaker {
  /// The effect with the family's tokens, or `nil` if it doesn't have one of them.
  func wire(_ effect: RuleEffect) -> Effect? {
    switch effect {
    case .setSetting(let store, let key, let value):
      guard let value else { return .setSetting(store: store, key: key, value: nil) }
      return wire(value).map { .setSetting(store: store, key: key, value: $0) }
    case .setStoreActive(let store, let isActive): return .setStoreActive(store: store, isActive: isActive)
    case .clearStore(let store): return .clearStore(store)
    case .deleteStore(let store): return .deleteStore(store)
    case .startMonitoring(let activity, let schedule, let events):
      let wired = events.compactMap(wire)
      guard wired.count == events.count else { return nil }
      return .startMonitoring(
        activity: activity, schedule: MonitoringSchedule(schedule), events: wired)
    case .stopMonitoring(let names): return .stopMonitoring(activities: names)
    case .setDefault(let suite, let key, .integer(let number)?):
      return .setDefault(suite: suite, key: key, value: .integer(number))
    case .setDefault(let suite, let key, nil): return .setDefault(suite: suite, key: key, value: nil)
    case .setDefault, .revokeAuthorization: return nil
    }
  }

  private func wire(_ event: ActivityEvent) -> MonitoringEvent? {
    guard let applications = tokens(event.selection.applications), let categories = tokens(event.selection.categories),
      let sites = tokens(event.selection.webDomains)
    else { return nil }
    return MonitoringEvent(
      name: event.name, applications: applications, categories: categories, webDomains: sites,
      threshold: DateComponentsValue(event.threshold), includesPastActivity: event.includesPastActivity)
  }

  private func wire(_ value: ScreenTimeRules.SettingValue) -> ExtensionProtocol.SettingValue? {
    switch value {
    case .bool(let flag): return .bool(flag)
    case .integer(let rating): return .rating(rating)
    case .cookiePolicy(let policy): return .cookiePolicy(policy)
    case .items(let items): return tokens(items).map { .tokens($0) }
    case .blockedApplications(let blocked):
      let wired = blocked.compactMap { reference -> ExtensionProtocol.SettingValue.BlockedApplication? in
        switch reference {
        case .item(let item): token(item).map { .token($0) }
        case .name(let name): .bundleID(name)
        }
      }
      return wired.count == blocked.count ? .blockedApplications(wired) : nil
    case .categoryPolicy(let policy):
      guard let categories = tokens(policy.categories), let except = tokens(policy.exceptions) else { return nil }
      switch policy {
      case .none: return .categoryPolicy(.none)
      case .specific: return .categoryPolicy(.specific(categories: categories, except: except))
      case .all: return .categoryPolicy(.all(except: except))
      }
    case .webFilter(let filter):
      let (domains, except) = (names(filter.domains), names(filter.exceptions))
      switch filter {
      case .none: return .webFilter(.none)
      case .specific: return .webFilter(.specific(domains: domains))
      case .auto: return .webFilter(.auto(domains: domains, except: except))
      case .all: return .webFilter(.all(except: except))
      }
    }
  }

  private func names(_ references: [ItemReference]) -> [ExtensionProtocol.SettingValue.FilterDomain] {
    references.compactMap { if case .name(let name) = $0 { .domain(name) } else { nil } }
  }

  private func tokens(_ items: ItemSet) -> [WireToken]? {
    let tokens = items.items.compactMap(token)
    return tokens.count == items.count ? tokens.sortedByBytes : nil
  }
}

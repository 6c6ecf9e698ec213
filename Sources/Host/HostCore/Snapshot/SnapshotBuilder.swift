// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// Makes a family's snapshot from the state of the rules: its own stores, activities and defaults, in its own tokens.
///
/// Only the builder handles both items and tokens. The encoder then applies the flow policy, which decides what a point
/// may receive.
struct SnapshotBuilder {
  var environment: EnvironmentSnapshot
  var minting: any TokenMinting
  /// The manifest's groups. A suite is listed even if it is empty, since the SDK uses the suites it was sent (C12).
  var groups: [String]

  func snapshot(of family: FamilyState, for point: ExtensionPoint, effective: EffectiveMedia?) -> Snapshot {
    Snapshot(
      environment: environment,
      stores: family.storeNames.compactMap { name in family.stores[name].map { store(name, $0) } },
      authorization: family.authorization,
      activities: family.activityNames.compactMap { name in family.activities[name].map(activity) },
      defaults: defaults(of: family, for: point),
      revision: point.isSealed ? nil : family.revision,
      effective: effective)
  }

  /// The builder for settings and activities that were written with void tokens (PRIV-TK5).
  private var withoutTokens: SnapshotBuilder {
    SnapshotBuilder(environment: environment, minting: NothingHeld(minting: minting), groups: groups)
  }

  private func store(_ name: String, _ store: SettingsStore) -> StoreSnapshot {
    StoreSnapshot(
      name: name, isActive: store.isActive,
      settings: Dictionary(
        uniqueKeysWithValues: store.values.map { key, value in
          (key, (store.isVoided(key) ? withoutTokens : self).setting(value))
        }))
  }

  private func setting(_ value: ScreenTimeRules.SettingValue) -> ExtensionProtocol.SettingValue {
    switch value {
    case .bool(let flag): .bool(flag)
    case .integer(let rating): .rating(rating)
    case .cookiePolicy(let policy): .cookiePolicy(policy)
    case .items(let items): .tokens(minting.tokens(for: items))
    case .blockedApplications(let applications):
      .blockedApplications(
        applications.compactMap { application in
          switch application {
          case .item(let item): minting.isHeld(item) ? .token(minting.token(for: item)) : nil
          case .name(let identifier): .bundleID(identifier)
          }
        })
    case .categoryPolicy(let policy): .categoryPolicy(category(policy))
    case .webFilter(let filter): .webFilter(web(filter))
    }
  }

  private func category(_ policy: CategoryPolicy) -> ExtensionProtocol.SettingValue.CategoryPolicy {
    switch policy {
    case .none: .none
    case .specific(let categories, let except):
      .specific(categories: minting.tokens(for: categories), except: minting.tokens(for: except))
    case .all(let except): .all(except: minting.tokens(for: except))
    }
  }

  private func web(_ filter: WebFilter) -> ExtensionProtocol.SettingValue.WebFilter {
    switch filter {
    case .none: .none
    case .specific(let domains): .specific(domains: domains.compactMap(domain))
    case .auto(let domains, let except): .auto(domains: domains.compactMap(domain), except: except.compactMap(domain))
    case .all(let except): .all(except: except.compactMap(domain))
    }
  }

  private func domain(_ reference: ItemReference) -> ExtensionProtocol.SettingValue.FilterDomain? {
    switch reference {
    case .item(let item): minting.isHeld(item) ? .token(minting.token(for: item)) : nil
    case .name(let name): .domain(name)
    }
  }

  private func activity(_ activity: Activity) -> ActivitySnapshot {
    ActivitySnapshot(
      name: activity.name, schedule: MonitoringSchedule(activity.schedule),
      events: activity.events.map { event in
        let minting = (activity.isVoided == true ? withoutTokens : self).minting
        return MonitoringEvent(
          name: event.name, applications: minting.tokens(for: event.selection.applications),
          categories: minting.tokens(for: event.selection.categories),
          webDomains: minting.tokens(for: event.selection.webDomains),
          threshold: DateComponentsValue(event.threshold), includesPastActivity: event.includesPastActivity)
      })
  }

  /// Group suites, and the extension's own `standard`, which the rules store under its executable's name (C12).
  private func defaults(of family: FamilyState, for point: ExtensionPoint) -> [DefaultsSnapshot] {
    (groups + [DefaultsSuite.standard]).sorted { $0.precedesInUTF8($1) }.map { name in
      let values = family.defaults[DefaultsSuite.key(for: name, at: point)] ?? [:]
      let entries = values.sorted { $0.key.precedesInUTF8($1.key) }
        .map { PropertyValue.Entry(key: $0.key, value: PropertyValue($0.value)) }
      return DefaultsSnapshot(suite: name, values: entries)
    }
  }
}

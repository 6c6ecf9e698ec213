// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

// MARK: - Effective settings, computed independently

extension ReferenceDevice {
  /// Compares all decisions if a setting, grant or approval changed since the last comparison, and the shield always.
  mutating func compareSettingsIfChanged(_ state: DeviceState, mode: DeliveryMode) {
    let now = SettingsStamp(
      stores: families.mapValues(\.stores), members: families.mapValues(\.member), operatorStores: operatorStores,
      grants: grants)
    if now != comparedSettings {
      comparedSettings = now
      compareSettings(state, mode: mode)
    }
    compareShield(state)
  }

  /// Compares the engine's decisions and merged settings with the rules of `screen-time.md#settings`.
  private mutating func compareSettings(_ state: DeviceState, mode: DeliveryMode) {
    let rules = DeviceRules(mode: mode, registry: Household.registry)
    for item in Household.items {
      let mine = verdict(on: item)
      let theirs: Verdict =
        switch rules.decision(on: item, in: state) {
        case .free: .free
        case .granted: .granted
        case .blocked: .blocked
        case .shielded(let hit, let winner): .shielded(hit, by: winner?.rawValue)
        }
      if mine != theirs { find(.effectiveSettingsAreRight, "\(item.id) is \(theirs) but must be \(mine)") }
    }
    compareMerge(EffectiveSettings(state))
  }

  private mutating func compareMerge(_ settings: EffectiveSettings) {
    let values = stores.map(\.store.values)
    for key in SettingKey.allCases {
      let opinions = values.compactMap { $0[key] }
      switch key.kind {
      case .bool:
        let isOn = opinions.contains(.bool(true))
        if settings.isRestricted(key) != isOn { find(.effectiveSettingsAreRight, "\(key.rawValue) must be \(isOn)") }
      case .rating:
        let lowest =
          opinions.compactMap { opinion -> Int64? in
            guard case .integer(let rating) = opinion else { return nil }
            return rating
          }.min() ?? 1_000
        if settings.rating(key) != lowest {
          find(.effectiveSettingsAreRight, "\(key.rawValue) is \(settings.rating(key)) but must be \(lowest)")
        }
      case .cookiePolicy:
        let order: [CookiePolicy] = [.never, .currentWebsite, .visitedWebsites, .always]
        let strictest = order.first { opinions.contains(.cookiePolicy($0)) } ?? .always
        if settings.cookiePolicy != strictest {
          find(
            .effectiveSettingsAreRight,
            "cookies are \(settings.cookiePolicy.rawValue) but must be \(strictest.rawValue)")
        }
      case .items, .blockedApplications, .categoryPolicy, .webFilter: continue
      }
    }
  }

  /// Compares the shield on screen with the item in the foreground.
  private mutating func compareShield(_ state: DeviceState) {
    // A grant that ends at this instant is removed at the next clock check.
    guard !state.grants.values.contains(where: { $0 <= now }) else { return }
    let front = UseSpan(
      start: now, end: now, app: state.front.app, web: state.front.web, isPresent: state.front.isInUse)
    let wanted = shieldedItem(in: front)
    if state.shield?.item != wanted {
      find(
        .effectiveSettingsAreRight,
        "\(state.shield?.item.id ?? "nothing") is shielded, but the shield must cover \(wanted?.id ?? "nothing")")
    }
  }
}

/// All inputs that decide what is shielded and restricted.
struct SettingsStamp: Equatable {
  var stores: [String: [String: SettingsStore]]
  var members: [String: FamilyMember?]
  var operatorStores: [String: SettingsStore]
  var grants: [Item: Timestamp]
}

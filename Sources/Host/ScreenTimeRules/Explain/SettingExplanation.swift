// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The contribution of one store's value for a key to the effective value.
package enum ContributionReason: String, Reason, CaseIterable {
  case decides
  /// Another store is stricter.
  case weaker
  /// The value is the default, which has no effect on the merge.
  case noOpinion
  case inactive
  case notApproved

  package var code: String { rawValue }

  package var rule: String {
    switch self {
    case .decides, .weaker: "§3"
    case .noOpinion: "M3"
    case .inactive: "M5"
    case .notApproved: "M2"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .decides: "It is part of the effective value."
    case .weaker: "Another store is stricter."
    case .noOpinion: "It is the default, which does not affect the merge."
    case .inactive: "The store is inactive."
    case .notApproved: "The family is not approved."
    }
  }
}

/// One setting with every store that has a value for it.
package struct SettingExplanation: Equatable, Sendable {
  package struct Contribution: Equatable, Sendable {
    /// Nil for the operator.
    package var family: FamilyID?
    package var store: String
    package var value: SettingValue
    package var reason: ContributionReason
  }

  package var key: SettingKey
  /// The value in force. Nil for sets and policies, whose contributions all count.
  package var effective: SettingValue?
  package var contributions: [Contribution]
  /// Whether this device enforces the setting (M13).
  package var isEnforced: Bool { key.isEnforced }
}

extension DeviceRules {
  /// Explains every setting that some store has a value for: the effective value and its contributions (M2).
  package func explainSettings(in state: DeviceState) -> [SettingExplanation] {
    let merged = EffectiveSettings(state)
    return SettingKey.allCases.sorted().compactMap { key in
      let contributions = contributions(to: key, merged, in: state)
      guard !contributions.isEmpty else { return nil }
      return SettingExplanation(key: key, effective: merged.scalar(key), contributions: contributions)
    }
  }

  private func contributions(
    to key: SettingKey, _ merged: EffectiveSettings, in state: DeviceState
  ) -> [SettingExplanation.Contribution] {
    func values(
      _ stores: [String: SettingsStore], _ family: FamilyID?, isApproved: Bool
    ) -> [SettingExplanation.Contribution] {
      stores.keys.sorted { $0.isOrderedBefore($1) }.compactMap { name in
        guard let store = stores[name], let value = store.values[key] else { return nil }
        let reason: ContributionReason =
          if !isApproved {
            .notApproved
          } else if !store.isActive {
            .inactive
          } else if value.isNoOpinion(on: key) {
            .noOpinion
          } else {
            merged.scalar(key).map { $0 == value } ?? true ? .decides : .weaker
          }
        return SettingExplanation.Contribution(family: family, store: name, value: value, reason: reason)
      }
    }
    return state.familyIDs.flatMap { id in
      values(state.families[id]?.stores ?? [:], id, isApproved: state.families[id]?.isApproved == true)
    } + values(state.operatorStores, nil, isApproved: true)
  }
}

extension SettingValue {
  /// Whether the merge would be the same without the value (M3).
  fileprivate func isNoOpinion(on key: SettingKey) -> Bool {
    // A policy without categories covers nothing, with or without exceptions.
    if case .categoryPolicy(.specific(let categories, _)) = self, categories.isEmpty { return true }
    return EffectiveSettings(SettingsStore(values: [key: self])) == EffectiveSettings()
  }
}

extension EffectiveSettings {
  /// The merged value of a key that merges to one value. Nil for sets and policies, whose parts all count.
  package func scalar(_ key: SettingKey) -> SettingValue? {
    switch key.kind {
    case .bool: .bool(isRestricted(key))
    case .rating: .integer(rating(key))
    case .cookiePolicy: .cookiePolicy(cookiePolicy)
    case .items, .blockedApplications, .categoryPolicy, .webFilter: nil
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension DeviceRules {
  /// Marks everything that a family wrote with its tokens, after a reset voided them. Otherwise a later pick of the same
  /// items would show new tokens where old ones were, which joins the two (PRIV-TK5).
  package func voidTokens(of family: FamilyID, in state: inout DeviceState) {
    state.families[family]?.voidTokens()
  }
}

extension FamilyState {
  fileprivate mutating func voidTokens() {
    for name in stores.keys { stores[name]?.voidTokens() }
    for name in activities.keys { activities[name]?.isVoided = true }
  }

  /// Whether a press on a shield over this item or category tells the family nothing about rules from before its tokens
  /// were last voided: there are none, or a newer one names it too.
  package func mayName(_ target: Item) -> Bool {
    let hasVoided = stores.values.contains { store in store.values.keys.contains { $0.isShield && store.isVoided($0) } }
    return !hasVoided
      || stores.values.contains { store in
        SettingKey.allCases.contains { key in
          key.isShield && !store.isVoided(key) && store.values[key]?.namesInShield(target) == true
        }
      }
  }
}

extension SettingValue {
  fileprivate func namesInShield(_ target: Item) -> Bool {
    switch self {
    case .items(let items): items.contains(target)
    case .categoryPolicy(.specific(let categories, _)): categories.contains(target)
    case .categoryPolicy(.all): target.kind == .category
    default: false
    }
  }

  /// Whether values of this kind can name items.
  var canNameItems: Bool {
    switch self {
    case .items, .blockedApplications, .categoryPolicy, .webFilter: true
    case .bool, .integer, .cookiePolicy: false
    }
  }
}

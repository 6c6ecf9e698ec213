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

  /// The items by which shield rules that the family wrote since its tokens were last voided name a shield's target, the
  /// narrowest first: the target itself, or a domain that covers it. A press under the name of an older rule would join
  /// old and new tokens.
  package func names(of target: Item) -> [Item] {
    let covering = target.kind == .webDomain ? DomainName.covering(target) : [target]
    return covering.filter { item in
      stores.values.contains { store in
        store.isActive
          && store.values.contains { key, value in
            key.isShield && !store.isVoided(key) && value.namesInShield(item)
          }
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

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// MARK: - Items that the person recategorises or merges

extension DeviceRules {
  /// Decides the shield again after the registry has changed.
  package func reconsider(_ state: inout DeviceState) -> Outcome {
    state.plans.forget()
    return Outcome(shields: updateShield(&state))
  }

  /// Moves every rule on an item to another one. Counts continue, and levels that were delivered are not delivered
  /// again.
  package func merge(_ item: Item, into target: Item, in state: inout DeviceState) -> Outcome {
    state.shieldOrder += 1
    let order = state.shieldOrder
    for family in state.familyIDs { state.families[family]?.merge(item, into: target, order: order) }
    for name in state.operatorStores.keys { state.operatorStores[name]?.replace(item, with: target) }
    if let end = state.grants.removeValue(forKey: item) {
      state.grants[target] = max(end, state.grants[target] ?? end)
    }
    if state.front.app == item { state.front.app = target }
    if state.front.web == item { state.front.web = target }
    return reconsider(&state)
  }
}

extension FamilyState {
  fileprivate mutating func merge(_ item: Item, into target: Item, order: Int64) {
    let before = (stores, activities)
    for name in stores.keys { stores[name]?.replace(item, with: target) }
    for name in activities.keys { activities[name]?.replace(item, with: target) }
    guard before != (stores, activities) else { return }
    revision += 1
    // The rule keeps its place among those of other families (S11).
    for index in shieldGrounds.indices where shieldGrounds[index].rule == .item(item) {
      shieldGrounds[index].rule = .item(target)
    }
    let known = Set(shieldGrounds.filter { $0.rule == .item(target) }.map(\.order))
    if let first = known.min() { shieldGrounds.removeAll { $0.rule == .item(target) && $0.order != first } }
    updateShieldGrounds(order: order)
  }
}

extension Activity {
  fileprivate mutating func replace(_ item: Item, with target: Item) {
    var moved: [ItemSelection: ItemSelection] = [:]
    for selection in events.map(\.selection) where selection.names(item) && moved[selection] == nil {
      var new = selection.replacing(item, with: target)
      // An event that now selects the same as another one keeps a count of its own.
      while events.contains(where: { $0.selection == new }) || moved.values.contains(new) { new.unresolvedTokens += 1 }
      moved[selection] = new
    }
    for index in events.indices { events[index].selection = moved[events[index].selection] ?? events[index].selection }
    for index in meters.indices { meters[index].selection = moved[meters[index].selection] ?? meters[index].selection }
  }
}

extension ItemSelection {
  fileprivate func names(_ item: Item) -> Bool { applications.contains(item) || webDomains.contains(item) }

  /// A selection that held both items doesn't become one of everything, since one of them stays.
  fileprivate func replacing(_ item: Item, with target: Item) -> ItemSelection {
    ItemSelection(
      applications: applications.replacing(item, with: target), categories: categories,
      webDomains: webDomains.replacing(item, with: target), unresolvedTokens: unresolvedTokens)
  }
}

extension ItemSet {
  fileprivate func replacing(_ item: Item, with target: Item) -> ItemSet {
    contains(item) ? ItemSet(items.map { $0 == item ? target : $0 }) : self
  }
}

extension SettingValue {
  /// The value with an item replaced by another.
  func replacing(_ item: Item, with target: Item) -> SettingValue {
    func moved(_ references: [ItemReference]) -> [ItemReference] {
      let names: [ItemReference] = [.item(item), .name(item.id)]
      let moved = references.map { reference -> ItemReference in
        guard let index = names.firstIndex(of: reference) else { return reference }
        return index == 0 ? .item(target) : .name(target.id)
      }
      return moved == references ? references : Set(moved).sorted()
    }
    func moved(_ items: ItemSet) -> ItemSet { items.replacing(item, with: target) }
    switch self {
    case .bool, .integer, .cookiePolicy: return self
    case .items(let items): return .items(moved(items))
    case .blockedApplications(let references): return .blockedApplications(moved(references))
    case .categoryPolicy(.none), .webFilter(.none): return self
    case .categoryPolicy(.specific(let categories, let except)):
      return .categoryPolicy(.specific(categories, except: moved(except)))
    case .categoryPolicy(.all(let except)): return .categoryPolicy(.all(except: moved(except)))
    case .webFilter(.specific(let domains)): return .webFilter(.specific(moved(domains)))
    case .webFilter(.auto(let domains, let except)):
      return .webFilter(.auto(moved(domains), except: moved(except)))
    case .webFilter(.all(let except)): return .webFilter(.all(except: moved(except)))
    }
  }
}

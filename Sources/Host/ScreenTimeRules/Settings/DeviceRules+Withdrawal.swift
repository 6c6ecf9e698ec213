// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// MARK: - Withdrawal of an item (`privacy.md#tokens`)

extension DeviceRules {
  /// Removes an item that the person withdrew from a family, together with the family's rules on it. Exceptions stay,
  /// since dropping one would add a shield.
  ///
  /// Counts continue without the item's use, and levels that were already delivered are not delivered again.
  ///
  /// - Returns: also the events that have been reached.
  package func withdraw(_ item: Item, from family: FamilyID, in state: inout DeviceState) -> Outcome {
    guard let known = state.families[family] else { return Outcome() }
    var transaction = RuleTransaction(
      rules: self, context: context(state), id: family, performing: nil, family: known)
    transaction.withdraw(item)
    return commit(transaction, to: &state)
  }
}

extension RuleTransaction {
  fileprivate mutating func withdraw(_ item: Item) {
    for (name, store) in family.stores {
      var kept = store
      kept.withdraw(item)
      guard kept != store else { continue }
      family.stores[name] = kept.exists ? kept : nil
      changesShields = true
    }
    for (name, activity) in family.activities {
      guard activity.events.contains(where: { $0.selection != $0.selection.without(item) }) else { continue }
      var kept = activity
      for index in kept.events.indices { kept.events[index].selection = kept.events[index].selection.without(item) }
      let delivered = activity.meters.flatMap { $0.levels[..<$0.nextLevel] }
      kept.restartMeters(in: context)
      for index in kept.meters.indices { kept.meters[index].keepDelivered(delivered) }
      // A level can be lower than it was, if the person allowed finer steps in the meantime.
      kept.takeReached(at: context.now, family: id, cause: .natural, into: &dues)
      family.activities[name] = kept
    }
  }
}

extension ItemSelection {
  /// The selection without an item. A selection of that item alone then matches nothing; an empty one would match all
  /// use (E8).
  fileprivate func without(_ item: Item) -> ItemSelection {
    func kept(_ items: ItemSet) -> ItemSet { ItemSet(items.items.filter { $0 != item }) }
    var result = ItemSelection(
      applications: kept(applications), categories: kept(categories), webDomains: kept(webDomains),
      unresolvedTokens: unresolvedTokens)
    result.unresolvedTokens += count - result.count
    return result
  }
}

extension SettingValue {
  /// The value without an item; `nil` when nothing is left.
  func without(_ item: Item) -> SettingValue? {
    func kept(_ items: ItemSet) -> ItemSet { ItemSet(items.items.filter { $0 != item }) }
    func kept(_ references: [ItemReference]) -> [ItemReference] { references.filter { $0 != .item(item) } }
    switch self {
    case .bool, .integer, .cookiePolicy: return self
    case .items(let items):
      let rest = kept(items)
      return rest.items.isEmpty && !items.items.isEmpty ? nil : .items(rest)
    case .blockedApplications(let references):
      let rest = kept(references)
      return rest.isEmpty && !references.isEmpty ? nil : .blockedApplications(rest)
    case .categoryPolicy(.specific(let categories, let except)):
      let rest = kept(categories)
      return rest.items.isEmpty && !categories.items.isEmpty
        ? nil : .categoryPolicy(.specific(rest, except: except))
    case .webFilter(.specific(let domains)):
      let rest = kept(domains)
      return rest.isEmpty && !domains.isEmpty ? nil : .webFilter(.specific(rest))
    case .webFilter(.auto(let domains, let except)): return .webFilter(.auto(kept(domains), except: except))
    case .categoryPolicy, .webFilter: return self
    }
  }
}

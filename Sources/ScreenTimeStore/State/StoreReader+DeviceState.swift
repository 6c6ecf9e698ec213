// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

extension StoreReader {
  /// The rules' clock as it was last saved, without decoding the rest; `nil` in a new store.
  package func savedClock() throws -> Timestamp? {
    try number("SELECT json_extract(CAST(body AS TEXT), '$.now') FROM state WHERE kind = 'device'")
      .map(Timestamp.init(milliseconds:))
  }

  /// The rules' state as it was last saved; `nil` in a new store. Its `history` is empty: refill it with
  /// `use(from:to:)`.
  package func loadState() throws -> DeviceState? {
    let rows = try stateRows()
    guard let device = rows.first(where: { $0.key.kind == .device }) else { return nil }
    var state = try CanonicalJSON.value(DeviceState.self, from: device.body, named: "device state")
    for row in rows where row.key.kind == .family {
      state.families[FamilyID(row.key.family)] = try CanonicalJSON.value(
        FamilyState.self, from: row.body, named: "state of family \(row.key.family)")
    }
    for row in rows { try Self.restore(row, into: &state) }
    return state
  }

  private static func restore(_ row: StateRow, into state: inout DeviceState) throws {
    let key = row.key
    let family = FamilyID(key.family)
    let name = "\(key.kind.rawValue) \(key.name) of family \(key.family)"
    switch key.kind {
    case .device, .family: break
    case .operatorStore:
      state.operatorStores[key.name] = try CanonicalJSON.value(
        SettingsStore.self, from: row.body, named: "operator's store \(key.name)")
    case .store:
      state.families[family]?.stores[key.name] = try CanonicalJSON.value(
        SettingsStore.self, from: row.body, named: name)
    case .activity:
      state.families[family]?.activities[key.name] = try CanonicalJSON.value(Activity.self, from: row.body, named: name)
    case .defaults:
      state.families[family]?.defaults[key.name] = try CanonicalJSON.value(
        [String: DefaultValue].self, from: row.body, named: name)
    }
  }
}

extension StoreTransaction {
  /// Writes what differs between two states, and nothing else.
  ///
  /// - Parameter old: what the store holds; `nil` writes everything anew.
  package func save(_ new: DeviceState, replacing old: DeviceState?) throws {
    if old == nil { try execute("DELETE FROM state") }
    let device = new.withoutEntities
    if old.map({ $0.withoutEntities != device }) ?? true { try setStateRow(StateRow.Key(.device), to: device) }
    try save(new.operatorStores, replacing: old?.operatorStores) { StateRow.Key(.operatorStore, name: $0) }
    for id in Set(new.families.keys).union(old.map { Set($0.families.keys) } ?? []).sorted() {
      try save(new.families[id], replacing: old?.families[id], of: id.rawValue)
    }
  }

  private func save(_ new: FamilyState?, replacing old: FamilyState?, of family: String) throws {
    guard new != old else { return }
    if let core = new?.withoutEntities {
      if old?.withoutEntities != core { try setStateRow(StateRow.Key(.family, family: family), to: core) }
    } else {
      try removeStateRow(StateRow.Key(.family, family: family))
    }
    try save(new?.stores ?? [:], replacing: old?.stores) { StateRow.Key(.store, family: family, name: $0) }
    try save(new?.activities ?? [:], replacing: old?.activities) { StateRow.Key(.activity, family: family, name: $0) }
    try save(new?.defaults ?? [:], replacing: old?.defaults) { StateRow.Key(.defaults, family: family, name: $0) }
  }

  private func save<Value: Encodable & Equatable>(
    _ new: [String: Value], replacing old: [String: Value]?, key: (String) -> StateRow.Key
  ) throws {
    for name in new.keys.sorted(by: { $0.isOrderedBefore($1) }) where old?[name] != new[name] {
      if let value = new[name] { try setStateRow(key(name), to: value) }
    }
    for name in (old ?? [:]).keys.sorted(by: { $0.isOrderedBefore($1) }) where new[name] == nil {
      try removeStateRow(key(name))
    }
  }
}

// MARK: -

extension DeviceState {
  /// What has no row of its own. The history isn't state: it is the usage table.
  fileprivate var withoutEntities: DeviceState {
    var rest = self
    rest.families = [:]
    rest.operatorStores = [:]
    rest.history = UseLedger()
    return rest
  }
}

extension FamilyState {
  fileprivate var withoutEntities: FamilyState {
    var rest = self
    rest.stores = [:]
    rest.activities = [:]
    rest.defaults = [:]
    return rest
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// The rules' clock as last saved, read without the rest of the state; `nil` in a new store.
  package func savedClock() throws -> Timestamp? {
    try number("SELECT now FROM clock").map(Timestamp.init(milliseconds:))
  }

  /// The rules' state as last saved; `nil` in a new store. Its `history` is empty: refill it with `use(from:to:)`.
  package func loadState() throws -> DeviceState? {
    let rows = try stateRows()
    guard let device = rows.first(where: { $0.key.kind == .device }) else { return nil }
    var state = try CanonicalJSON.value(DeviceState.self, from: device.body, named: "device state")
    for row in rows where row.key.kind == .family {
      state.families[FamilyID(row.key.family)] = try CanonicalJSON.value(
        FamilyState.self, from: row.body, named: "state of family \(row.key.family)")
    }
    for row in rows { try Self.restore(row, into: &state) }
    try restoreClock(in: &state)
    try restoreProgress(in: &state)
    return state
  }

  private func restoreClock(in state: inout DeviceState) throws {
    guard let clock = try row("SELECT * FROM clock") else {
      throw StoreError(.corrupt, "The store has a device without a clock; restore a backup.")
    }
    state.now = Timestamp(milliseconds: clock["now"])
    state.front = Foreground(
      app: (clock["app"] as String?).map(Item.application), web: (clock["web"] as String?).map(Item.webDomain),
      isInUse: clock["isInUse"], presenceKnown: clock["presenceKnown"])
    for row in try rows("SELECT family, last FROM sequence") {
      state.families[FamilyID(row["family"])]?.sequence = row["last"]
    }
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
  /// Writes only the differences between two states.
  ///
  /// - Parameter old: the contents of the store; `nil` rewrites everything.
  package func save(_ new: DeviceState, replacing old: DeviceState?) throws {
    if old == nil {
      for table in ["state", "clock", "sequence", "progress", "meter"] { try execute("DELETE FROM \(table)") }
    }
    if old.map({ $0.now != new.now || $0.front != new.front }) ?? true { try setClock(of: new) }
    let device = new.withoutEntities
    if old.map({ $0.withoutEntities != device }) ?? true { try setStateRow(StateRow.Key(.device), to: device) }
    try save(new.operatorStores, replacing: old?.operatorStores) { StateRow.Key(.operatorStore, name: $0) }
    var progress = ProgressWriter(self)
    for id in Set(new.families.keys).union(old.map { Set($0.families.keys) } ?? []).sorted() {
      try save(new.families[id], replacing: old?.families[id], of: id.rawValue, &progress)
    }
    try progress.finish()
  }

  private func save(
    _ new: FamilyState?, replacing old: FamilyState?, of family: String, _ progress: inout ProgressWriter
  ) throws {
    guard new != old else { return }
    if let sequence = new?.sequence {
      if sequence != old?.sequence {
        try execute("INSERT OR REPLACE INTO sequence (family, last) VALUES (?, ?)", [family, sequence])
      }
    } else {
      try execute("DELETE FROM sequence WHERE family = ?", [family])
    }
    if let core = new?.withoutEntities {
      if old?.withoutEntities != core { try setStateRow(StateRow.Key(.family, family: family), to: core) }
    } else {
      try removeStateRow(StateRow.Key(.family, family: family))
    }
    try save(new?.stores ?? [:], replacing: old?.stores) { StateRow.Key(.store, family: family, name: $0) }
    try saveActivities(new?.activities ?? [:], replacing: old?.activities ?? [:], of: family, &progress)
    try save(new?.defaults ?? [:], replacing: old?.defaults) { StateRow.Key(.defaults, family: family, name: $0) }
  }

  private func setClock(of state: DeviceState) throws {
    let front = state.front
    try execute(
      "INSERT OR REPLACE INTO clock (one, now, app, web, isInUse, presenceKnown) VALUES (1, ?, ?, ?, ?, ?)",
      [state.now.milliseconds, front.app?.id, front.web?.id, front.isInUse, front.presenceKnown])
  }

  private func saveActivities(
    _ new: [String: Activity], replacing old: [String: Activity], of family: String,
    _ progress: inout ProgressWriter
  ) throws {
    let changed = new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
    for name in changed.sorted(by: { $0.isOrderedBefore($1) }) {
      let key = StateRow.Key(.activity, family: family, name: name)
      if let activity = new[name] {
        try progress.save(activity, replacing: old[name], key)
      } else {
        try removeActivity(key)
      }
    }
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
  /// The part of the state without rows or columns of its own. The history is not included, since it is the usage
  /// table.
  fileprivate var withoutEntities: DeviceState {
    var rest = withoutHistory
    (rest.now, rest.front) = (Timestamp(milliseconds: 0), .nothing)
    rest.families = [:]
    rest.operatorStores = [:]
    return rest
  }
}

extension FamilyState {
  fileprivate var withoutEntities: FamilyState {
    var rest = self
    rest.sequence = 0
    rest.stores = [:]
    rest.activities = [:]
    rest.defaults = [:]
    return rest
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The name of the store that `ManagedSettingsStore()` opens (M1).
package let defaultStoreName = "Default"

extension Snapshot {
  /// The store with a name, empty if it does not exist (M6).
  package func store(named name: String) -> StoreSnapshot {
    stores.first { $0.name == name } ?? StoreSnapshot(name: name, settings: [:])
  }

  package func activity(named name: String) -> ActivitySnapshot? { activities.first { $0.name == name } }

  /// Applies an effect locally, so that later reads in this callback return it (C1). Effects are absolute assignments
  /// (C11).
  mutating func apply(_ effect: Effect) {
    switch effect {
    case .setSetting(let store, let key, let value): edit(store) { $0.settings[key] = value }
    case .setStoreActive(let store, let isActive): edit(store) { $0.isActive = isActive }
    case .clearStore(let store): edit(store) { $0.settings = [:] }
    case .deleteStore(let store): stores.removeAll { $0.name == store }
    case .startMonitoring(let name, let schedule, let events):
      activities.removeAll { $0.name == name }
      let index = activities.firstIndex { !$0.name.precedesInUTF8(name) } ?? activities.count
      let activity = ActivitySnapshot(
        name: name, schedule: schedule, events: events.sorted { $0.name.precedesInUTF8($1.name) })
      activities.insert(activity, at: index)
    case .stopMonitoring(let names):
      activities.removeAll { names.isEmpty || names.contains($0.name) }
    case .setDefault(let suite, let key, let value): edit(suite: suite, key: key, to: value)
    case .setBadgeCount(let count): badge = count
    case .revokeAuthorization:
      authorization = .denied
      stores = []
      activities = []
    case .reloadTimelines, .invalidateRelevance, .scheduleNotification, .cancelNotifications, .refreshShields,
      .invalidateFocusContext:
      break
    }
  }

  /// Changes a store. It exists only while it holds a value or is inactive (M6).
  private mutating func edit(_ name: String, _ change: (inout StoreSnapshot) -> Void) {
    var store = store(named: name)
    change(&store)
    stores.removeAll { $0.name == name }
    guard !store.settings.isEmpty || !store.isActive else { return }
    let index = stores.firstIndex { !$0.name.precedesInUTF8(name) } ?? stores.count
    stores.insert(store, at: index)
  }

  private mutating func edit(suite: String, key: String, to value: PropertyValue?) {
    let index = defaults.firstIndex { $0.suite == suite } ?? defaults.count
    if index == defaults.count { defaults.append(DefaultsSnapshot(suite: suite, values: [])) }
    defaults[index].values.removeAll { $0.key == key }
    if let value { defaults[index].values.append(PropertyValue.Entry(key: key, value: value)) }
  }
}

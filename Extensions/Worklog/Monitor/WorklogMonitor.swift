// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import ManagedSettings

extension ManagedSettingsStore.Name {
  static let gaming = Self("gaming")
  static let social = Self("social")
}

extension DeviceActivityName {
  /// 17:00 to 20:00, every day.
  static let evening = Self("evening")
}

/// Frees games and social applications in the evening. Each group has its own store, so an item in both groups stays
/// shielded until both stores free it.
class WorklogMonitor: DeviceActivityMonitor {
  private let gaming = ManagedSettingsStore(named: .gaming)
  private let social = ManagedSettingsStore(named: .social)
  private let defaults = UserDefaults(suiteName: "group.org.example.worklog")

  override func intervalDidStart(for activity: DeviceActivityName) {
    guard activity == .evening else { return }
    gaming.clearAllSettings()
    social.clearAllSettings()
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    guard activity == .evening else { return }
    shield(selection(for: "selection.gaming"), in: gaming)
    shield(selection(for: "selection.social"), in: social)
  }

  private func shield(_ selection: FamilyActivitySelection, in store: ManagedSettingsStore) {
    store.shield.applications = selection.applicationTokens
    store.shield.webDomains = selection.webDomainTokens
    store.shield.applicationCategories = .specific(selection.categoryTokens)
    store.shield.webDomainCategories = .specific(selection.categoryTokens)
  }

  private func selection(for key: String) -> FamilyActivitySelection {
    guard let data = defaults?.data(forKey: key) else { return FamilyActivitySelection() }
    return (try? JSONDecoder().decode(FamilyActivitySelection.self, from: data)) ?? FamilyActivitySelection()
  }
}

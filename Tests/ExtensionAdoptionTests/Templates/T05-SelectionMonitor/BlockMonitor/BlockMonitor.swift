// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

class BlockMonitor: DeviceActivityMonitor {
  let store = ManagedSettingsStore(named: ManagedSettingsStore.Name("blocking"))
  let defaults = UserDefaults(suiteName: "group.com.example.BlockParty")

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let selection = loadSelection() ?? FamilyActivitySelection()
    store.shield.applications = selection.applicationTokens.isEmpty ? nil : selection.applicationTokens
    store.shield.applicationCategories = .specific(selection.categoryTokens, except: [])
    store.shield.webDomains = selection.webDomainTokens
    store.application.denyAppRemoval = true
    defaults?.set(Date(), forKey: "startedAt")
    defaults?.set(true, forKey: "isBlocking")
    defaults?.synchronize()
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.clearAllSettings()
    defaults?.removeObject(forKey: "startedAt")
    defaults?.set(false, forKey: "isBlocking")
  }

  private func loadSelection() -> FamilyActivitySelection? {
    guard let data = defaults?.data(forKey: "selection") else { return nil }
    return try? PropertyListDecoder().decode(FamilyActivitySelection.self, from: data)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings

final class FocusMonitor: BaseMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let store = ManagedSettingsStore(named: .focus)
    store.shield.webDomainCategories = .all()
    store.safari.cookiePolicy = .currentWebsite
  }
}

extension ManagedSettingsStore.Name {
  static let focus = Self("focus")
}

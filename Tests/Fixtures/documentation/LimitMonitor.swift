// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings

class LimitMonitor: DeviceActivityMonitor {
  let store = ManagedSettingsStore()

  override func intervalDidStart(for activity: DeviceActivityName) {
    store.shield.applicationCategories = nil
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    store.shield.applicationCategories = .all()
  }
}

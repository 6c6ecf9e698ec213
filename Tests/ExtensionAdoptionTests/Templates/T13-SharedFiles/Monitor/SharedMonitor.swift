// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation

class SharedMonitor: DeviceActivityMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    UserDefaults.shared.set(activity.rawValue, forKey: "lastActivity")
    UserDefaults.shared.set(RuleStore.shared.rules.filter(\.isActive).count, forKey: "active")
  }
}

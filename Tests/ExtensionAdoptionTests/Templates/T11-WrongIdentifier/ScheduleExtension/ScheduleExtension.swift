// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings

class ScheduleExtension: DeviceActivityMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    switch activity {
    case .bedtime: ManagedSettingsStore().shield.applicationCategories = .all(except: [])
    case .daily: ManagedSettingsStore().media.maximumMovieRating = 300
    default: break
    }
  }

  override func intervalDidEnd(for activity: DeviceActivityName) { ManagedSettingsStore().clearAllSettings() }
}

extension DeviceActivityName {
  static let bedtime = DeviceActivityName("bedtime")
  static let daily = DeviceActivityName("daily")
}

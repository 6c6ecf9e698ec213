// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import ManagedSettings

@available(iOS 17.4, *)
class RearmingMonitor: DeviceActivityMonitor {
  let center = DeviceActivityCenter()

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    guard center.activities.contains(activity), let schedule = center.schedule(for: activity) else { return }
    let events = center.events(for: activity)
    do {
      try center.startMonitoring(activity, during: schedule, events: events)
    } catch DeviceActivityCenter.MonitoringError.intervalTooShort {
      print("too short")
    } catch {
      print(error.localizedDescription)
    }
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    if let reached = center.events(for: activity)[event] {
      var store = ManagedSettingsStore().shield.applications ?? []
      store.formUnion(reached.applications)
      ManagedSettingsStore().shield.applications = store
    }
    let tomorrow = Calendar.current.date(byAdding: .day, value: 1, to: Calendar.current.startOfDay(for: Date()))
    print("next reset: \(tomorrow.map { ISO8601DateFormatter().string(from: $0) } ?? "never")")
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    center.stopMonitoring([DeviceActivityName("\(activity.rawValue).soon")])
  }
}

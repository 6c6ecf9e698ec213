// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import LimitsPlan

/// Closes what a reached limit or downtime covers, and opens it again.
class LimitsMonitor: DeviceActivityMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    switch activity {
    // A new day, or a changed plan: its events then count the whole day again.
    case .day: change { $0.reached = [] }
    case .downtime: change { $0.isDowntime = true }
    default: break
    }
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    switch activity {
    case .day: change { $0.reached = [] }
    case .downtime: change { $0.isDowntime = false }
    case .quarterHour: change { $0.moreTime = nil }
    default: break
    }
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    guard activity == .oneMinute else { return }
    change { $0.moreTime = nil }
    DeviceActivityCenter().stopMonitoring([.oneMinute])
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    guard activity == .day, let limit = event.limit else { return }
    change { $0.reached.insert(limit) }
  }

  private func change(_ body: (inout LimitDay) -> Void) {
    guard let defaults = UserDefaults.limits else { return }
    var day = defaults.limitDay
    body(&day)
    defaults.limitDay = day
    day.apply(defaults.limitPlan)
  }
}

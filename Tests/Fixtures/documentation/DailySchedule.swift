// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls

extension DeviceActivityName {
  static let daily = Self("daily")
}

extension DeviceActivityEvent.Name {
  static let limit = Self("limit")
}

func startCounting(_ selection: FamilyActivitySelection) throws {
  let day = DeviceActivitySchedule(
    intervalStart: DateComponents(hour: 0, minute: 0), intervalEnd: DateComponents(hour: 23, minute: 59),
    repeats: true)
  let limit = DeviceActivityEvent(
    applications: selection.applicationTokens, categories: selection.categoryTokens, threshold: DateComponents(hour: 1))
  try DeviceActivityCenter().startMonitoring(.daily, during: day, events: [.limit: limit])
}

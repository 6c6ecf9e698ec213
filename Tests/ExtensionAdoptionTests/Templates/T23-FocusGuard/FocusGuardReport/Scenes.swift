// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings
import SwiftUI

struct DayModel {
  struct Row: Identifiable {
    let id: String
    let token: ApplicationToken?
    let duration: TimeInterval
    let pickups: Int
    let notifications: Int
  }

  var total: TimeInterval = 0
  var interval = DateInterval()
  var longest: DateInterval?
  var firstPickup: Date?
  var hours: [Int: TimeInterval] = [:]
  var rows: [Row] = []
  var user: String?
}

struct DayReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .day
  let content: (DayModel) -> DayView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> DayModel {
    var model = DayModel()
    for await device in data {
      model.user = device.user.nameComponents?.givenName
      for await segment in device.activitySegments {
        model.total += segment.totalActivityDuration
        model.interval = segment.dateInterval
        model.longest = segment.longestActivity
        model.firstPickup = segment.firstPickup
        let hour = Calendar.current.component(.hour, from: segment.dateInterval.start)
        model.hours[hour, default: 0] += segment.totalActivityDuration
        for await category in segment.categories {
          for await app in category.applications where app.totalActivityDuration > 60 {
            model.rows.append(
              DayModel.Row(
                id: app.application.bundleIdentifier ?? UUID().uuidString, token: app.application.token,
                duration: app.totalActivityDuration, pickups: app.numberOfPickups,
                notifications: app.numberOfNotifications))
          }
        }
      }
    }
    model.rows.sort { ($0.duration, $0.id) > ($1.duration, $1.id) }
    return model
  }
}

struct CategoryRow: Identifiable, Hashable {
  var id: String { name }
  let name: String
  let minutes: Int
  let token: ActivityCategoryToken?
}

struct CategoryReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .categories
  let content: ([CategoryRow]) -> CategoryView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [CategoryRow] {
    let activities = await data.flatMap { $0.activitySegments }.flatMap { $0.categories }
      .reduce(into: [DeviceActivityData.CategoryActivity]()) { $0.append($1) }
    return Dictionary(grouping: activities, by: { $0.category.localizedDisplayName ?? "?" })
      .map { name, all in
        CategoryRow(
          name: name, minutes: Int(all.map(\.totalActivityDuration).reduce(0, +) / 60), token: all.first?.category.token
        )
      }
      .sorted { $0.minutes > $1.minutes }
  }
}

struct PickupReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .pickups
  let content: (Int) -> PickupView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Int {
    var pickups = 0
    for await device in data {
      for await segment in device.activitySegments {
        pickups += segment.totalPickupsWithoutApplicationActivity
      }
    }
    return pickups
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import DeviceActivity
import SwiftUI

extension DeviceActivityReport.Context {
  static let week = Self("week")
}

struct DayOfUse: Identifiable {
  let id: Int
  let name: String
  let minutes: Double
}

struct WeekView: View {
  let days: [DayOfUse]

  var body: some View {
    VStack(alignment: .leading) {
      Text("This week").font(.headline)
      Chart(days) { day in
        BarMark(x: .value("Day", day.name), y: .value("Minutes", day.minutes))
      }
      .frame(height: 160)
    }
    .padding()
  }
}

struct WeekReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .week
  let content: ([DayOfUse]) -> WeekView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [DayOfUse] {
    var days: [DayOfUse] = []
    for await device in data {
      for await segment in device.activitySegments {
        let day = segment.dateInterval.start.formatted(.dateTime.weekday(.abbreviated))
        days.append(DayOfUse(id: days.count, name: day, minutes: segment.totalActivityDuration / 60))
      }
    }
    return days
  }
}

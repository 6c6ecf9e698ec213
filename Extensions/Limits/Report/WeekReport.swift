// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import SwiftUI

extension DeviceActivityReport.Context {
  static let week = Self("week")
}

/// The use of each day, and the most used apps.
struct Week {
  struct Row: Identifiable {
    let id: Int
    let name: String
    let duration: TimeInterval
  }

  var days: [Row]
  var apps: [Row]
  var total: TimeInterval { days.reduce(0) { $0 + $1.duration } }
}

struct WeekReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .week
  let content: (Week) -> WeekView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Week {
    var days: [(start: Date, duration: TimeInterval)] = []
    var apps: [String: TimeInterval] = [:]
    for await device in data {
      for await segment in device.activitySegments {
        days.append((segment.dateInterval.start, segment.totalActivityDuration))
        for await category in segment.categories {
          for await activity in category.applications {
            apps[activity.application.localizedDisplayName ?? "App", default: 0] += activity.totalActivityDuration
          }
        }
      }
    }
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let ordered = days.sorted { $0.start < $1.start }
    let most = apps.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(5)
    return Week(
      days: ordered.enumerated().map { index, day in
        let weekday = Calendar.current.component(.weekday, from: day.start)
        return Week.Row(id: index, name: names[(weekday - 1) % 7], duration: day.duration)
      },
      apps: most.enumerated().map { Week.Row(id: $0.offset, name: $0.element.key, duration: $0.element.value) })
  }
}

struct WeekView: View {
  let week: Week

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text("\(Self.text(week.total)) in seven days")
        .font(.headline)
      ForEach(week.days) { day in
        HStack {
          Text(day.name)
            .frame(width: 44, alignment: .leading)
          Rectangle()
            .fill(Color.blue)
            .frame(width: 180 * day.duration / longest, height: 10)
          Text(Self.text(day.duration))
            .foregroundStyle(.secondary)
        }
        .font(.footnote)
      }
      ForEach(week.apps) { app in
        HStack {
          Text(app.name)
            .lineLimit(1)
          Spacer()
          Text(Self.text(app.duration))
            .foregroundStyle(.secondary)
        }
        .font(.footnote)
      }
    }
    .padding()
  }

  private var longest: TimeInterval { max(1, week.days.map(\.duration).max() ?? 1) }

  /// A duration in words: “45 min”, “1 h 5 min”.
  static func text(_ duration: TimeInterval) -> String {
    let minutes = Int(duration / 60)
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}

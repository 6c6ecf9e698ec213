// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import DeviceActivity
import SwiftUI

@main
struct ChartReportExtension: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    TopAppsReport { summary in TopAppsChart(summary: summary) }
    HoursReport { hours in HoursView(hours: hours) }
  }
}

extension DeviceActivityReport.Context {
  static let topApps = Self("Top Apps")
  static let hours = Self("Hours")
}

struct AppUsage: Identifiable, Hashable {
  let id = UUID()
  let name: String
  let minutes: Double
}

struct TopAppsReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .topApps
  let content: ([AppUsage]) -> TopAppsChart

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [AppUsage] {
    var totals: [String: TimeInterval] = [:]
    for await device in data {
      for await segment in device.activitySegments {
        for await category in segment.categories {
          for await app in category.applications {
            totals[app.application.localizedDisplayName ?? "Unknown", default: 0] += app.totalActivityDuration
          }
        }
      }
    }
    return totals.sorted { $0.value > $1.value }.prefix(5).map {
      AppUsage(name: $0.key, minutes: ($0.value / 60).rounded())
    }
  }
}

struct TopAppsChart: View {
  let summary: [AppUsage]

  var body: some View {
    VStack(alignment: .leading) {
      Text("Top apps").font(.headline)
      if summary.isEmpty {
        Text("Nothing yet").foregroundStyle(.secondary)
      } else {
        Chart(summary) { usage in
          BarMark(x: .value("Minutes", usage.minutes), y: .value("App", usage.name))
            .foregroundStyle(by: .value("App", usage.name))
        }
        .chartLegend(.hidden)
        .frame(height: 200)
      }
    }
    .padding()
  }
}

struct HoursReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .hours
  let content: (TimeInterval) -> HoursView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> TimeInterval {
    await data.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
  }
}

struct HoursView: View {
  let hours: TimeInterval

  var body: some View {
    HStack {
      Image(systemName: "clock.fill")
      Text(String(format: "%.1f h", hours / 3600)).bold()
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI

extension DeviceActivityReport.Context {
  static let pie = Self("pie")
}

/// The duration of use of each app.
struct Pie {
  struct Slice: Identifiable {
    let id: Int
    let name: String
    let duration: TimeInterval
  }

  var slices: [Slice]
  var total: TimeInterval
}

struct PieReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .pie
  let content: (Pie) -> PieView

  /// The most used apps, and the rest as one slice.
  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Pie {
    var durations: [String: TimeInterval] = [:]
    for await device in data {
      for await segment in device.activitySegments {
        for await category in segment.categories {
          for await activity in category.applications {
            let name = activity.application.localizedDisplayName ?? "App"
            durations[name, default: 0] += activity.totalActivityDuration
          }
        }
      }
    }
    let sorted = durations.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    var named = sorted.prefix(5).map { ($0.key, $0.value) }
    let rest = sorted.dropFirst(5).reduce(0) { $0 + $1.value }
    if rest > 0 { named.append(("Other", rest)) }
    let slices = named.enumerated().map { Pie.Slice(id: $0.offset, name: $0.element.0, duration: $0.element.1) }
    return Pie(slices: slices, total: slices.reduce(0) { $0 + $1.duration })
  }
}

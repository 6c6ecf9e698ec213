// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI

extension DeviceActivityReport.Context {
  static let pie = Self("pie")
}

struct Slice: Identifiable {
  var id: String { name }
  let name: String
  let share: Double
}

struct PieScene: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .pie
  let content: ([Slice]) -> PieChart

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [Slice] {
    var sums: [String: Double] = [:]
    for await device in data {
      for await segment in device.activitySegments {
        for await category in segment.categories {
          sums[category.category.localizedDisplayName ?? "Other", default: 0] += category.totalActivityDuration
        }
      }
    }
    let all = max(1, sums.values.reduce(0, +))
    return sums.keys.sorted().map { Slice(name: $0, share: (sums[$0] ?? 0) / all) }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI

extension DeviceActivityReport.Context {
  static let total = Self("total")
}

struct TotalReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .total
  let content: (String) -> TotalView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> String {
    let total = await data.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
    return total.durationText
  }
}

struct TotalView: View {
  let total: String

  var body: some View {
    Text(total)
      .font(.largeTitle)
  }
}

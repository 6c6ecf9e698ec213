// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import DeviceActivity
import SwiftUI

@main
struct CombiningReport: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    DayScene { model in DayView(model: model) }
  }
}

final class DayModel: ObservableObject {
  @Published var title = "Today"
  @Published var total: TimeInterval = 0
  private var cancellables = Set<AnyCancellable>()

  init(total: TimeInterval) {
    self.total = total
    $total.sink { [weak self] value in
      if value > 3600 { self?.title = "A long day" }
    }
    .store(in: &cancellables)
  }
}

extension DeviceActivityReport.Context {
  static let day = Self("Day")
}

struct DayScene: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .day
  let content: (DayModel) -> DayView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> DayModel {
    var total: TimeInterval = 0
    for await device in data {
      for await segment in device.activitySegments { total += segment.totalActivityDuration }
    }
    return DayModel(total: total)
  }
}

struct DayView: View {
  @ObservedObject var model: DayModel
  @State private var isExpanded = false

  var body: some View {
    VStack {
      Text(model.title).font(.title)
      Text("\(Int(model.total / 60)) min").foregroundColor(.secondary)
    }
  }
}

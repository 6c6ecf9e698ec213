// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI
import _DeviceActivity_SwiftUI

@main
struct HabitReportExtension: DeviceActivityReportExtension {
  @MainActor
  var body: some DeviceActivityReportScene {
    WeekReport { state in WeekView(viewModel: WeekViewModel(state: state)) }
    ScoreReport { ScoreRing(score: $0) }
    WebReport(content: WebList.init)
    RawReport { Text(verbatim: $0).font(.caption.monospaced()) }
  }
}

extension DeviceActivityReport.Context {
  static let week = Self("week")
  static let score: Self = .init("score")
  static let web = DeviceActivityReport.Context("web")
  static let raw = Self("raw")
}

struct RawReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .raw
  let content: (String) -> Text

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> String {
    var lines = [String]()
    for await device in data {
      lines.append(
        "\(device.user.role.rawValueForLog) \(device.device.model.rawValueForLog) \(device.segmentInterval.label)")
      lines.append("updated \(device.lastUpdatedDate.formatted(.iso8601.year().month().day()))")
      for await segment in device.activitySegments.filter({ $0.totalActivityDuration > 0 }) {
        lines.append(
          segment.dateInterval.start.formatted(.dateTime.weekday(.wide).day().month(.abbreviated)) + " "
            + Duration.seconds(segment.totalActivityDuration).formatted(.time(pattern: .hourMinute)))
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension DeviceActivityData.User.FamilyRole {
  fileprivate var rawValueForLog: String {
    switch self {
    case .individual: "individual"
    case .child: "child"
    @unknown default: "other"
    }
  }
}

extension DeviceActivityData.Device.Model {
  fileprivate var rawValueForLog: String { self == .iPhone ? "phone" : self == .iPad ? "pad" : "mac" }
}

extension DeviceActivityFilter.SegmentInterval {
  fileprivate var label: String {
    switch self {
    case .hourly(let interval): "hourly \(Int(interval.duration / 3600))"
    case .daily(let interval): "daily \(interval.start.formatted(date: .numeric, time: .omitted))"
    case .weekly: "weekly"
    @unknown default: "?"
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import FamilyControls
import ManagedSettings
import SwiftUI

// The app that the talk WWDC22-110336 builds, in the names it was shipped with on stage and our own words.

struct Worklog: App {
  let center = AuthorizationCenter.shared

  var body: some Scene {
    WindowGroup {
      ReportsView()
        .onAppear {
          Task {
            do {
              try await center.requestAuthorization(for: .individual)
            } catch {
              print("not enrolled: \(error)")
            }
          }
        }
    }
  }
}

extension ManagedSettingsStore.Name {
  static let gaming = Self("gaming")
  static let social = Self("social")
}

class WorklogMonitor: DeviceActivityMonitor {
  let database = Categories()

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let socialStore = ManagedSettingsStore(named: .social)
    socialStore.shield.applicationCategories = .specific(database.social)
    socialStore.shield.webDomainCategories = .specific(database.social)
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    ManagedSettingsStore(named: .social).clearAllSettings()
    ManagedSettingsStore(named: .gaming).clearAllSettings()
  }
}

struct Categories {
  var social: Set<ActivityCategoryToken> = []
}

extension DeviceActivityReport.Context {
  static let barGraph = Self("barGraph")
  static let pieChart = Self("pieChart")
}

struct ReportsView: View {
  @State private var context: DeviceActivityReport.Context = .barGraph
  @State private var filter = DeviceActivityFilter(
    segment: .daily(during: DateInterval(start: .now.addingTimeInterval(-86_400), end: .now)), users: .children,
    devices: .init([.iPhone, .iPad]))

  var body: some View {
    VStack {
      DeviceActivityReport(context, filter: filter)
      DeviceActivityReport(context: .pieChart, filter: filter)
      Picker(selection: $context, label: Text("Chart")) {
        Text("Bars").tag(DeviceActivityReport.Context.barGraph)
        Text("Pie").tag(DeviceActivityReport.Context.pieChart)
      }
    }
  }
}

struct PieChartView: View {
  struct Configuration {
    let totalUsageByCategory: [ActivityCategory: TimeInterval]
  }

  let configuration: Configuration

  var body: some View { Text("\(configuration.totalUsageByCategory.count) categories") }
}

struct PieChartReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .pieChart
  let content: (PieChartView.Configuration) -> PieChartView

  func makeConfiguration(representing data: [DeviceActivityData]) -> PieChartView.Configuration {
    PieChartView.Configuration(totalUsageByCategory: [:])
  }
}

struct WorklogReportExtension: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    PieChartReport { configuration in
      PieChartView(configuration: configuration)
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import FamilyControls
import ManagedSettings
import SwiftUI

// The report that most apps ship: a total, a list of apps, a chart by hour.

extension DeviceActivityReport.Context {
  // If your app initializes a DeviceActivityReport with this context, then the system will use
  // your extension's corresponding DeviceActivityReportScene to render the contents of the report.
  static let totalActivity = Self("Total Activity")
  static let topApps = DeviceActivityReport.Context("Top Apps")
  static let hours = DeviceActivityReport.Context(rawValue: "Hours")
}

struct AppUsage: Identifiable, Hashable {
  let id = UUID()
  var name: String
  var token: ApplicationToken?
  var bundleIdentifier: String
  var duration: TimeInterval
  var pickups: Int
  var notifications: Int
}

struct ActivitySummary {
  var total: TimeInterval = 0
  var apps: [AppUsage] = []
  var hours: [Int: TimeInterval] = [:]
  var firstPickup: Date?
  var lastUpdated: Date?
  static let empty = ActivitySummary()
}

struct TotalActivityReport: DeviceActivityReportScene {
  // Define which context your scene will represent.
  let context: DeviceActivityReport.Context = .totalActivity
  // Define the custom configuration and the resulting view for this report.
  let content: (String) -> TotalActivityView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> String {
    // Reformat the data into a configuration that can be used to create the report's view.
    let formatter = DateComponentsFormatter()
    formatter.allowedUnits = [.day, .hour, .minute, .second]
    formatter.unitsStyle = .abbreviated
    formatter.zeroFormattingBehavior = .dropAll
    let totalActivityDuration = await data.flatMap { $0.activitySegments }.reduce(
      0, { $0 + $1.totalActivityDuration })
    return formatter.string(from: totalActivityDuration) ?? "No activity data"
  }
}

struct TopAppsReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .topApps
  let content: (ActivitySummary) -> TopAppsView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> ActivitySummary {
    var summary = ActivitySummary.empty
    for await device in data {
      print(device.user.appleID?.debugDescription ?? "-", device.user.nameComponents?.givenName ?? "-")
      print(device.device.name ?? "-", device.device.model == .iPhone, device.user.role == .child)
      summary.lastUpdated = device.lastUpdatedDate
      switch device.device.model {
      case .iPhone, .iPod: break
      case .iPad: break
      case .mac: break
      @unknown default: break
      }
      for await segment in device.activitySegments {
        summary.total += segment.totalActivityDuration
        let hour = Calendar.current.component(.hour, from: segment.dateInterval.start)
        summary.hours[hour, default: 0] += segment.totalActivityDuration
        summary.firstPickup = segment.firstPickup ?? summary.firstPickup
        _ = segment.longestActivity?.duration
        _ = segment.totalPickupsWithoutApplicationActivity
        for await category in segment.categories {
          _ = category.category.localizedDisplayName
          _ = category.totalActivityDuration
          for await app in category.applications {
            let identifier = app.application.bundleIdentifier ?? "unknown"
            if let index = summary.apps.firstIndex(where: { $0.bundleIdentifier == identifier }) {
              summary.apps[index].duration += app.totalActivityDuration
              continue
            }
            summary.apps.append(
              AppUsage(
                name: app.application.localizedDisplayName ?? "App", token: app.application.token,
                bundleIdentifier: identifier, duration: app.totalActivityDuration, pickups: app.numberOfPickups,
                notifications: app.numberOfNotifications))
          }
          for await site in category.webDomains { print(site.webDomain.domain ?? "", site.totalActivityDuration) }
        }
      }
    }
    summary.apps.sort { $0.duration > $1.duration }
    summary.apps = Array(summary.apps.filter { $0.duration >= 60 }.prefix(10))
    return summary
  }
}

struct HoursReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .hours
  let content: ([AppUsage]) -> HoursView

  nonisolated func makeConfiguration(
    representing data: DeviceActivityResults<DeviceActivityData>
  ) async -> [AppUsage] {
    let usage =
      await data
      .flatMap { $0.activitySegments }
      .flatMap { $0.categories }
      .flatMap { $0.applications }
      .filter { $0.totalActivityDuration > 0 }
      .map {
        AppUsage(
          name: $0.application.localizedDisplayName ?? "", token: nil, bundleIdentifier: "",
          duration: $0.totalActivityDuration, pickups: 0, notifications: 0)
      }
      .reduce(into: [AppUsage]()) { $0.append($1) }
    let grouped = Dictionary(grouping: usage, by: \.name).mapValues { $0.map(\.duration).reduce(0, +) }
    return grouped.map {
      AppUsage(name: $0.key, token: nil, bundleIdentifier: "", duration: $0.value, pickups: 0, notifications: 0)
    }
    .sorted { $0.duration > $1.duration }
  }
}

struct ReportExtension: DeviceActivityReportExtension {
  @MainActor var body: some DeviceActivityReportScene {
    // Create a report for each DeviceActivityReport.Context that your app supports.
    TotalActivityReport { totalActivity in
      TotalActivityView(totalActivity: totalActivity)
    }
    TopAppsReport { summary in TopAppsView(summary: summary) }
    HoursReport { HoursView(usage: $0) }
  }
}

struct TotalActivityView: View {
  let totalActivity: String

  var body: some View {
    Text(totalActivity)
  }
}

extension TimeInterval {
  func formattedDuration() -> String {
    let hours = Int(self) / 3600
    let minutes = Int(self) / 60 % 60
    return hours > 0 ? String(format: "%dh %02dm", hours, minutes) : "\(minutes)m"
  }

  var words: String {
    let formatter = DateComponentsFormatter()
    formatter.allowedUnits = self >= 3600 ? [.hour, .minute] : [.minute, .second]
    formatter.unitsStyle = .full
    formatter.maximumUnitCount = 2
    formatter.zeroFormattingBehavior = [.pad]
    return formatter.string(from: self) ?? "–"
  }
}

struct TopAppsView: View {
  var summary: ActivitySummary
  @State private var selected: AppUsage?
  @Environment(\.colorScheme) var colorScheme

  private var maximum: TimeInterval { summary.apps.map(\.duration).max() ?? 1 }

  var body: some View {
    ScrollView(showsIndicators: false) {
      VStack(alignment: .leading, spacing: 16) {
        header
        if summary.apps.isEmpty {
          ContentUnavailableView("No data", systemImage: "chart.bar", description: Text("Use your phone."))
        } else {
          ForEach(Array(summary.apps.enumerated()), id: \.offset) { index, app in
            row(app, rank: index + 1)
            if index < summary.apps.count - 1 { Divider().padding(.leading, 44) }
          }
        }
      }
      .padding()
      .background(RoundedRectangle(cornerRadius: 20, style: .continuous).fill(Color(.secondarySystemBackground)))
      .overlay(RoundedRectangle(cornerRadius: 20).stroke(Color.gray.opacity(0.2), lineWidth: 1))
      .shadow(color: .black.opacity(0.1), radius: 10, x: 0, y: 4)
    }
    .background(Color(UIColor.systemGroupedBackground).ignoresSafeArea())
    .animation(.spring(response: 0.4, dampingFraction: 0.8), value: selected)
    .onAppear { selected = summary.apps.first }
  }

  private var header: some View {
    HStack(alignment: .firstTextBaseline) {
      Text(summary.total.formattedDuration())
        .font(.system(size: 44, weight: .bold, design: .rounded))
        .foregroundStyle(LinearGradient(colors: [.purple, .blue], startPoint: .leading, endPoint: .trailing))
        .minimumScaleFactor(0.5)
        .lineLimit(1)
      Spacer()
      if let pickup = summary.firstPickup { Text("Since \(pickup, style: .time)").font(.caption) }
      if let updated = summary.lastUpdated { Text(updated, format: .dateTime.hour().minute()).font(.caption2) }
    }
  }

  @ViewBuilder
  private func row(_ app: AppUsage, rank: Int) -> some View {
    HStack(spacing: 12) {
      if let token = app.token {
        Label(token).labelStyle(.iconOnly).frame(width: 32, height: 32).scaleEffect(1.4)
      } else {
        Image(systemName: "app.fill").resizable().frame(width: 32, height: 32).foregroundColor(.accentColor)
      }
      VStack(alignment: .leading, spacing: 2) {
        Text("\(rank). \(app.name)").font(.headline).lineLimit(1)
        GeometryReader { geometry in
          Capsule()
            .fill(Color.blue.gradient)
            .frame(width: geometry.size.width * CGFloat(app.duration / maximum), height: 6)
        }
        .frame(height: 6)
        ProgressView(value: app.duration, total: maximum).tint(.orange)
      }
      Spacer(minLength: 8)
      Text(app.duration.words).font(.subheadline.monospacedDigit()).foregroundStyle(.secondary)
    }
    .contentShape(Rectangle())
    .onTapGesture { withAnimation(.easeInOut) { selected = app } }
    .accessibilityElement(children: .combine)
    .accessibilityLabel(Text("\(app.name), \(app.pickups) pickups"))
  }
}

struct HoursView: View {
  let usage: [AppUsage]

  private let columns = [GridItem(.flexible()), GridItem(.adaptive(minimum: 80), spacing: 8)]

  var body: some View {
    List {
      Section(header: Text("Apps").font(.headline)) {
        ForEach(usage) { item in
          HStack {
            Text(item.name)
            Spacer()
            Text(Duration.seconds(item.duration).formatted(.units(allowed: [.hours, .minutes], width: .abbreviated)))
          }
          .listRowBackground(Color.clear)
          .listRowSeparator(.hidden)
        }
      }
      LazyVGrid(columns: columns, alignment: .leading, spacing: 10) {
        ForEach(usage, id: \.self) { Text($0.name) }
      }
    }
    .listStyle(.insetGrouped)
    .scrollContentBackground(.hidden)
    .scrollIndicators(.never)
  }
}

// In order to support previews for your extension's custom views, make sure its source files are
// members of your app's Xcode target as well as members of your extension's target.
struct TotalActivityView_Previews: PreviewProvider {
  static var previews: some View {
    TotalActivityView(totalActivity: "1h 23m")
      .previewLayout(.sizeThatFits)
      .preferredColorScheme(.dark)
  }
}

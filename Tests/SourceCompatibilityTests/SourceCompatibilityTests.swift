// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import SwiftUI
import Testing

@testable import ChartSources
@testable import DeviceActivity
@testable import ManagedSettings
@testable import ManagedSettingsUI
@testable import ReportSources
@testable import ShieldSources
@testable import Talk2021Sources
@testable import Talk2022Sources
@testable import ViewSources

/// Sources in the style of Xcode's templates and of published extensions: they compile, and their callbacks work.
@Suite struct SourceCompatibilityTests {
  @MainActor
  private func tree(_ view: some View, at destination: ResolveSession.Destination = .report) throws -> WireValue {
    let encoder = ViewTreeEncoder(
      session: ResolveSession(destination: destination), environment: EnvironmentValues(),
      size: CGSize(width: 390, height: 844))
    return try encoder.encode(view)
  }

  private static let words = "com.example.editor"

  private static func results() -> DeviceActivityResults<DeviceActivityData> {
    let start = Date(timeIntervalSince1970: 1_795_129_200)
    func app(_ name: String, _ seconds: Double) -> DeviceActivityData.ApplicationActivity {
      DeviceActivityData.ApplicationActivity(
        application: Application(bundleIdentifier: "com.example.\(name)", token: nil, localizedDisplayName: name),
        totalActivityDuration: seconds, numberOfPickups: 2, numberOfNotifications: 1)
    }
    let category = DeviceActivityData.CategoryActivity(
      category: ActivityCategory(token: nil, localizedDisplayName: "Work"), totalActivityDuration: 5_400,
      applications: [app("Mail", 1_800), app("Editor", 3_600), app("Clock", 30)], webDomains: [])
    let segment = DeviceActivityData.ActivitySegment(
      dateInterval: DateInterval(start: start, duration: 3_600), totalActivityDuration: 5_430, longestActivity: nil,
      firstPickup: start, totalPickupsWithoutApplicationActivity: 0, categories: [category])
    let data = DeviceActivityData(
      user: .init(role: .individual), device: .init(name: nil, model: .iPhone),
      segmentInterval: .daily(during: DateInterval(start: start, duration: 86_400)), lastUpdatedDate: start,
      segments: [segment])
    return DeviceActivityResults([data])
  }

  @Test func `the report of Xcode's template shows the total`() async {
    let report = TotalActivityReport { TotalActivityView(totalActivity: $0) }
    #expect(await report.makeConfiguration(representing: Self.results()) == "1h 30m 30s")
  }

  @Test @MainActor func `a list of apps is summed, sorted, shortened and drawn`() async throws {
    let report = TopAppsReport { TopAppsView(summary: $0) }
    let summary = await report.makeConfiguration(representing: Self.results())
    #expect(summary.apps.map(\.name) == ["Editor", "Mail"])
    #expect(summary.total == 5_430)
    let text = String(describing: try tree(report.content(summary)))
    #expect(text.contains("1. Editor") && text.contains("1h 30m"))
    #expect(String(describing: try tree(report.content(.empty))).contains("No data"))
  }

  @Test func `results are flattened over three levels`() async {
    let report = HoursReport { HoursView(usage: $0) }
    #expect(await report.makeConfiguration(representing: Self.results()).map(\.name) == ["Editor", "Mail", "Clock"])
  }

  @Test @MainActor func `a report extension provides its scenes by context`() throws {
    let handler = ReportHandler(scenes: ReportSources.ReportExtension().body)
    #expect(try handler.contexts() == ["Total Activity", "Top Apps", "Hours"])
    let talk = ReportHandler(scenes: Talk2022Sources.WorklogReportExtension().body)
    #expect(try talk.contexts() == ["pieChart"])
  }

  @Test @MainActor func `a page with nearly every view is drawn in a report and in a window`() throws {
    for destination in [ResolveSession.Destination.report, .window] {
      guard case .object(let root) = try tree(Gallery(), at: destination) else { return #expect(Bool(false)) }
      #expect(root["kind"] == "vstack")
    }
    let chart = UsageChart(data: [HourUsage(hour: 9, minutes: 30, category: "Work", date: Date())])
    #expect(String(describing: try tree(chart)).contains("sector"))
  }

  @Test func `a shield has the look its source sets, for each overload`() {
    let source = ShieldConfigurationExtension()
    let application = Application(
      bundleIdentifier: Self.words, token: nil, localizedDisplayName: "Editor")
    let shield = source.configuration(shielding: application)
    #expect(shield.title?.text == "Editor is paused")
    #expect(shield.icon?._name == "hourglass")
    #expect(shield.subtitle?.text.contains(Self.words) == true)
    let category = ActivityCategory(token: nil, localizedDisplayName: "Games")
    #expect(source.configuration(shielding: application, in: category).title?.text == "Games")
    #expect(Palette.strict.legacy.backgroundBlurStyle == .systemChromeMaterialDark)
  }

  @Test func `the older names of a shield equal the newer ones`() {
    let shield = Talk2021Sources.Shield().configuration(shielding: Application(bundleIdentifier: "a"))
    #expect(shield.backgroundBlurStyle == .systemMaterial)
    #expect(shield.title?.text == "Do your chores")
  }

  @Test func `the monitor of the WWDC talk shields at the start and clears at the end`() throws {
    let outcome = try CallbackHarness.run {
      let monitor = Talk2021Sources.Monitor()
      monitor.intervalDidStart(for: .daily)
      monitor.intervalDidEnd(for: .daily)
    }
    #expect(outcome.error == nil)
    #expect(!outcome.effects.isEmpty)
  }

  @Test func `common helpers of report sources work`() throws {
    #expect(Clock.week(of: Date()).count == 7)
    #expect(Cache().url("a.example")?.absoluteString == "https://a.example?q=1")
    #expect(Cache().styled("x").string == "x")
    #expect(Clock.label(Date()) == "Today")
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionAdoption

/// Projects whose extensions draw: colours, pictures, strings, reports.
extension PublishedProject {
  static var drawing: [PublishedProject] {
    [catalogs, stringCatalog, variants, report, namespaced, missingPicture, liveActivity]
  }

  /// A colour of the app's catalog and one of the extension's own, with generated symbols.
  private static var catalogs: PublishedProject {
    let (shield, files) = target(
      "Shield", .shield,
      shield("\"Focus\"", icon: "UIImage(named: \"Badge\")", color: "UIColor(named: \"Brand\") ?? .label"),
      in: .synchronized)
    return PublishedProject(
      name: "several catalogs", style: .synchronized, targets: [app(["Shield"]), shield],
      files: appFiles() + files + [
        .init(path: "App/Assets.xcassets/Contents.json", text: "{}", members: []),
        .init(
          path: "App/Assets.xcassets/Brand.colorset/Contents.json", text: color("0x33", "0x66", "0x99"), members: []),
        .init(
          path: "Shield/Media.xcassets/Own.colorset/Contents.json", text: color("0x01", "0x02", "0x03"), members: []),
      ], behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["Focus", "336699"])])
  }

  /// Texts from a String Catalog, in the three ways that sources ask for them.
  private static var stringCatalog: PublishedProject {
    let title =
      "String(localized: \"shield.title\") + NSLocalizedString(\"shield.more\", comment: \"\")"
      + " + Bundle.main.localizedString(forKey: \"shield.most\", value: nil, table: nil)"
    let (shield, files) = target("Shield", .shield, shield(title, imports: "import Foundation"), in: .synchronized)
    return PublishedProject(
      name: "a String Catalog", style: .synchronized, targets: [app(["Shield"]), shield],
      files: appFiles() + files + [
        .init(
          path: "Shield/Localizable.xcstrings",
          text: """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "shield.title": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "One "}},
                "de": {"stringUnit": {"state": "translated", "value": "Eins "}}}},
              "shield.more": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "Two"}}}},
              "shield.most": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": " Three"}}}}}}
            """, members: ["Shield"])
      ], behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["One Two Three"])])
  }

  /// String tables in language folders, which a project lists as one file.
  private static var variants: PublishedProject {
    let (shield, files) = target(
      "Shield", .shield, shield("NSLocalizedString(\"wait\", comment: \"\")", imports: "import Foundation"), in: .groups
    )
    return PublishedProject(
      name: "string tables in variant groups", style: .groups, targets: [app(["Shield"]), shield],
      files: appFiles() + files + [
        .init(path: "Shield/en.lproj/Localizable.strings", text: "\"wait\" = \"Not now\";\n", members: ["Shield"]),
        .init(path: "Shield/de.lproj/Localizable.strings", text: "\"wait\" = \"Später\";\n", members: ["Shield"]),
      ], behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["Not now"])])
  }

  /// A report with a chart, previews, an environment entry, and closures that run before it is drawn.
  private static var report: PublishedProject {
    let source = """
      import Charts
      import DeviceActivity
      import ExtensionKit
      import SwiftUI

      @main
      struct UsageReport: DeviceActivityReportExtension {
        var body: some DeviceActivityReportScene { TotalReport { total in TotalView(total: total) } }
      }

      extension DeviceActivityReport.Context { static let total = Self("Total Activity") }
      extension EnvironmentValues { @Entry var tone: String = "calm" }

      struct TotalReport: DeviceActivityReportScene {
        let context: DeviceActivityReport.Context = .total
        let content: (Double) -> TotalView
        func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Double {
          await data.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
        }
      }

      struct TotalView: View {
        let total: Double
        @State private var advice = "loading"
        @Environment(\\.tone) private var tone
        var body: some View {
          VStack {
            Text(advice).font(.headline)
            Text(tone)
            Chart { BarMark(x: .value("Day", "Mon"), y: .value("Minutes", total / 60)) }
          }
          .onAppear { advice = "appeared" }
          .task { advice += " and finished" }
        }
      }

      #Preview { TotalView(total: 3_600) }
      """
    let list = info(nil, nil).replacing(
      "<plist version=\"1.0\"><dict>",
      with: """
        <plist version="1.0"><dict><key>EXAppExtensionAttributes</key><dict><key>EXExtensionPointIdentifier</key>
        <string>com.apple.deviceactivityui.report-extension</string></dict>
        """)
    return PublishedProject(
      name: "a report with a chart, previews and a task", style: .groups,
      targets: [
        app(["Report"]),
        .init(name: "Report", product: "extensionkit-extension", settings: ["INFOPLIST_FILE": "Report/Info.plist"]),
      ],
      files: appFiles() + [
        .init(path: "Report/Info.plist", text: list, members: []),
        .init(path: "Report/UsageReport.swift", text: source, members: ["Report"]),
      ],
      behaviours: [Behaviour(name: "report", callback: "makeReport", shows: ["appeared and finished", "calm"])])
  }

  /// A catalog in a group that all targets share, with folders that are namespaces.
  private static var namespaced: PublishedProject {
    let (shield, files) = target(
      "Shield", .shield, shield("\"Names\"", color: "UIColor(named: \"Theme/Deep\") ?? .label"), in: .groups)
    return PublishedProject(
      name: "a shared catalog with namespaces", style: .groups, targets: [app(["Shield"]), with(shield, "SHAREDP")],
      files: appFiles() + files + [
        .init(path: "Shared/Shared.xcassets/Contents.json", text: "{}", members: []),
        .init(
          path: "Shared/Shared.xcassets/Theme/Contents.json", text: "{\"properties\": {\"provides-namespace\": true}}",
          members: []),
        .init(
          path: "Shared/Shared.xcassets/Theme/Deep.colorset/Contents.json", text: color("0x0a", "0x0b", "0x0c"),
          members: []),
      ],
      leftOvers: """
            SHARED = {isa = PBXFileReference; path = Shared/Shared.xcassets; sourceTree = SOURCE_ROOT; };
            SHAREDB = {isa = PBXBuildFile; fileRef = SHARED; };
            SHAREDP = {isa = PBXResourcesBuildPhase; files = (SHAREDB); };
        """,
      behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["Names", "0a0b0c"])])
  }

  /// An icon whose picture is nowhere: the shield has everything else.
  private static var missingPicture: PublishedProject {
    let (shield, files) = target(
      "Shield", .shield, shield("\"No icon\"", icon: "UIImage(named: \"NotThere\")"), in: .groups)
    return PublishedProject(
      name: "an icon that doesn't exist", style: .groups, targets: [app(["Shield"]), shield], files: appFiles() + files,
      behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["No icon"])])
  }

  /// A widget extension with a live activity beside the monitor that starts it.
  private static var liveActivity: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor("WidgetCenter.shared.reloadAllTimelines()\n" + blockAll, imports: "import WidgetKit"),
      in: .synchronized)
    let source = """
      import SwiftUI
      import WidgetKit

      struct Entry: TimelineEntry { let date: Date }
      struct Provider: TimelineProvider {
        func placeholder(in context: Context) -> Entry { Entry(date: .now) }
        func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(Entry(date: .now)) }
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
          completion(Timeline(entries: [Entry(date: .now)], policy: .atEnd))
        }
      }
      @main
      struct Countdown: Widget {
        var body: some WidgetConfiguration {
          StaticConfiguration(kind: "Countdown", provider: Provider()) { entry in Text(entry.date, style: .timer) }
            .configurationDisplayName("Countdown").supportedFamilies([.systemSmall])
        }
      }
      """
    let (widget, widgetFiles) = target("Widgets", .widget, source, in: .synchronized)
    return PublishedProject(
      name: "a widget beside the monitor", style: .synchronized,
      targets: [app(["Monitor", "Widgets"]), monitor, widget],
      files: appFiles() + files + widgetFiles,
      behaviours: [
        Behaviour(name: "monitor", callback: "eventDidReachThreshold", effects: ["reloadTimelines", blocked]),
        Behaviour(name: "widget", callback: "widget.describe", shows: ["Countdown"]),
      ])
  }

  private static func with(_ target: ProjectWriter.Target, _ phase: String) -> ProjectWriter.Target {
    var target = target
    target.phases = [phase]
    return target
  }

  private static func color(_ red: String, _ green: String, _ blue: String) -> String {
    """
    {"colors": [{"idiom": "universal", "color": {"color-space": "srgb",
      "components": {"red": "\(red)", "green": "\(green)", "blue": "\(blue)", "alpha": "1.000"}}}]}
    """
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The sources of a new family: short examples of each extension point.
struct ScaffoldSources {
  let base: String
  let family: String

  static func suffix(of point: ExtensionPoint) -> String {
    switch point {
    case .monitor: "Monitor"
    case .shieldConfiguration: "Shield"
    case .shieldAction: "Action"
    case .report: "Report"
    case .app: "App"
    case .widget: "Widget"
    case .focusFilter: "Focus"
    }
  }

  /// The source files of one extension.
  func files(of point: ExtensionPoint) -> [ScaffoldFile] {
    let name = base + Self.suffix(of: point)
    let source = ScaffoldFile("Sources/\(name)/\(name).swift", text(of: point, name))
    switch point {
    case .app, .report, .widget, .focusFilter: return [source]
    case .monitor, .shieldConfiguration, .shieldAction: break
    }
    let main = """
      import ExtensionRuntime

      ExtensionMain.run(\(name)())

      """
    return [source, ScaffoldFile("Sources/\(name)/main.swift", main)]
  }

  private func text(of point: ExtensionPoint, _ name: String) -> String {
    switch point {
    case .monitor: monitor(name)
    case .shieldConfiguration: shield(name)
    case .shieldAction: action(name)
    case .report: report(name)
    case .app: app(name)
    case .widget: widget(name)
    case .focusFilter: focus(name)
    }
  }

  var shared: String {
    """
    import Foundation

    /// The daily usage limit, and the formatting of durations.
    public struct DailyLimit: Sendable, Equatable {
      public var minutes: Int

      public init(minutes: Int = 60) { self.minutes = minutes }

      public func isReached(after seconds: TimeInterval) -> Bool { seconds >= TimeInterval(minutes * 60) }

      /// Formats a duration: “1 h 5 min”.
      public static func words(_ seconds: TimeInterval) -> String {
        let minutes = Int(seconds / 60)
        return minutes < 60 ? "\\(minutes) min" : "\\(minutes / 60) h \\(minutes % 60) min"
      }
    }

    """
  }

  var tests: String {
    """
    import \(base)Shared
    import Testing

    @Suite struct DailyLimitTests {
      @Test func `is reached after its last second`() {
        #expect(!DailyLimit(minutes: 1).isReached(after: 59))
        #expect(DailyLimit(minutes: 1).isReached(after: 60))
      }

      @Test(arguments: [(59.0, "0 min"), (3_540, "59 min"), (3_900, "1 h 5 min")])
      func `formats a duration`(seconds: Double, words: String) {
        #expect(DailyLimit.words(seconds) == words)
      }
    }

    """
  }

  private func app(_ name: String) -> String {
    """
    import DeviceActivity
    import FamilyControls
    import \(base)Shared
    import SwiftUI

    /// Asks for permission, then monitors each day with a limit on all use.
    @main
    struct \(name): App {
      @State private var message = "A limit for each day"

      var body: some Scene {
        WindowGroup {
          Text(message)
            .task {
              do {
                try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
                try startMonitoring()
              } catch {
                message = "Not monitored: \\(error.localizedDescription)"
              }
            }
        }
      }

      private func startMonitoring() throws {
        let day = DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 0, minute: 0), intervalEnd: DateComponents(hour: 23, minute: 59, second: 59),
          repeats: true)
        // An event without items counts all use.
        let limit = DeviceActivityEvent(threshold: DateComponents(minute: DailyLimit().minutes))
        try DeviceActivityCenter().startMonitoring(
          DeviceActivityName("day"), during: day, events: [DeviceActivityEvent.Name("limit"): limit])
      }
    }

    """
  }

  private func monitor(_ name: String) -> String {
    """
    import DeviceActivity
    import ManagedSettings

    /// Shields everything from when the limit is reached until the end of the interval.
    class \(name): DeviceActivityMonitor {
      private let store = ManagedSettingsStore()

      override func intervalDidEnd(for activity: DeviceActivityName) {
        super.intervalDidEnd(for: activity)
        store.clearAllSettings()
      }

      override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
        super.eventDidReachThreshold(event, activity: activity)
        store.shield.applicationCategories = .all()
      }
    }

    """
  }

  private func shield(_ name: String) -> String {
    """
    import ManagedSettings
    import ManagedSettingsUI
    import \(base)Shared
    import UIKit

    /// The appearance of this family's shields.
    class \(name): ShieldConfigurationDataSource {
      override func configuration(shielding application: Application) -> ShieldConfiguration {
        shield(over: application.localizedDisplayName)
      }

      override func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration {
        shield(over: application.localizedDisplayName)
      }

      override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { shield(over: webDomain.domain) }

      override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
        shield(over: webDomain.domain)
      }

      private func shield(over name: String?) -> ShieldConfiguration {
        ShieldConfiguration(
          backgroundBlurStyle: .systemMaterial, icon: UIImage(systemName: "hourglass"),
          title: .init(text: "\\(name ?? "This") can wait", color: .label),
          subtitle: .init(text: "You have used your \\(DailyLimit.words(3_600)).", color: .secondaryLabel),
          primaryButtonLabel: .init(text: "OK", color: .white), primaryButtonBackgroundColor: .systemBlue,
          secondaryButtonLabel: .init(text: "Ignore the limit today", color: .systemBlue))
      }
    }

    """
  }

  private func action(_ name: String) -> String {
    """
    import ManagedSettings

    /// The primary button closes the shielded item; the secondary one lifts all shields until the limit is reached tomorrow.
    class \(name): ShieldActionDelegate {
      private let store = ManagedSettingsStore()

      override func handle(
        action: ShieldAction, for application: ApplicationToken,
        completionHandler: @escaping (ShieldActionResponse) -> Void
      ) {
        completionHandler(response(to: action))
      }

      override func handle(
        action: ShieldAction, for webDomain: WebDomainToken,
        completionHandler: @escaping (ShieldActionResponse) -> Void
      ) {
        completionHandler(response(to: action))
      }

      override func handle(
        action: ShieldAction, for category: ActivityCategoryToken,
        completionHandler: @escaping (ShieldActionResponse) -> Void
      ) {
        completionHandler(response(to: action))
      }

      private func response(to action: ShieldAction) -> ShieldActionResponse {
        guard action == .secondaryButtonPressed else { return .close }
        store.clearAllSettings()
        return .none
      }
    }

    """
  }

  private func report(_ name: String) -> String {
    """
    import DeviceActivity
    import \(base)Shared
    import SwiftUI

    @main
    struct \(name): DeviceActivityReportExtension {
      var body: some DeviceActivityReportScene {
        TotalScene { total in TotalView(total: total) }
      }
    }

    extension DeviceActivityReport.Context {
      static let total = Self("total")
    }

    /// The total usage in the requested time span.
    struct TotalScene: DeviceActivityReportScene {
      let context: DeviceActivityReport.Context = .total
      let content: (TimeInterval) -> TotalView

      func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> TimeInterval {
        await data.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
      }
    }

    struct TotalView: View {
      let total: TimeInterval

      var body: some View {
        VStack(spacing: 8) {
          Text(DailyLimit.words(total)).font(.largeTitle).bold()
          Text(DailyLimit().isReached(after: total) ? "The limit is reached." : "Within the limit.")
            .foregroundStyle(.secondary)
        }
        .padding()
      }
    }

    """
  }
}

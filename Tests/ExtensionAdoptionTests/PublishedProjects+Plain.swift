// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionAdoption

/// Projects with one app and extensions that keep to themselves.
extension PublishedProject {
  static var plain: [PublishedProject] {
    [threePoints, exceptions, neighbours, notifying, counting, unloggedMonitor, compiledForPhones, strictLanguage]
  }

  /// The three classic extensions, with constants that the app shares with them.
  private static var threePoints: PublishedProject {
    let (monitor, monitorFiles) = target(
      "Monitor", .monitor,
      monitor(blockAll + "\nUserDefaults(suiteName: AppGroup.name)?.set(true, forKey: AppGroup.blockedKey)"),
      in: .groups)
    let (shield, shieldFiles) = target("Shield", .shield, shield("AppGroup.title"), in: .groups)
    let (action, actionFiles) = target(
      "Action", .action, action("ManagedSettingsStore().shield.applicationCategories = nil"), in: .groups)
    let constants = ProjectWriter.File(
      path: "App/Shared/AppGroup.swift",
      text: """
        import Foundation

        enum AppGroup {
          static let name = "group.org.example.three"
          static let blockedKey = "isBlocked"
          static let title = "Time for a break"
        }
        """, members: ["App", "Monitor", "Shield"])
    return PublishedProject(
      name: "three points and shared constants", style: .groups,
      targets: [app(["Monitor", "Shield", "Action"]), monitor, shield, action],
      files: appFiles() + monitorFiles + shieldFiles + actionFiles + [constants],
      behaviours: [
        threshold(blocked, "defaults group.org.example.three: isBlocked"),
        Behaviour(name: "shield", callback: "configuration", shows: ["Time for a break"]),
        Behaviour(name: "action", callback: "handle", effects: ["shield.applicationCategories = nothing"]),
      ])
  }

  /// Synchronized folders: a file of the app's folder belongs to the monitor too, and one in the monitor's own doesn't.
  private static var exceptions: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor("store.shield.webDomainCategories = Policy.domains"), in: .synchronized)
    return PublishedProject(
      name: "synchronized folders with exceptions both ways", style: .synchronized,
      targets: [app(["Monitor"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "App/Models/Policy.swift",
          text:
            "import ManagedSettings\nenum Policy { static let domains: ShieldSettings.ActivityCategoryPolicy<WebDomain> = .all() }\n",
          members: ["App", "Monitor"]),
        .init(path: "Monitor/Notes.swift", text: "a draft that is not Swift\n", members: []),
      ], behaviours: [threshold("shield.webDomainCategories = all")])
  }

  /// A widget, an app clip and tests beside the monitor.
  private static var neighbours: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor(blockAll), in: .synchronized)
    let (service, serviceFiles) = target(
      "Push", .notification,
      "import UserNotifications\nclass NotificationService: UNNotificationServiceExtension {}\n", in: .synchronized)
    return PublishedProject(
      name: "an app clip, tests and a notification service beside it", style: .synchronized,
      targets: [
        app(["Monitor", "Push"]), monitor, service,
        .init(name: "Clip", product: "application.on-demand-install-capable"),
        .init(name: "AppTests", product: "bundle.unit-test"),
      ],
      files: appFiles() + files + serviceFiles + [
        .init(
          path: "Clip/ClipApp.swift", text: "import AppClip\nimport SwiftUI\n@main struct ClipApp {}\n",
          members: ["Clip"]),
        .init(path: "AppTests/Tests.swift", text: "import XCTest\n@testable import App\n", members: ["AppTests"]),
      ], behaviours: [threshold(blocked)])
  }

  /// A notification with a sound and user info when the limit is reached.
  private static var notifying: PublishedProject {
    let statements = """
      let content = UNMutableNotificationContent()
      content.title = "Limit reached"
      content.body = "Take a walk"
      content.sound = .default
      content.userInfo = ["activity": activity.rawValue, "level": 2]
      content.interruptionLevel = .timeSensitive
      let request = UNNotificationRequest(identifier: "limit", content: content, trigger: nil)
      UNUserNotificationCenter.current().add(request) { error in if let error { print(error) } }
      """
    let (monitor, files) = target(
      "LimitMonitor", .monitor, monitor(statements, imports: "import UserNotifications"), in: .groups)
    return PublishedProject(
      name: "a monitor that notifies", style: .groups, targets: [app(["LimitMonitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold("notification limit")])
  }

  /// An action that counts presses in the app group, and keeps a codable list there.
  private static var counting: PublishedProject {
    let statements = """
      let defaults = UserDefaults(suiteName: "group.org.example.count")!
      defaults.set(defaults.integer(forKey: "presses") + 1, forKey: "presses")
      if let data = try? JSONEncoder().encode([Press(date: .now, isPrimary: action == .primaryButtonPressed)]) {
        defaults.set(data, forKey: "log")
      }
      """
    let (action, files) = target(
      "Action", .action,
      action(statements, imports: "import Foundation\n\nstruct Press: Codable { var date: Date; var isPrimary: Bool }"),
      in: .groups)
    return PublishedProject(
      name: "an action that counts", style: .groups, targets: [app(["Action"]), action], files: appFiles() + files,
      behaviours: [
        Behaviour(
          name: "action", callback: "handle",
          effects: ["defaults group.org.example.count: presses", "defaults group.org.example.count: log"])
      ])
  }

  /// Loggers, and a publisher that nothing waits for.
  private static var unloggedMonitor: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor(
        "logger.info(\"reached \\(event.rawValue, privacy: .public)\")\nsubject.send(event.rawValue)\n" + blockAll,
        imports: "import Combine\nimport OSLog\nimport os",
        members: """
          private let logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "?", category: "monitor")
          private let subject = PassthroughSubject<String, Never>()
          """), in: .synchronized)
    return PublishedProject(
      name: "loggers and publishers", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold(blocked)])
  }

  /// Conditions for systems, versions and modules.
  private static var compiledForPhones: PublishedProject {
    let statements = """
      #if os(iOS) && !targetEnvironment(macCatalyst)
        if #available(iOS 16.4, *) { \(blockAll) }
      #elseif os(macOS)
        notForMacs()
      #endif
      #if canImport(ActivityKit) && DEBUG_LIVE
        notCompiledHere()
      #endif
      """
    let (monitor, files) = target(
      "Monitor", .monitor,
      "#if canImport(UIKit)\nimport UIKit\n#endif\n"
        + monitor(statements).replacing("class ", with: "@available(iOS 15.0, *)\nclass "), in: .groups,
      settings: ["SWIFT_ACTIVE_COMPILATION_CONDITIONS": "RELEASE $(inherited)"])
    return PublishedProject(
      name: "conditions for systems and versions", style: .groups, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold(blocked)])
  }

  /// Swift 6 with the main actor as the default and approachable concurrency, as new projects have it.
  private static var strictLanguage: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor(
        "let counter = counter\nTask { @MainActor in counter.count += 1 }\n" + blockAll,
        members: "let counter = Counter()"
      )
      .replacing("class DeviceActivityMonitorExtension", with: "nonisolated class DeviceActivityMonitorExtension")
        + "\n@MainActor final class Counter { nonisolated init() {}\n var count = 0 }\n", in: .synchronized,
      settings: [
        "SWIFT_VERSION": "6.0", "SWIFT_DEFAULT_ACTOR_ISOLATION": "MainActor", "SWIFT_APPROACHABLE_CONCURRENCY": "YES",
        "SWIFT_STRICT_CONCURRENCY": "complete",
      ])
    return PublishedProject(
      name: "Swift 6 with main actor isolation", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold(blocked)])
  }
}

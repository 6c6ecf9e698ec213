// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

/// A project in the style of published ones, and what its Screen Time targets have to do after adoption.
struct PublishedProject: CustomTestStringConvertible {
  /// A callback of an adopted extension and its outcome.
  struct Behaviour {
    var name: String
    var callback: String
    /// The effects, as `call` prints them.
    var effects: [String] = []
    /// Texts of the reply, for extensions that draw.
    var shows: [String] = []
  }

  var name: String
  var style: ProjectWriter.Style
  var configuration = ""
  var targets: [ProjectWriter.Target]
  var files: [ProjectWriter.File]
  var packages: [String] = []
  var parent = ""
  var leftOvers = ""
  var behaviours: [Behaviour] = []
  /// Callbacks of extensions in families of their own, by their whole ids.
  var others: [Behaviour] = []
  /// For each extension that can't be built: what a sentence has to say.
  var missing: [String: String] = [:]

  var testDescription: String { name }

  var writer: ProjectWriter {
    ProjectWriter(
      style: style, targets: targets, files: files, configuration: configuration, packages: packages, parent: parent,
      leftOvers: leftOvers)
  }

  static var all: [PublishedProject] { plain + shared + drawing + unusual + arranged }
}

// MARK: - Parts

extension PublishedProject {
  enum Point: String {
    case monitor = "com.apple.deviceactivity.monitor-extension"
    case shield = "com.apple.ManagedSettingsUI.shield-configuration-service"
    case action = "com.apple.ManagedSettings.shield-action-service"
    case notification = "com.apple.usernotifications.service"
    case widget = "com.apple.widgetkit-extension"
  }

  /// A target with the list and the source that Xcode's template gives it.
  static func target(
    _ name: String, _ point: Point, _ source: String, in style: ProjectWriter.Style,
    settings: [String: String] = [:], principal: String? = nil
  ) -> (ProjectWriter.Target, [ProjectWriter.File]) {
    let list = ProjectWriter.File(path: "\(name)/Info.plist", text: info(point.rawValue, principal), members: [])
    let type = name.filter { $0.isASCII && $0.isLetter }
    let file = ProjectWriter.File(path: "\(name)/\(type)Extension.swift", text: source, members: [name])
    return (
      .init(
        name: name, settings: settings.merging(["INFOPLIST_FILE": "\(name)/Info.plist"]) { own, _ in own }),
      [list, file]
    )
  }

  static func app(_ embeds: [String] = [], settings: [String: String] = [:]) -> ProjectWriter.Target {
    .init(
      name: "App", product: "application",
      settings: settings.merging(["INFOPLIST_FILE": "App/Info.plist"]) { own, _ in own }, embeds: embeds)
  }

  static func appFiles(_ more: String = "") -> [ProjectWriter.File] {
    [
      .init(path: "App/Info.plist", text: info(nil, nil), members: []),
      .init(
        path: "App/MainApp.swift",
        text: """
          import SwiftUI
          \(more)
          @main
          struct MainApp: App {
            var body: some Scene { WindowGroup { ContentView() } }
          }
          """, members: ["App"]),
      .init(
        path: "App/ContentView.swift",
        text: "import SwiftUI\nstruct ContentView: View { var body: some View { Text(\"Hello\") } }\n", members: ["App"]
      ),
    ]
  }

  static func info(_ point: String?, _ principal: String?) -> String {
    let known = point.map { "<key>NSExtensionPointIdentifier</key><string>\($0)</string>" } ?? ""
    let named = principal.map { "<key>NSExtensionPrincipalClass</key><string>\($0)</string>" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
      \(point == nil ? "" : "<key>NSExtension</key><dict>\(known)\(named)</dict>")
      </dict></plist>
      """
  }

  /// A monitor that performs statements when a threshold is reached.
  static func monitor(
    _ statements: String, imports: String = "", name: String = "DeviceActivityMonitorExtension", members: String = ""
  ) -> String {
    """
    import DeviceActivity
    import ManagedSettings
    \(imports)

    class \(name): DeviceActivityMonitor {
      let store = ManagedSettingsStore()
      \(members)
      override func intervalDidStart(for activity: DeviceActivityName) { super.intervalDidStart(for: activity) }

      override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
        super.eventDidReachThreshold(event, activity: activity)
        \(statements)
      }
    }
    """
  }

  /// A shield whose title is an expression.
  static func shield(_ title: String, imports: String = "", icon: String = "nil", color: String = ".label") -> String {
    """
    import ManagedSettings
    import ManagedSettingsUI
    import UIKit
    \(imports)

    class ShieldConfigurationExtension: ShieldConfigurationDataSource {
      override func configuration(shielding application: Application) -> ShieldConfiguration {
        ShieldConfiguration(
          icon: \(icon), title: ShieldConfiguration.Label(text: \(title), color: \(color)),
          primaryButtonLabel: ShieldConfiguration.Label(text: "OK", color: .white))
      }
    }
    """
  }

  static func action(_ statements: String, imports: String = "") -> String {
    """
    import ManagedSettings
    \(imports)

    class ShieldActionExtension: ShieldActionDelegate {
      override func handle(
        action: ShieldAction, for application: ApplicationToken,
        completionHandler: @escaping (ShieldActionResponse) -> Void
      ) {
        \(statements)
        completionHandler(.close)
      }
    }
    """
  }

  static let blockAll = "store.shield.applicationCategories = .all()"
  static let blocked = "shield.applicationCategories = all"

  static func threshold(_ effects: String..., of name: String = "monitor") -> Behaviour {
    Behaviour(name: name, callback: "eventDidReachThreshold", effects: effects)
  }
}

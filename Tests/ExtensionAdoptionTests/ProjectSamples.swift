// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionAdoption

/// A project in the style of published ones: an app with files of its own, extensions that share some of them, and
/// targets that are not Screen Time extensions.
enum ProjectSamples {
  static func whole(_ style: ProjectWriter.Style) -> ProjectWriter {
    let points = [
      ("Monitor", "com.apple.deviceactivity.monitor-extension"),
      ("Shield", "com.apple.ManagedSettingsUI.shield-configuration-service"),
      ("Keyboard", "com.apple.keyboard-service"), ("Push", "com.apple.usernotifications.service"),
    ]
    let extensions = points.map { name, _ in
      ProjectWriter.Target(
        name: name, settings: ["INFOPLIST_FILE": "\(name)/Info.plist", "CODE_SIGN_ENTITLEMENTS": "$(ENTITLEMENTS)"])
    }
    let app = ProjectWriter.Target(
      name: "App", product: "application", settings: ["INFOPLIST_FILE": "App/Info.plist"], embeds: points.map(\.0))
    let lists = points.map { name, point in
      // Xcode excludes the list of a synchronized folder from its target's files.
      ProjectWriter.File(path: "\(name)/Info.plist", text: info(point), members: style == .groups ? [] : [])
    }
    return ProjectWriter(
      style: style, targets: [app] + extensions, files: lists + sources,
      configuration: """
        // Settings of all targets
        GROUP_NAME = rest
        APP_GROUP = group.org.example.$(GROUP_NAME) // shared
        ENTITLEMENTS = Config/All.entitlements
        PRODUCT_BUNDLE_IDENTIFIER = org.example.$(TARGET_NAME:lower)
        SWIFT_VERSION = 5.0
        SWIFT_VERSION[sdk=macosx*] = 6.0
        """)
  }

  private static let sources: [ProjectWriter.File] = [
    .init(path: "App/Info.plist", text: info(nil), members: []),
    .init(path: "App/DemoApp.swift", text: "import SwiftUI\n@main struct DemoApp {}\n", members: ["App"]),
    .init(
      path: "App/Models/Rules.swift", text: "import Foundation\nstruct Rules { static let limit = Limit.hour }\n",
      members: ["App", "Monitor", "Shield"]),
    .init(path: "App/Models/Limit.swift", text: "enum Limit { case hour }\n", members: ["App", "Monitor", "Shield"]),
    .init(
      path: "App/Models/Rules+Text.swift",
      text: "extension Rules: CustomStringConvertible { var description: String { \"\" } }\n",
      members: ["App", "Monitor"]),
    .init(
      path: "App/Models/Stored.swift", text: "import RealmSwift\nfinal class Stored: Object {}\n",
      members: ["App", "Monitor"]),
    .init(
      path: "App/Assets.xcassets/Brand.colorset/Contents.json", text: color, members: []),
    .init(
      path: "App/Assets.xcassets/Unused.colorset/Contents.json", text: color, members: []),
    .init(path: "Config/All.entitlements", text: entitlements, members: []),
    .init(
      path: "Monitor/DemoMonitor.swift",
      text: """
        import CoreML
        import DeviceActivity

        @objc(DemoMonitor)
        class DemoMonitor: DeviceActivityMonitor {
          override func intervalDidStart(for activity: DeviceActivityName) {
            #if os(iOS) && !targetEnvironment(simulator)
            _ = Rules.limit
            #else
            notCompiled()
            #endif
          }
        }
        """, members: ["Monitor"]),
    .init(path: "Monitor/Draft.swift", text: "this is a draft, not Swift\n", members: []),
    .init(
      path: "Monitor/Extra.swift", text: "import Alamofire\nstruct Extra {}\n", members: ["Monitor"]),
    .init(
      path: "Shield/DemoShield.swift",
      text: """
        import ManagedSettingsUI
        import UIKit

        class DemoShield: ShieldConfigurationDataSource {
          let color = UIColor(named: "Brand")
        }
        """, members: ["Shield"]),
    .init(
      path: "Keyboard/DemoKeyboard.swift", text: "import UIKit\nstruct DemoKeyboard {}\n", members: ["Keyboard"]),
    .init(path: "Push/Service.swift", text: "import UserNotifications\nclass Service {}\n", members: ["Push"]),
  ]

  private static let color = """
    {"colors": [{"idiom": "universal", "color": {"color-space": "srgb",
      "components": {"red": "0x10", "green": "0x20", "blue": "0x30", "alpha": "1.000"}}}]}
    """

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>com.apple.security.application-groups</key>
    <array><string>$(APP_GROUP)</string></array></dict></plist>
    """

  private static func info(_ point: String?) -> String {
    let words = point.map {
      "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>\($0)</string></dict>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      \(words ?? "")</dict></plist>
      """
  }
}

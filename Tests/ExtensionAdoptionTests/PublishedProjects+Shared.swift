// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionAdoption

/// Projects whose extensions share code with their app, with packages or with frameworks.
extension PublishedProject {
  static var shared: [PublishedProject] {
    [localPackage, framework, swiftData, pods, missingPackage, missingInOwnFile, bridging, appMacro]
  }

  /// A package in the repository that app and monitor use.
  private static var localPackage: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor("Blocking.apply(to: store)", imports: "import FocusKit"), in: .synchronized)
    return PublishedProject(
      name: "a local package with resources", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles("import FocusKit") + files + [
        .init(
          path: "Packages/FocusKit/Package.swift",
          text: """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
              name: "FocusKit", platforms: [.iOS(.v17)], products: [.library(name: "FocusKit", targets: ["FocusKit"])],
              targets: [
                .target(name: "FocusKit", dependencies: ["FocusModels"], resources: [.process("Resources")]),
                .target(name: "FocusModels"),
                .testTarget(name: "FocusKitTests", dependencies: ["FocusKit"]),
              ])
            """, members: []),
        .init(
          path: "Packages/FocusKit/Sources/FocusKit/Blocking.swift",
          text: """
            import FocusModels
            import ManagedSettings

            public enum Blocking {
              public static func apply(to store: ManagedSettingsStore) {
                if FocusModels.Mode.strict.isOn { store.shield.applicationCategories = .all() }
              }
            }
            """, members: []),
        .init(
          path: "Packages/FocusKit/Sources/FocusKit/Words.swift",
          text: """
            import Foundation
            public enum Words { public static let title = NSLocalizedString("title", bundle: .module, comment: "") }
            """, members: []),
        .init(path: "Packages/FocusKit/Sources/FocusKit/Resources/words.json", text: "{}\n", members: []),
        .init(
          path: "Packages/FocusKit/Sources/FocusModels/Mode.swift",
          text:
            "public enum Mode: String, Sendable { case strict, soft\n public var isOn: Bool { self == .strict } }\n",
          members: []),
        .init(path: "Packages/FocusKit/Tests/FocusKitTests/Tests.swift", text: "import XCTest\n", members: []),
      ], packages: ["Packages/FocusKit"], behaviours: [threshold(blocked)])
  }

  /// A framework target of the project.
  private static var framework: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor("Rules(store: store).block()", imports: "import Core"), in: .groups)
    return PublishedProject(
      name: "a framework of the project", style: .groups,
      targets: [app(["Monitor"]), monitor, .init(name: "Core", product: "framework")],
      files: appFiles("import Core") + files + [
        .init(
          path: "Core/Rules.swift",
          text: """
            import Foundation
            import ManagedSettings

            public struct Rules {
              let store: ManagedSettingsStore
              public init(store: ManagedSettingsStore) { self.store = store }
              public func block() { store.shield.applicationCategories = .all() }
            }
            """, members: ["Core"]),
        .init(
          path: "Core/Views.swift", text: "import SwiftUI\nimport Lottie\npublic struct Animated {}\n",
          members: ["Core"]),
      ], behaviours: [threshold(blocked)])
  }

  /// Models of SwiftData that are members of the monitor, which doesn't use them.
  private static var swiftData: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor(blockAll), in: .groups)
    return PublishedProject(
      name: "SwiftData in the app's files", style: .groups, targets: [app(["Monitor"]), monitor],
      files: appFiles("import SwiftData") + files + [
        .init(
          path: "App/Models/Session.swift",
          text: """
            import Foundation
            import SwiftData

            @Model
            final class Session {
              @Attribute(.unique) var id: UUID
              var start: Date
              init(id: UUID = UUID(), start: Date = .now) { self.id = id; self.start = start }
            }
            """, members: ["App", "Monitor"])
      ], behaviours: [threshold(blocked)])
  }

  /// The remains of CocoaPods in a project: configuration files that aren't in the repository, a script, a framework.
  private static var pods: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor(blockAll), in: .groups)
    return PublishedProject(
      name: "what CocoaPods leaves", style: .groups,
      configuration:
        "#include? \"../Pods/Target Support Files/Pods-App/Pods-App.release.xcconfig\"\nSWIFT_VERSION = 5.0",
      targets: [app(["Monitor"]), monitor], files: appFiles() + files,
      leftOvers: """
            PODS = {isa = PBXFileReference; path = "Pods/Pods-App.release.xcconfig"; sourceTree = "<group>"; };
            PODF = {isa = PBXFileReference; path = Pods_App.framework; sourceTree = BUILT_PRODUCTS_DIR; };
            PODSCRIPT = {isa = PBXShellScriptBuildPhase; name = "[CP] Check Pods Manifest.lock"; files = ();
              shellScript = "diff \\"${PODS_PODFILE_DIR_PATH}/Podfile.lock\\" \\"${PODS_ROOT}/Manifest.lock\\"\\n"; };
        """, behaviours: [threshold(blocked)])
  }

  /// A shared file that the monitor needs and that imports a package: said once, in a sentence.
  private static var missingPackage: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor("Backend.report()\n" + blockAll), in: .synchronized)
    return PublishedProject(
      name: "a needed file with a package", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "App/Backend.swift",
          text:
            "import FirebaseAnalytics\nenum Backend { static func report() { Analytics.logEvent(\"x\", parameters: nil) } }\n",
          members: ["App", "Monitor"])
      ], missing: ["monitor": "the module “FirebaseAnalytics” is a third-party package"])
  }

  /// A package in the extension's own principal file.
  private static var missingInOwnFile: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor("let realm = try? Realm()\n_ = realm", imports: "import RealmSwift"), in: .groups)
    let (shield, shieldFiles) = target("Shield", .shield, shield("\"Later\""), in: .groups)
    return PublishedProject(
      name: "a package in one of two extensions", style: .groups,
      targets: [app(["Monitor", "Shield"]), monitor, shield],
      files: appFiles() + files + shieldFiles,
      behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["Later"])],
      missing: ["monitor": "the module “RealmSwift” is a third-party package"])
  }

  /// An app with Objective-C, whose bridging header is not the extension's.
  private static var bridging: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      "@objc(MonitorPrincipal)\n@objcMembers\n"
        + monitor(blockAll, imports: "import Foundation", name: "MonitorPrincipal"),
      in: .groups, principal: "MonitorPrincipal")
    return PublishedProject(
      name: "a bridging header in the app", style: .groups,
      targets: [
        app(["Monitor"], settings: ["SWIFT_OBJC_BRIDGING_HEADER": "App/App-Bridging-Header.h"]), monitor,
      ],
      files: appFiles() + files + [
        .init(path: "App/App-Bridging-Header.h", text: "#import \"Legacy.h\"\n", members: ["App"]),
        .init(path: "App/Legacy.h", text: "#import <Foundation/Foundation.h>\n", members: ["App"]),
        .init(path: "App/Legacy.m", text: "#import \"Legacy.h\"\n", members: ["App"]),
      ], behaviours: [threshold(blocked)])
  }

  /// A macro of the app's, in a package with a compiler plug-in.
  private static var appMacro: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor(blockAll), in: .synchronized)
    return PublishedProject(
      name: "a macro in the app", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles("import Stringify") + files + [
        .init(
          path: "Macros/Package.swift",
          text: """
            // swift-tools-version: 5.9
            import CompilerPluginSupport
            import PackageDescription
            let package = Package(
              name: "Stringify",
              targets: [.macro(name: "StringifyMacros"), .target(name: "Stringify", dependencies: ["StringifyMacros"])])
            """, members: []),
        .init(
          path: "Macros/Sources/Stringify/Stringify.swift",
          text:
            "@freestanding(expression) public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: \"StringifyMacros\", type: \"StringifyMacro\")\n",
          members: []),
        .init(path: "Macros/Sources/StringifyMacros/Macro.swift", text: "import SwiftSyntax\n", members: []),
      ], packages: ["Macros"], behaviours: [threshold(blocked)])
  }
}

// swift-tools-version: 6.3
// Modules that Xcode projects import but that the main package can't contain: if one of these names is visible,
// `canImport` is true in every package beside it, and packages that test for `os` or `Combine` fail to build on Linux.
// Only extensions adopted with `sallyport adopt` depend on them.
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "sallyport-compatibility",
  // One line per product: `sallyport adopt` reads this list to find the supported imports.
  products: [
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "Accessibility", targets: ["Accessibility"]),
    .library(name: "ActivityKit", targets: ["ActivityKit"]),
    .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "CoreData", targets: ["CoreData"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreHaptics", targets: ["CoreHaptics"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "DeveloperToolsSupport", targets: ["DeveloperToolsSupport"]),
    .library(name: "Intents", targets: ["Intents"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "NetworkExtension", targets: ["NetworkExtension"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "Previews", targets: ["Previews"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "SafariServices", targets: ["SafariServices"]),
    .library(name: "StoreKit", targets: ["StoreKit"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "Symbols", targets: ["Symbols"]),
    .library(name: "os", targets: ["os"]),
  ],
  // The name is explicit because the checkout's directory may have any name.
  dependencies: [.package(name: "sallyport", path: "..")],
  targets: [
    // Provides the main package's publishers under the name Combine.
    .target(name: "Combine", dependencies: [.product(name: "Publishing", package: "sallyport")]),
    // Loggers that write one line per message to standard error, which the host keeps.
    .target(name: "os"),
    .target(name: "OSLog", dependencies: ["os"]),
    // The macros in Xcode's SwiftUI templates: `#Preview` expands to nothing, `@Entry` to an environment key.
    .macro(name: "PreviewMacros"),
    .target(
      name: "Previews",
      dependencies: [
        "PreviewMacros", .product(name: "SwiftUI", package: "sallyport"),
        .product(name: "WidgetKit", package: "sallyport"),
      ]),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: [
        "Combine", "MonitorSources", "OSLog", "Previews", "os", .product(name: "SwiftUI", package: "sallyport"),
      ]),
    // A monitor and a model as apps ship them; compiling them is part of the test.
    .target(
      name: "MonitorSources",
      dependencies: [
        "Combine", "Previews", "os", .product(name: "DeviceActivity", package: "sallyport"),
        .product(name: "FamilyControls", package: "sallyport"), .product(name: "ManagedSettings", package: "sallyport"),
        .product(name: "SwiftUI", package: "sallyport"), .product(name: "UserNotifications", package: "sallyport"),
        .product(name: "WidgetKit", package: "sallyport"),
      ],
      path: "Tests/MonitorSources"),
    // Modules that only need to be importable (`widgets-focus.md`): an unused import builds, and a use is a compile
    // error that names the missing symbol. Three of them re-export the module that has their types here.
    .target(name: "AVFoundation", path: "Sources/Shells/AVFoundation"),
    .target(name: "Accessibility", path: "Sources/Shells/Accessibility"),
    .target(
      name: "ActivityKit", dependencies: [.product(name: "WidgetKit", package: "sallyport")],
      path: "Sources/Shells/ActivityKit"),
    .target(name: "AudioToolbox", path: "Sources/Shells/AudioToolbox"),
    .target(name: "BackgroundTasks", path: "Sources/Shells/BackgroundTasks"),
    .target(name: "CoreData", path: "Sources/Shells/CoreData"),
    .target(
      name: "CoreGraphics", dependencies: [.product(name: "UIKit", package: "sallyport")],
      path: "Sources/Shells/CoreGraphics"),
    .target(name: "CoreHaptics", path: "Sources/Shells/CoreHaptics"),
    .target(name: "CoreLocation", path: "Sources/Shells/CoreLocation"),
    .target(
      name: "DeveloperToolsSupport", dependencies: [.product(name: "UIKit", package: "sallyport")],
      path: "Sources/Shells/DeveloperToolsSupport"),
    .target(name: "Intents", path: "Sources/Shells/Intents"),
    .target(name: "LocalAuthentication", path: "Sources/Shells/LocalAuthentication"),
    .target(name: "NetworkExtension", path: "Sources/Shells/NetworkExtension"),
    .target(name: "QuartzCore", path: "Sources/Shells/QuartzCore"),
    .target(name: "SafariServices", path: "Sources/Shells/SafariServices"),
    .target(name: "StoreKit", path: "Sources/Shells/StoreKit"),
    .target(name: "SwiftData", path: "Sources/Shells/SwiftData"),
    .target(name: "Symbols", path: "Sources/Shells/Symbols"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "MonitorSources" {
  // Apple's templates are Swift 5.
  target.swiftSettings = [.swiftLanguageMode(.v5)]
}
for target in package.targets where target.name != "MonitorSources" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
  ]
}

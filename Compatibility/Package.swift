// swift-tools-version: 6.3
// Modules that sources from Xcode import and that the main package can't hold: where one of these names is in view,
// `canImport` is true in every package beside it, and packages that test for `os` or `Combine` then don't build on Linux.
// `sallyport adopt` makes adopted extensions depend on them; nothing else does.
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "sallyport-compatibility",
  products: [
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "Previews", targets: ["Previews"]),
    .library(name: "os", targets: ["os"]),
  ],
  // The name is spelt out because a checkout may lie in a directory of any name.
  dependencies: [.package(name: "sallyport", path: "..")],
  targets: [
    // The name of the main package's streams of values.
    .target(name: "Combine", dependencies: [.product(name: "Publishing", package: "sallyport")]),
    // Loggers: one line each on standard error, which the host keeps.
    .target(name: "os"),
    .target(name: "OSLog", dependencies: ["os"]),
    // The macros that Xcode's SwiftUI templates use: `#Preview` gives nothing, `@Entry` an environment key.
    .macro(name: "PreviewMacros"),
    .target(
      name: "Previews", dependencies: ["PreviewMacros", .product(name: "SwiftUI", package: "sallyport")]),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: [
        "Combine", "MonitorSources", "OSLog", "Previews", "os", .product(name: "SwiftUI", package: "sallyport"),
      ]),
    // A monitor and a model as apps ship them; that they compile is half of the proof.
    .target(
      name: "MonitorSources",
      dependencies: [
        "Combine", "Previews", "os", .product(name: "DeviceActivity", package: "sallyport"),
        .product(name: "FamilyControls", package: "sallyport"), .product(name: "ManagedSettings", package: "sallyport"),
        .product(name: "SwiftUI", package: "sallyport"), .product(name: "UserNotifications", package: "sallyport"),
        .product(name: "WidgetKit", package: "sallyport"),
      ],
      path: "Tests/MonitorSources"),
  ],
  swiftLanguageModes: [.v6]
)

/// Modules that need to be importable and no more (`widgets-focus.md`): what is imported and not used builds, what is used
/// is a compile error with its name. Two of them stand for types that UIKit brings here.
let shells = [
  "AVFoundation", "Accessibility", "ActivityKit", "AudioToolbox", "BackgroundTasks", "CoreData", "CoreHaptics",
  "CoreLocation", "Intents", "LocalAuthentication", "NetworkExtension", "QuartzCore", "SafariServices", "StoreKit",
  "SwiftData", "Symbols",
]
let shellsOfUIKit = ["CoreGraphics", "DeveloperToolsSupport"]
for name in shells + shellsOfUIKit {
  let dependencies: [Target.Dependency] =
    shellsOfUIKit.contains(name) ? [.product(name: "UIKit", package: "sallyport")] : []
  package.targets.append(.target(name: name, dependencies: dependencies, path: "Sources/Shells/\(name)"))
  package.products.append(.library(name: name, targets: [name]))
}

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

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The modules that a source may import here.
struct ModuleKnowledge: Hashable, Sendable {
  /// The modules of the toolchain.
  static let toolchain: Set<String> = [
    "Cxx", "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "_Concurrency", "_StringProcessing", "_Differentiation",
  ]

  /// Apple's frameworks that extensions commonly import. Most have no counterpart here.
  private static let apple: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "Accessibility", "ActivityKit", "AdServices", "AppIntents",
    "AppTrackingTransparency", "AuthenticationServices", "BackgroundTasks", "CloudKit", "Combine", "Contacts",
    "CoreData",
    "CoreFoundation", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreMotion", "CoreText", "CryptoKit",
    "DeveloperToolsSupport", "EventKit", "GameKit", "HealthKit", "HomeKit", "ImageIO", "Intents", "LocalAuthentication",
    "MapKit", "MediaPlayer", "MetricKit", "Network", "NetworkExtension", "OSLog", "ObjectiveC", "PassKit", "Photos",
    "QuartzCore", "SafariServices", "Security", "ServiceManagement", "Speech", "StoreKit", "SwiftData",
    "SystemConfiguration",
    "UniformTypeIdentifiers", "WatchConnectivity", "WebKit", "WidgetKit", "os",
  ]

  /// The modules of the SDK in use.
  let sdk: Set<String>

  func has(_ module: String) -> Bool { sdk.contains(module) || Self.toolchain.contains(module) }

  /// The reason that a module can't be imported, or `nil` if it can.
  func objection(to module: String, ownModules: Set<String>) -> String? {
    guard !has(module) else { return nil }
    if ownModules.contains(module) { return nil }
    if Self.apple.contains(module) {
      return
        "Apple's module “\(module)” has no counterpart here; put the code that needs it between #if canImport(\(module)) and #endif"
    }
    return
      "the module “\(module)” is a third-party package or another target; pass its sources to the command too, or exclude it with #if canImport(\(module))"
  }
}

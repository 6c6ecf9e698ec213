// swift-tools-version: 6.3
// The modules and their dependencies. ARCHITECTURE.md holds the same table, and a test compares the two.
import PackageDescription

let package = Package(
  name: "sallyport",
  products: [
    .executable(name: "sallyport", targets: ["sallyport"]),
    .executable(name: "sallyport-attack", targets: ["sallyport-attack"]),
    .executable(name: "sallyport-canary", targets: ["sallyport-canary"]),
    .executable(name: "sallyport-launch", targets: ["sallyport-launch"]),
    // The SDK: what an extension links.
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "DeviceActivity", targets: ["DeviceActivity"]),
    .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
    .library(name: "ExtensionKit", targets: ["ExtensionKit"]),
    .library(name: "ExtensionRuntime", targets: ["ExtensionRuntime"]),
    .library(name: "FamilyControls", targets: ["FamilyControls"]),
    .library(name: "FoundationShims", targets: ["FoundationShims"]),
    .library(name: "ManagedSettings", targets: ["ManagedSettings"]),
    .library(name: "ManagedSettingsUI", targets: ["ManagedSettingsUI"]),
    .library(name: "Publishing", targets: ["Publishing"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "WidgetKit", targets: ["WidgetKit"]),
    .library(name: "_DeviceActivity_SwiftUI", targets: ["_DeviceActivity_SwiftUI"]),
    // For embedders: run somebody else's extension behind the wall, without Screen Time.
    .library(
      name: "ExtensionHost",
      targets: [
        "ExtensionProtocol", "ExtensionTransport", "ProcessSupervision", "Sandboxing", "ScreenTimeVocabulary",
        "TextEscaping",
      ]),
    // For Benchmarks/ alone: nothing in these is public, and nothing about them is promised.
    .library(
      name: "_Measured",
      targets: ["FamilyManifests", "HostCore", "PrivacyBoundary", "ScreenTimeRules", "ScreenTimeStore", "Surfaces"]),
  ],
  traits: [
    // Pictures as PNG, with the system's cairo and pango; a build without them says so where a picture is asked for.
    .trait(name: "Pictures", description: "Draws surfaces as PNG with cairo and pango."),
    .default(enabledTraits: ["Pictures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // MARK: Floor 0: C and the system's libraries

    // Module map of the system's json-c.
    .systemLibrary(name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    // Module map of the kernel's timers and events, which Glibc's leaves out.
    .systemLibrary(name: "CEvents"),
    // Module map of the system's cairo and pango.
    .systemLibrary(name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    // Kernel calls of live sources of use: epoll, peer credentials, the state of the clock.
    .target(name: "CSampleFeeds", cSettings: strictC),
    // Kernel mechanisms, one function a step; no policy, no printing.
    .target(name: "CSandbox", cSettings: strictC),
    // The launcher: reads a launch plan, applies it step by step, becomes the extension.
    .executableTarget(
      name: "sallyport-launch", dependencies: ["CSandbox"], cSettings: strictC, linkerSettings: programWithoutLibrary),
    // The trial program whose forbidden acts must fail; what it reports is the machine's grade.
    .executableTarget(name: "sallyport-canary", cSettings: strictC, linkerSettings: staticProgram),

    // Trees of files that something hostile may have made: walked, measured and removed by descriptor.
    .target(name: "FileTrees"),
    .testTarget(name: "FileTreesTests", dependencies: ["FileTrees"]),

    // MARK: Floor 1: the wire

    // What the SDK and the host both name: settings, schedules and their search, violations, reasons.
    .target(name: "ScreenTimeVocabulary"),
    .testTarget(name: "ScreenTimeVocabularyTests", dependencies: ["ScreenTimeVocabulary"]),
    // For tests only: codes written as the store has them.
    .target(name: "WrittenCodes", dependencies: ["ScreenTimeVocabulary"], path: "Tests/Support/WrittenCodes"),
    // The wire's values; no bytes.
    .target(name: "ExtensionProtocol", dependencies: ["ScreenTimeVocabulary"]),
    .testTarget(name: "ExtensionProtocolTests", dependencies: ["ExtensionProtocol", "ExtensionTransport"]),
    // Bytes to values and back: strict JSON through json-c, line framing, connections.
    .target(name: "ExtensionTransport", dependencies: ["CJSONC", "ExtensionProtocol"]),
    .testTarget(
      name: "ExtensionTransportTests", dependencies: ["ExtensionProtocol", "ExtensionTransport"],
      exclude: ["Corpus"]),

    // Text for terminals, one-line records and pages, with everything escaped that would steer them.
    .target(name: "TextEscaping"),
    .testTarget(name: "TextEscapingTests", dependencies: ["TextEscaping"]),

    // MARK: Floor 2e: inside an extension process

    // C overrides inside an extension: the open that libdispatch needs, the clock that Date() reads.
    .target(name: "CExtensionShims", cSettings: strictC),
    // The loop inside an extension: hello, callbacks, snapshot, collected effects.
    .target(
      name: "ExtensionRuntime",
      dependencies: [
        "CExtensionShims", "ExtensionProtocol", "ExtensionTransport", "FoundationShims", "ScreenTimeVocabulary",
      ]),
    .testTarget(
      name: "ExtensionRuntimeTests",
      dependencies: [
        "DeviceActivity", "ExtensionProtocol", "ExtensionRuntime", "ExtensionTransport", "ManagedSettings",
        "SDKTestSupport", "TestThreads",
      ]),
    // What Foundation has on Apple's systems and lacks on Linux.
    .target(name: "FoundationShims"),
    .testTarget(name: "FoundationShimsTests", dependencies: ["FoundationShims"]),
    // Streams of values over time: what the module Combine of Compatibility/ re-exports.
    .target(name: "Publishing"),
    .testTarget(name: "PublishingTests", dependencies: ["Publishing"]),
    // The UIKit values that extension sources name.
    .target(
      name: "UIKit", dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "_Testing_UIKit"]),
    // Empty: what the toolchain's Testing imports where a test sees UIKit.
    .target(name: "_Testing_UIKit"),
    // Notification requests, which become effects.
    .target(name: "UserNotifications", dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims"]),
    .testTarget(
      name: "UserNotificationsTests",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "SDKTestSupport", "UserNotifications"]),
    // For tests only: what blocks runs on a thread of its own.
    .target(name: "TestThreads", path: "Tests/Support/TestThreads"),
    // A host in memory that runs one callback, for the tests of the SDK's modules.
    .target(
      name: "SDKTestSupport", dependencies: ["ExtensionProtocol", "ExtensionRuntime"], path: "Tests/SDKTestSupport"),
    // Views that encode to a view tree.
    .target(
      name: "SwiftUI",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "Publishing", "UIKit"]),
    // Widgets as far as other extensions speak of them: asking for new timelines.
    .target(name: "WidgetKit", dependencies: ["ExtensionProtocol", "ExtensionRuntime", "SwiftUI"]),
    // Charts of marks, drawn by the host.
    .target(name: "Charts", dependencies: ["ExtensionProtocol", "SwiftUI"]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "ExtensionProtocol", "ExtensionRuntime", "SwiftUI"]),
    .testTarget(
      name: "SwiftUITests",
      dependencies: [
        "ExtensionProtocol", "ExtensionRuntime", "FamilyControls", "ManagedSettings", "SDKTestSupport", "SwiftUI",
      ]),
    // Shell module: AppExtension and its scenes.
    .target(name: "ExtensionFoundation"),
    // Shell module that report sources import.
    .target(name: "ExtensionKit", dependencies: ["ExtensionFoundation"]),
    // Stores, tokens, shield actions.
    .target(
      name: "ManagedSettings",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "SwiftUI"]),
    .testTarget(
      name: "ManagedSettingsTests",
      dependencies: [
        "ExtensionProtocol", "ExtensionRuntime", "ExtensionTransport", "FamilyControls", "ManagedSettings",
        "ManagedSettingsUI", "SDKTestSupport", "TestThreads", "UIKit",
      ]),
    // How a shield looks.
    .target(
      name: "ManagedSettingsUI",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "ManagedSettings", "UIKit"]),
    // Authorization and the selection.
    .target(
      name: "FamilyControls",
      dependencies: [
        "ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "ManagedSettings", "ScreenTimeVocabulary",
        "SwiftUI",
      ]),
    // Schedules, events, the monitor, reports.
    .target(
      name: "DeviceActivity",
      dependencies: [
        "ExtensionFoundation", "ExtensionKit", "ExtensionProtocol", "ExtensionRuntime",
        "FoundationShims", "ManagedSettings", "ScreenTimeVocabulary", "SwiftUI",
      ]),
    .testTarget(
      name: "DeviceActivityTests",
      dependencies: [
        "DeviceActivity", "ExtensionProtocol", "ExtensionRuntime", "ExtensionTransport", "ManagedSettings",
        "SDKTestSupport", "ScreenTimeRules",
      ]),
    .testTarget(
      name: "DeviceActivityReportTests",
      dependencies: ["DeviceActivity", "ExtensionProtocol", "ExtensionRuntime", "SDKTestSupport", "SwiftUI"]),
    // Shell module: re-exports the report part.
    .target(name: "_DeviceActivity_SwiftUI", dependencies: ["DeviceActivity"]),
    // Sources in the style of Xcode's templates and of published extensions: that they compile is half of the proof.
    .target(name: "ChartSources", dependencies: ["Charts", "SwiftUI"], path: "Tests/SourceCompatibility/Charts"),
    .target(
      name: "NotificationSources", dependencies: ["UserNotifications"], path: "Tests/SourceCompatibility/Notifications"),
    .target(
      name: "ReportSources",
      dependencies: ["DeviceActivity", "ExtensionKit", "FamilyControls", "ManagedSettings", "SwiftUI"],
      path: "Tests/SourceCompatibility/Report"),
    .target(
      name: "ShieldSources",
      dependencies: [
        "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "UIKit", "UserNotifications",
      ],
      path: "Tests/SourceCompatibility/Shield"),
    .target(
      name: "Talk2021Sources",
      dependencies: ["DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "SwiftUI"],
      path: "Tests/SourceCompatibility/Talk2021"),
    .target(
      name: "Talk2022Sources",
      dependencies: ["DeviceActivity", "ExtensionKit", "FamilyControls", "ManagedSettings", "SwiftUI"],
      path: "Tests/SourceCompatibility/Talk2022"),
    .target(name: "ViewSources", dependencies: ["SwiftUI"], path: "Tests/SourceCompatibility/Views"),
    .testTarget(
      name: "SourceCompatibilityTests",
      dependencies: [
        "ChartSources", "DeviceActivity", "ExtensionProtocol", "ExtensionRuntime", "ManagedSettings",
        "ManagedSettingsUI",
        "NotificationSources", "ReportSources", "SDKTestSupport", "ShieldSources", "SwiftUI", "Talk2021Sources",
        "Talk2022Sources",
        "ViewSources",
      ]),
    // References every public symbol that the specification names for the four frameworks; writes docs/symbols.md.
    .testTarget(
      name: "SDKCensusTests",
      dependencies: [
        "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "Publishing", "SwiftUI",
      ]),

    // MARK: Floor 2h: pure decisions and manifests

    // Which interval runs, which threshold was crossed, what is shielded. No clock, no files, no processes.
    .target(name: "ScreenTimeRules", dependencies: ["ScreenTimeVocabulary"]),
    .testTarget(name: "ScreenTimeRulesTests", dependencies: ["ScreenTimeRules"]),
    // Read, validate and explain manifests; produce their JSON Schema.
    .target(name: "FamilyManifests", dependencies: ["ExtensionProtocol"]),
    .testTarget(name: "FamilyManifestsTests", dependencies: ["ExtensionProtocol", "FamilyManifests"]),

    // MARK: Floor 3h: state, boundary, wall, sources, surfaces

    // Durable state in SQLite.
    .target(
      name: "ScreenTimeStore",
      dependencies: [
        "FileTrees", "ScreenTimeRules", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ScreenTimeStoreTests",
      dependencies: ["CStorageFaults", "ScreenTimeRules", "ScreenTimeStore", "WrittenCodes"],
      exclude: ["Schemas"]),
    // For tests only: a SQLite VFS whose writes can be recorded, fail, or be forgotten.
    .target(
      name: "CStorageFaults", path: "Tests/Support/CStorageFaults", cSettings: strictC,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Flow policy, tokens, seal, ledger: the only way to make a request or accept a reply.
    .target(
      name: "PrivacyBoundary",
      dependencies: [
        "ExtensionProtocol", "ScreenTimeRules", "ScreenTimeStore", .product(name: "Crypto", package: "swift-crypto"),
      ],
      resources: [.embedInCode("flow-policy.json")]),
    .testTarget(
      name: "PrivacyBoundaryTests",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "PrivacyBoundary", "ScreenTimeRules", "ScreenTimeStore"],
      exclude: ["reach.tsv"]),
    // Manifest and machine to launch plan; the only importer of CSandbox.
    .target(name: "Sandboxing", dependencies: ["CSandbox", "ExtensionProtocol", "FamilyManifests", "FileTrees"]),
    .testTarget(
      name: "SandboxingTests",
      dependencies: [
        "CSandbox", "ExtensionProtocol", "FamilyManifests", "FileTrees", "HostileBinaries", "Sandboxing",
        "sallyport-canary", "sallyport-launch",
      ]),
    // Samples from files, from live feeds, from ActivityWatch and from the generator; the clocks that place them.
    .target(name: "UsageSources", dependencies: ["CSampleFeeds", "ScreenTimeRules"]),
    .testTarget(name: "UsageSourcesTests", dependencies: ["ScreenTimeRules", "UsageSources"]),
    // View tree to HTML, SVG and terminal text.
    .target(
      name: "Surfaces",
      dependencies: [
        "ExtensionProtocol", "TextEscaping", .target(name: "CCairo", condition: .when(traits: ["Pictures"])),
      ]),
    // One of each primitive that a view may hold, drawn by every renderer.
    .target(
      name: "SurfaceGallery", dependencies: ["ExtensionProtocol", "Surfaces", "TextEscaping"],
      path: "Tests/Support/SurfaceGallery"),
    // Writes the gallery as a page and as pictures (`make gallery`); not a product.
    .executableTarget(
      name: "surface-gallery", dependencies: ["SurfaceGallery", "Surfaces"], path: "Tests/SurfacesTests/Exhibition"),
    .testTarget(
      name: "SurfacesTests", dependencies: ["ExtensionProtocol", "ExtensionTransport", "SurfaceGallery", "Surfaces"],
      exclude: ["Exhibition", "Goldens"]),

    // MARK: Floor 4h: one child

    // Launch, hello, deadlines, teardown, back-off, quarantine, captured log.
    .target(
      name: "ProcessSupervision",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "Sandboxing", "ScreenTimeVocabulary", "TextEscaping",
      ]),
    .testTarget(
      name: "ProcessSupervisionTests",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "ProcessSupervision", "Sandboxing", "TextEscaping",
        "WrittenCodes", "sallyport-launch",
      ]),

    // MARK: Floor 5h: the running host

    // Feeds inputs to the rules, delivers the outbox, applies effects; one file for each extension point.
    .target(
      name: "HostCore",
      dependencies: [
        "CEvents", "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "FileTrees", "PrivacyBoundary",
        "ProcessSupervision", "Sandboxing", "ScreenTimeRules", "ScreenTimeStore", "ScreenTimeVocabulary", "Surfaces",
        "TextEscaping",
      ]),
    .testTarget(
      name: "HostCoreTests",
      dependencies: [
        "CStorageFaults", "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostCore", "PrivacyBoundary",
        "ProcessSupervision",
        "ScreenTimeRules", "ScreenTimeStore", "Surfaces", "UsageSources", "WrittenCodes", "sallyport",
        "sallyport-canary",
        "sallyport-launch",
      ]),

    // MARK: Floor 6h: proofs

    // One seeded simulator over the production host: generated device-days, injected faults, invariants.
    .target(
      name: "DeviceSimulation",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostCore", "PrivacyBoundary",
        "ProcessSupervision", "ScreenTimeRules", "ScreenTimeStore", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "DeviceSimulationTests", dependencies: ["DeviceSimulation"]),
    // Two worlds that differ in one secret, and what an extension makes of them; what `check --privacy` prints.
    .target(
      name: "BoundaryChecker",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "FileTrees", "HostCore", "PrivacyBoundary",
        "ProcessSupervision", "ScreenTimeRules", "TextEscaping",
      ]),
    // Attacks on the wall with verdicts from the host's side; what `check --sandbox` prints.
    .target(name: "WallTrials", dependencies: ["FileTrees", "Sandboxing"]),
    // The attacks themselves, one C function each; also the witness outside the wall.
    .executableTarget(
      name: "sallyport-attack", path: "Tests/SecurityTests/Attacks", cSettings: strictC, linkerSettings: staticProgram),
    // A family of leaky programs in one, one function a leak.
    .executableTarget(
      name: "sallyport-leak", path: "Tests/PrivacyTests/Zoo", cSettings: strictC, linkerSettings: staticProgram),
    .testTarget(
      name: "PrivacyTests",
      dependencies: [
        "BoundaryChecker", "ExtensionProtocol", "FamilyManifests", "TestThreads", "sallyport-launch",
        "sallyport-leak",
      ],
      exclude: ["Trials", "Zoo", "zoo.tsv"]),
    // Runs the zoo and says what became of every leak; no product.
    .executableTarget(
      name: "privacy-trials", dependencies: ["BoundaryChecker"], path: "Tests/PrivacyTests/Trials"),
    // The tests' launcher, which can leave layers out and fail at any stage; no product.
    .executableTarget(
      name: "ablated-launch", dependencies: ["CSandbox"], path: "Tests/SecurityTests/AblatedLauncher",
      cSettings: strictC, linkerSettings: staticProgram),
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "FileTrees", "HostileBinaries", "Sandboxing", "TestThreads", "WallTrials", "ablated-launch", "sallyport-attack",
        "sallyport-launch",
      ],
      exclude: ["AblatedLauncher", "Attacks"]),

    // Hostile ELF files and scripts from a grammar, for the tests and the fuzzer of bundles.
    .target(name: "HostileBinaries", path: "Tests/Support/HostileBinaries"),
    // What must hold where bytes of somebody else enter the host; Fuzzing/run fuzzes it.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostileBinaries", "Sandboxing",
        "ScreenTimeRules", "Surfaces", "UsageSources",
      ],
      path: "Fuzzing/Targets"),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets"]),

    // One callback of one extension behind the wall, and the conformance suite of the wire for any executable.
    .target(
      name: "ExtensionTrials",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "Sandboxing", "Surfaces", "TextEscaping",
      ]),
    .testTarget(
      name: "ExtensionTrialsTests",
      dependencies: [
        "ExtensionProtocol", "ExtensionTrials", "HostileBinaries", "Sandboxing", "TestThreads", "TextEscaping",
        "faulty-sealed",
        "sallyport-launch",
      ],
      exclude: ["Faulty", "Sealed"]),

    // Extensions as Xcode has them: read, recognised, written as a package, built, registered.
    .target(name: "ExtensionAdoption", dependencies: ["ExtensionProtocol", "FamilyManifests"]),
    .testTarget(
      name: "ExtensionAdoptionTests",
      dependencies: [
        "ExtensionAdoption", "ExtensionProtocol", "ExtensionTrials", "FamilyManifests", "faulty-sealed",
        "sallyport-launch",
      ],
      exclude: ["Templates"]),
    // For its tests: a sealed extension whose name chooses its fault; no product.
    .executableTarget(
      name: "faulty-sealed", path: "Tests/ExtensionTrialsTests/Sealed", cSettings: strictC,
      linkerSettings: staticProgram),

    // MARK: Floors 7h and 8h: commands

    // The commands and their output.
    .target(
      name: "SallyportCommands",
      dependencies: [
        "BoundaryChecker", "DeviceSimulation", "ExtensionAdoption", "ExtensionProtocol", "ExtensionTrials",
        "FamilyManifests", "HostCore",
        "PrivacyBoundary",
        "Sandboxing", "ScreenTimeRules", "ScreenTimeStore", "Surfaces", "TextEscaping", "UsageSources", "WallTrials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "SallyportCommandsTests",
      dependencies: [
        "BoundaryChecker", "PrivacyBoundary", "SallyportCommands", "sallyport", "sallyport-attack", "sallyport-canary",
        "sallyport-launch",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // `main` and nothing else.
    .executableTarget(name: "sallyport", dependencies: ["SallyportCommands"]),

    // MARK: The repository itself

    // Imports against the table, headers, sizes, names.
    .testTarget(name: "RepositoryTests", dependencies: ["DocumentationExamples"]),
    // The Swift in the documentation, compiled as its readers would compile it: public API only.
    .target(
      name: "DocumentationExamples",
      dependencies: [
        "Charts", "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "SwiftUI", "UIKit",
        "UserNotifications",
      ],
      path: "Tests/Fixtures/documentation", packageAccess: false),

    // MARK: Example families, as their users would write them: public API only

    .executableTarget(
      name: "Homework", dependencies: ["DeviceActivity", "FamilyControls", "ManagedSettings", "SwiftUI"],
      path: "Extensions/Homework/App", packageAccess: false),
    .executableTarget(
      name: "HomeworkAction", dependencies: ["DeviceActivity", "ExtensionRuntime", "ManagedSettings"],
      path: "Extensions/Homework/ShieldAction", packageAccess: false),
    .executableTarget(
      name: "HomeworkMonitor",
      dependencies: ["DeviceActivity", "ExtensionRuntime", "FamilyControls", "ManagedSettings"],
      path: "Extensions/Homework/Monitor", packageAccess: false),
    .executableTarget(
      name: "HomeworkShield", dependencies: ["ExtensionRuntime", "ManagedSettings", "ManagedSettingsUI", "UIKit"],
      path: "Extensions/Homework/ShieldConfiguration", packageAccess: false),
    .executableTarget(
      name: "Worklog", dependencies: ["DeviceActivity", "FamilyControls", "ManagedSettings", "SwiftUI"],
      path: "Extensions/Worklog/App", packageAccess: false),
    .executableTarget(
      name: "WorklogMonitor",
      dependencies: ["DeviceActivity", "ExtensionRuntime", "FamilyControls", "ManagedSettings"],
      path: "Extensions/Worklog/Monitor", packageAccess: false),
    .executableTarget(
      name: "WorklogReport", dependencies: ["DeviceActivity", "ExtensionKit", "SwiftUI"],
      path: "Extensions/Worklog/Report", packageAccess: false),
    .executableTarget(
      name: "WorklogShield", dependencies: ["ExtensionRuntime", "ManagedSettings", "ManagedSettingsUI", "UIKit"],
      path: "Extensions/Worklog/ShieldConfiguration", packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)

/// Programs that run where nothing else is in view, without the Swift runtime that SwiftPM would link into C programs
/// too. No SDK product reaches them, so the flags are nobody's burden.
var staticProgram: [LinkerSetting] { [.unsafeFlags(["-static-executable", "-nostartfiles"])] }

/// A static program with a start of its own and without the C library. lld leaves out what is not called before it looks
/// for what is missing: the host's half of `CSandbox`.
var programWithoutLibrary: [LinkerSetting] {
  [
    .unsafeFlags(
      ["-static-stdlib", "-nostartfiles", "-use-ld=lld", "-Xlinker", "--gc-sections"]
        + ["-nostdlib", "-static", "-Wno-unused-command-line-argument"].flatMap { ["-Xclang-linker", $0] })
  ]
}

/// The warnings that C of ours must compile under; in the manifest, not as unsafe flags.
var strictC: [CSetting] {
  ["all", "extra", "shadow", "missing-prototypes", "switch-enum"].map { .enableWarning($0) } + [
    .treatAllWarnings(as: .error)
  ]
}

/// The folders of `Sources/`, and the modules in each: a module lives in `Sources/<group>/<module>`.
let groups = [
  "Wire": [
    "CJSONC", "ExtensionProtocol", "ExtensionTransport", "ScreenTimeVocabulary",
  ],
  "SDK": [
    "CExtensionShims", "ExtensionRuntime", "FoundationShims", "Publishing", "_Testing_UIKit", "UIKit",
    "UserNotifications", "SwiftUI", "WidgetKit", "ExtensionFoundation", "ExtensionKit", "Charts", "ManagedSettings",
    "ManagedSettingsUI", "FamilyControls", "DeviceActivity", "_DeviceActivity_SwiftUI",
  ],
  "Host": [
    "CCairo", "CEvents", "CSampleFeeds", "TextEscaping", "ScreenTimeRules", "FamilyManifests", "ScreenTimeStore",
    "PrivacyBoundary", "UsageSources", "Surfaces", "ProcessSupervision", "HostCore",
  ],
  "Wall": [
    "CSandbox", "FileTrees", "sallyport-launch", "sallyport-canary", "Sandboxing",
  ],
  "Proofs": [
    "DeviceSimulation", "BoundaryChecker", "WallTrials", "ExtensionTrials",
  ],
  "Tools": [
    "ExtensionAdoption", "SallyportCommands", "sallyport",
  ],
].reduce(into: [:]) { groups, group in for module in group.value { groups[module] = group.key } }

for target in package.targets where target.path == nil {
  if let group = groups[target.name] { target.path = "Sources/\(group)/\(target.name)" }
}

let upcomingFeatures = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
  "InferIsolatedConformances", "ImmutableWeakCaptures",
]
let targetsThatWrapC: Set<String> = [
  "ExtensionRuntime", "ExtensionTransport", "Sandboxing", "Surfaces", "UsageSources",
]

/// Sources as others write them: Apple's templates are Swift 5 (`static var title` is an error in mode 6).
func isWrittenForXcode(_ target: Target) -> Bool {
  ["Extensions/", "Tests/SourceCompatibility/", "Tests/Fixtures/documentation"].contains {
    target.path?.hasPrefix($0) == true
  }
}

for target in package.targets where target.type != .system && !isWrittenForXcode(target) {
  if (target.cSettings ?? []).isEmpty == false { continue }
  target.swiftSettings =
    upcomingFeatures.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
    + (targetsThatWrapC.contains(target.name) ? [.strictMemorySafety()] : [])
}
for target in package.targets where isWrittenForXcode(target) {
  target.swiftSettings = [.swiftLanguageMode(.v5)]
}

// Adopted extensions build against the SDK alone: nothing of the host's is planned, and no other package is fetched.
if Context.environment["SALLYPORT_SDK_ONLY"] == "1" {
  let host: Set = ["ExtensionHost", "_Measured"]
  package.products = package.products.filter { $0 is Product.Library && !host.contains($0.name) }
  var kept = Set(package.products.compactMap { $0 as? Product.Library }.flatMap(\.targets))
  var count = 0
  while count < kept.count {
    count = kept.count
    for target in package.targets where kept.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
    }
  }
  package.targets = package.targets.filter { kept.contains($0.name) }
  package.dependencies = []
}

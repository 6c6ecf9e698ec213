// swift-tools-version: 6.3
// The modules and their dependencies. A test compares them with the tables in ARCHITECTURE.md.
import PackageDescription

let package = Package(
  name: "sallyport",
  products: [
    .executable(name: "sallyport", targets: ["sallyport"]),
    .executable(name: "sallyport-attack", targets: ["sallyport-attack"]),
    .executable(name: "sallyport-canary", targets: ["sallyport-canary"]),
    .executable(name: "sallyport-launch", targets: ["sallyport-launch"]),
    // The SDK, which extensions link.
    .library(name: "AppIntents", targets: ["AppIntents"]),
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
    // For embedders: runs other developers' extensions in the sandbox, without Screen Time.
    .library(
      name: "ExtensionHost",
      targets: [
        "ExtensionProtocol", "ExtensionTransport", "ProcessSupervision", "Sandboxing", "ScreenTimeVocabulary",
        "TextEscaping",
      ]),
    // For Console/ only: these modules have no public API and no stability guarantee.
    .library(name: "_Console", targets: ["ExtensionProtocol", "ExtensionTransport", "Pages", "TextEscaping"]),
    // For Benchmarks/ only: these modules have no public API and no stability guarantee.
    .library(
      name: "_Measured",
      targets: ["FamilyManifests", "HostCore", "PrivacyBoundary", "ScreenTimeRules", "ScreenTimeStore", "Surfaces"]),
  ],
  traits: [
    // Pictures as PNG, with the system's cairo and pango. A build without this trait reports that pictures are
    // unavailable.
    .trait(name: "Pictures", description: "Draws surfaces as PNG with cairo and pango."),
    .default(enabledTraits: ["Pictures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // MARK: Layer 0: C and the system's libraries

    // Module map of the system's json-c.
    .systemLibrary(name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    // Module map of the kernel's timers and events, which Glibc's module leaves out.
    .systemLibrary(name: "CEvents"),
    // Module map of the system's cairo and pango.
    .systemLibrary(name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    // Kernel calls of live usage sources: epoll, peer credentials, the state of the clock.
    .target(name: "CSampleFeeds", cSettings: strictC),
    // Kernel mechanisms, one function per step; no policy, no output.
    .target(name: "CSandbox", cSettings: strictC),
    // The launcher: reads a launch plan, applies it step by step, becomes the extension.
    .executableTarget(
      name: "sallyport-launch", dependencies: ["CSandbox"], cSettings: strictC, linkerSettings: programWithoutLibrary),
    // The test program whose forbidden calls must fail; its report grades the isolation of the machine.
    .executableTarget(name: "sallyport-canary", cSettings: strictC, linkerSettings: staticProgram),

    // File trees that a hostile process may have created: walked, measured and removed by descriptor.
    .target(name: "FileTrees"),
    .testTarget(name: "FileTreesTests", dependencies: ["FileTrees"]),

    // MARK: Layer 1: the wire

    // Types shared by the SDK and the host: settings, schedules and the search for intervals, violations, reasons.
    .target(name: "ScreenTimeVocabulary"),
    .testTarget(name: "ScreenTimeVocabularyTests", dependencies: ["ScreenTimeVocabulary"]),
    // For tests only: codes as in the store.
    .target(name: "WrittenCodes", dependencies: ["ScreenTimeVocabulary"], path: "Tests/Support/WrittenCodes"),
    // The values of the wire, without their encoding.
    .target(name: "ExtensionProtocol", dependencies: ["ScreenTimeVocabulary"]),
    .testTarget(
      name: "ExtensionProtocolTests", dependencies: ["ExtensionProtocol", "ExtensionTransport", "SchemaChecks"]),
    // For tests only: validation of values against JSON Schemas, and readable JSON.
    .target(
      name: "SchemaChecks", dependencies: ["ExtensionProtocol", "ExtensionTransport"],
      path: "Tests/Support/SchemaChecks"),
    // Encoding and decoding: strict JSON through json-c, line framing, connections.
    .target(name: "ExtensionTransport", dependencies: ["CJSONC", "ExtensionProtocol"]),
    .testTarget(
      name: "ExtensionTransportTests", dependencies: ["ExtensionProtocol", "ExtensionTransport"],
      exclude: ["Corpus"]),

    // Text for terminals, one-line records and pages, with control characters escaped.
    .target(name: "TextEscaping"),
    .testTarget(name: "TextEscapingTests", dependencies: ["TextEscaping"]),

    // MARK: Layer 2e: inside an extension process

    // C overrides inside an extension: `open` for libdispatch, and the clock that `Date()` reads.
    .target(name: "CExtensionShims", cSettings: strictC),
    // The message loop inside an extension: hello, callbacks, snapshot, collected effects.
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
    // Parts of Foundation that exist on Apple's platforms but not on Linux.
    .target(name: "FoundationShims"),
    .testTarget(name: "FoundationShimsTests", dependencies: ["FoundationShims"]),
    // Streams of values over time, which the module Combine of Compatibility/ re-exports.
    .target(name: "Publishing"),
    .testTarget(name: "PublishingTests", dependencies: ["Publishing"]),
    // The UIKit values that extension sources use.
    .target(
      name: "UIKit", dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "_Testing_UIKit"]),
    // Empty: the toolchain's Testing imports it in a test that also imports UIKit.
    .target(name: "_Testing_UIKit"),
    // Notification requests, which become effects.
    .target(name: "UserNotifications", dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims"]),
    .testTarget(
      name: "UserNotificationsTests",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "SDKTestSupport", "UserNotifications"]),
    // Intents and Focus filters, with predicates on notifications.
    .target(
      name: "AppIntents",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "ScreenTimeVocabulary", "SwiftUI"]),
    .testTarget(
      name: "AppIntentsTests",
      dependencies: [
        "AppIntents", "ExtensionProtocol", "FilterSources", "FocusSources", "SDKTestSupport", "ScreenTimeVocabulary",
      ]),
    .target(name: "FocusSources", dependencies: ["AppIntents"], path: "Tests/SourceCompatibility/Focus"),
    .target(name: "FilterSources", dependencies: ["AppIntents"], path: "Tests/SourceCompatibility/Filters"),
    // For tests only: runs blocking work on its own thread.
    .target(name: "TestThreads", path: "Tests/Support/TestThreads"),
    // An in-memory host for one callback, for the tests of the SDK's modules.
    .target(
      name: "SDKTestSupport", dependencies: ["ExtensionProtocol", "ExtensionRuntime"], path: "Tests/SDKTestSupport"),
    // Views that encode to a view tree.
    .target(
      name: "SwiftUI",
      dependencies: ["ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "Publishing", "UIKit"]),
    // Widgets: their configurations, providers and timelines, and requests for new ones.
    .target(
      name: "WidgetKit",
      dependencies: ["AppIntents", "ExtensionProtocol", "ExtensionRuntime", "FoundationShims", "SwiftUI"]),
    .testTarget(
      name: "WidgetKitTests",
      dependencies: [
        "AppIntents", "ExtensionProtocol", "ExtensionRuntime", "SDKTestSupport", "Surfaces", "SwiftUI",
        "UserNotifications", "WidgetKit", "WidgetSources",
      ]),
    .target(
      name: "WidgetSources", dependencies: ["AppIntents", "Charts", "SwiftUI", "WidgetKit"],
      path: "Tests/SourceCompatibility/Widgets"),
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
    // The appearance of a shield.
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
    // Sources in the style of Xcode's templates and of published extensions. Compiling them is half of the test.
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

    // MARK: Layer 2h: pure decisions and manifests

    // Decides the current intervals, crossed thresholds and shields. Uses no clock, files or processes.
    .target(name: "ScreenTimeRules", dependencies: ["ScreenTimeVocabulary"]),
    .testTarget(name: "ScreenTimeRulesTests", dependencies: ["ScreenTimeRules"]),
    // Reads, validates and explains manifests; generates their JSON Schema.
    .target(name: "FamilyManifests", dependencies: ["ExtensionProtocol"]),
    .testTarget(name: "FamilyManifestsTests", dependencies: ["ExtensionProtocol", "FamilyManifests"]),

    // MARK: Layer 3h: state, boundary, sandbox, sources, surfaces

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
    // For tests only: a SQLite VFS that can record writes, fail them or skip them.
    .target(
      name: "CStorageFaults", path: "Tests/Support/CStorageFaults", cSettings: strictC,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Flow policy, tokens, seal, ledger: the only way to make a request or accept a reply.
    .target(
      name: "PrivacyBoundary",
      dependencies: [
        "ExtensionProtocol", "ScreenTimeRules", "ScreenTimeStore", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      resources: [.embedInCode("flow-policy.json")]),
    .testTarget(
      name: "PrivacyBoundaryTests",
      dependencies: [
        "ExtensionProtocol", "ExtensionRuntime", "PrivacyBoundary", "ScreenTimeRules", "ScreenTimeStore",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      exclude: ["reach.tsv"]),
    // Builds launch plans from manifest and machine; the only Swift importer of CSandbox.
    .target(name: "Sandboxing", dependencies: ["CSandbox", "ExtensionProtocol", "FamilyManifests", "FileTrees"]),
    .testTarget(
      name: "SandboxingTests",
      dependencies: [
        "CSandbox", "CStorageFaults", "ExtensionProtocol", "FamilyManifests", "FileTrees", "HostileBinaries",
        "Sandboxing", "sallyport-canary", "sallyport-launch",
      ]),
    // Samples from files, live feeds, ActivityWatch and the generator, and the clocks that time them.
    .target(name: "UsageSources", dependencies: ["CSampleFeeds", "ScreenTimeRules"]),
    .testTarget(
      name: "UsageSourcesTests",
      dependencies: ["ExtensionProtocol", "ExtensionTransport", "SchemaChecks", "ScreenTimeRules", "UsageSources"]),
    // Renders view trees as HTML, SVG and terminal text.
    .target(
      name: "Surfaces",
      dependencies: [
        "ExtensionProtocol", "TextEscaping", .target(name: "CCairo", condition: .when(traits: ["Pictures"])),
      ]),
    // One of each primitive of a view, drawn by every renderer.
    .target(
      name: "SurfaceGallery", dependencies: ["ExtensionProtocol", "Surfaces", "TextEscaping"],
      path: "Tests/Support/SurfaceGallery"),
    // Writes the gallery as a page and as pictures (`make gallery`); not a product.
    .executableTarget(
      name: "surface-gallery", dependencies: ["SurfaceGallery", "Surfaces"], path: "Tests/SurfacesTests/Exhibition"),
    .testTarget(
      name: "SurfacesTests", dependencies: ["ExtensionProtocol", "ExtensionTransport", "SurfaceGallery", "Surfaces"],
      exclude: ["Exhibition", "Goldens"]),

    // The person's pages: their values, their one template and its style.
    .target(name: "Pages", dependencies: ["TextEscaping"], resources: [.embedInCode("Style/console.css")]),
    .testTarget(name: "PagesTests", dependencies: ["Pages"]),

    // MARK: Layer 4h: one child

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

    // MARK: Layer 5h: the running host

    // Feeds inputs to the rules, delivers the outbox, applies effects; one file per extension point.
    .target(
      name: "HostCore",
      dependencies: [
        "CEvents", "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "FileTrees", "Pages",
        "PrivacyBoundary", "ProcessSupervision", "Sandboxing", "ScreenTimeRules", "ScreenTimeStore",
        "ScreenTimeVocabulary", "Surfaces",
        "TextEscaping",
      ]),
    .testTarget(
      name: "HostCoreTests",
      dependencies: [
        "CStorageFaults", "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostCore", "PrivacyBoundary",
        "ProcessSupervision", "SchemaChecks", "ScreenTimeRules", "ScreenTimeStore", "Surfaces", "UsageSources",
        "WrittenCodes", "sallyport", "sallyport-attack", "sallyport-canary", "sallyport-launch",
      ]),

    // MARK: Layer 6h: proofs

    // One seeded simulator of the production host: generated device-days, injected faults, invariants.
    .target(
      name: "DeviceSimulation",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostCore", "PrivacyBoundary",
        "ProcessSupervision", "ScreenTimeRules", "ScreenTimeStore", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "DeviceSimulationTests", dependencies: ["DeviceSimulation"]),
    // Runs two worlds that differ in one secret and compares what an extension does with them (`check --privacy`).
    .target(
      name: "BoundaryChecker",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "FileTrees", "HostCore", "PrivacyBoundary",
        "ProcessSupervision", "ScreenTimeRules", "TextEscaping",
      ]),
    // Attacks on the sandbox, with verdicts from the host's side (`check --sandbox`).
    .target(name: "WallTrials", dependencies: ["FileTrees", "Sandboxing"]),
    // The attacks themselves, one C function each; also the observer outside the sandbox.
    .executableTarget(
      name: "sallyport-attack", path: "Tests/SecurityTests/Attacks", cSettings: strictC, linkerSettings: staticProgram),
    // A family of leaky programs in one executable, one function per leak.
    .executableTarget(
      name: "sallyport-leak", path: "Tests/PrivacyTests/Zoo", cSettings: strictC, linkerSettings: staticProgram),
    .testTarget(
      name: "PrivacyTests",
      dependencies: [
        "BoundaryChecker", "ExtensionProtocol", "FamilyManifests", "PrivacyBoundary", "TestThreads", "sallyport-launch",
        "sallyport-leak",
      ],
      exclude: ["Trials", "Zoo", "zoo.tsv"]),
    // Runs the planted leaks and reports the outcome of each; not a product.
    .executableTarget(
      name: "privacy-trials", dependencies: ["BoundaryChecker"], path: "Tests/PrivacyTests/Trials"),
    // The tests' launcher, which can leave layers out and fail at any stage; not a product.
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
    // The invariants of every place where foreign bytes enter the host; Fuzzing/run fuzzes them.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "HostileBinaries", "Sandboxing",
        "ScreenTimeRules", "Surfaces", "UsageSources",
      ],
      path: "Fuzzing/Targets"),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets"]),

    // One callback of one extension in the sandbox, and the conformance suite for any executable.
    .target(
      name: "ExtensionTrials",
      dependencies: [
        "ExtensionProtocol", "ExtensionTransport", "FamilyManifests", "Sandboxing", "Surfaces", "TextEscaping",
      ]),
    .testTarget(
      name: "ExtensionTrialsTests",
      dependencies: [
        "ExtensionProtocol", "ExtensionTrials", "FamilyManifests", "HostileBinaries", "Sandboxing", "TestThreads",
        "TextEscaping", "faulty-sealed", "sallyport-launch",
      ],
      exclude: ["Faulty", "Sealed"]),

    // Xcode extension targets: read, recognised, written as a package, built, registered.
    .target(
      name: "ExtensionAdoption",
      dependencies: ["ExtensionProtocol", "FamilyManifests", .product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(
      name: "ExtensionAdoptionTests",
      dependencies: [
        "ExtensionAdoption", "ExtensionProtocol", "ExtensionTrials", "FamilyManifests", "faulty-sealed", "sallyport",
        "sallyport-launch",
      ],
      exclude: ["Templates"]),
    // For tests: a sealed extension whose file name selects its fault; not a product.
    .executableTarget(
      name: "faulty-sealed", path: "Tests/ExtensionTrialsTests/Sealed", cSettings: strictC,
      linkerSettings: staticProgram),

    // MARK: Layers 7h and 8h: commands

    // The commands and their output.
    .target(
      name: "SallyportCommands",
      dependencies: [
        "BoundaryChecker", "DeviceSimulation", "ExtensionAdoption", "ExtensionProtocol", "ExtensionTrials",
        "FamilyManifests", "HostCore",
        "Pages", "PrivacyBoundary",
        "Sandboxing", "ScreenTimeRules", "ScreenTimeStore", "Surfaces", "TextEscaping", "UsageSources", "WallTrials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "SallyportCommandsTests",
      dependencies: [
        "BoundaryChecker", "PrivacyBoundary", "SallyportCommands", "faulty-sealed", "sallyport", "sallyport-attack",
        "sallyport-canary", "sallyport-launch",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // `main` only.
    .executableTarget(name: "sallyport", dependencies: ["SallyportCommands"]),

    // MARK: The repository itself

    // Tests of imports against the tables, headers, sizes and names.
    .testTarget(name: "RepositoryTests", dependencies: ["DocumentationExamples"]),
    // The Swift in the documentation, compiled with the public API only, as its readers compile it.
    .target(
      name: "DocumentationExamples",
      dependencies: [
        "AppIntents", "Charts", "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "SwiftUI",
        "UIKit",
        "UserNotifications",
      ],
      path: "Tests/Fixtures/documentation", packageAccess: false),

    // MARK: Example families, as their users would write them: public API only

    .executableTarget(
      name: "Homework", dependencies: ["DeviceActivity", "FamilyControls", "ManagedSettings", "SwiftUI", "WidgetKit"],
      path: "Extensions/Homework/App", packageAccess: false),
    .executableTarget(
      name: "HomeworkAction", dependencies: ["DeviceActivity", "ExtensionRuntime", "ManagedSettings"],
      path: "Extensions/Homework/ShieldAction", packageAccess: false),
    .executableTarget(
      name: "HomeworkWidget", dependencies: ["AppIntents", "HomeworkIntents", "SwiftUI", "WidgetKit"],
      path: "Extensions/Homework/Widget", packageAccess: false),
    .target(
      name: "HomeworkIntents", dependencies: ["AppIntents"], path: "Extensions/Homework/Intents", packageAccess: false),
    .executableTarget(
      name: "HomeworkActions", dependencies: ["AppIntents", "HomeworkIntents"],
      path: "Extensions/Homework/IntentsExtension", packageAccess: false),
    .executableTarget(
      name: "Chat", dependencies: ["SwiftUI", "UserNotifications"], path: "Extensions/Chat/App", packageAccess: false),
    .executableTarget(
      name: "ChatFocus", dependencies: ["AppIntents"], path: "Extensions/Chat/Focus", packageAccess: false),
    .executableTarget(
      name: "HomeworkMonitor",
      dependencies: ["DeviceActivity", "ExtensionRuntime", "FamilyControls", "ManagedSettings", "WidgetKit"],
      path: "Extensions/Homework/Monitor", packageAccess: false),
    .executableTarget(
      name: "HomeworkShield", dependencies: ["ExtensionRuntime", "ManagedSettings", "ManagedSettingsUI", "UIKit"],
      path: "Extensions/Homework/ShieldConfiguration", packageAccess: false),
    .target(
      name: "LimitsPlan", dependencies: ["DeviceActivity", "FamilyControls", "ManagedSettings"],
      path: "Extensions/Limits/Plan", packageAccess: false),
    .executableTarget(
      name: "Limits", dependencies: ["DeviceActivity", "FamilyControls", "LimitsPlan", "SwiftUI"],
      path: "Extensions/Limits/App", packageAccess: false),
    .executableTarget(
      name: "LimitsMonitor", dependencies: ["DeviceActivity", "ExtensionRuntime", "LimitsPlan"],
      path: "Extensions/Limits/Monitor", packageAccess: false),
    .executableTarget(
      name: "LimitsShield", dependencies: ["ExtensionRuntime", "ManagedSettings", "ManagedSettingsUI", "UIKit"],
      path: "Extensions/Limits/ShieldConfiguration", packageAccess: false),
    .executableTarget(
      name: "LimitsAction", dependencies: ["DeviceActivity", "ExtensionRuntime", "LimitsPlan", "ManagedSettings"],
      path: "Extensions/Limits/ShieldAction", packageAccess: false),
    .executableTarget(
      name: "LimitsReport", dependencies: ["DeviceActivity", "ExtensionKit", "SwiftUI"],
      path: "Extensions/Limits/Report", packageAccess: false),
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

/// Programs that run without other files in view. They omit the Swift runtime that SwiftPM would also link into C
/// programs. No SDK product depends on them, so the unsafe flags affect no dependent package.
var staticProgram: [LinkerSetting] { [.unsafeFlags(["-static-executable", "-nostartfiles"])] }

/// A static program with its own start code and without the C library. lld drops unused code before it resolves
/// symbols, which drops the host's half of `CSandbox`.
var programWithoutLibrary: [LinkerSetting] {
  [
    .unsafeFlags(
      ["-static-stdlib", "-nostartfiles", "-use-ld=lld", "-Xlinker", "--gc-sections"]
        + ["-nostdlib", "-static", "-Wno-unused-command-line-argument"].flatMap { ["-Xclang-linker", $0] })
  ]
}

/// The warnings for our C code; settings in the manifest, not unsafe flags.
var strictC: [CSetting] {
  ["all", "extra", "shadow", "missing-prototypes", "switch-enum"].map { .enableWarning($0) } + [
    .treatAllWarnings(as: .error)
  ]
}

/// The folders of `Sources/` and the modules in each; the path of a module is `Sources/<group>/<module>`.
let groups = [
  "Wire": [
    "CJSONC", "ExtensionProtocol", "ExtensionTransport", "ScreenTimeVocabulary",
  ],
  "SDK": [
    "CExtensionShims", "ExtensionRuntime", "FoundationShims", "Publishing", "_Testing_UIKit", "UIKit",
    "AppIntents", "UserNotifications", "SwiftUI", "WidgetKit", "ExtensionFoundation", "ExtensionKit", "Charts",
    "ManagedSettings",
    "ManagedSettingsUI", "FamilyControls", "DeviceActivity", "_DeviceActivity_SwiftUI",
  ],
  "Host": [
    "CCairo", "CEvents", "CSampleFeeds", "TextEscaping", "ScreenTimeRules", "FamilyManifests", "ScreenTimeStore",
    "PrivacyBoundary", "UsageSources", "Surfaces", "Pages", "ProcessSupervision", "HostCore",
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

/// Sources written for Xcode: Apple's templates are Swift 5 (`static var title` is an error in mode 6).
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

// Adopted extensions build with the SDK only: SwiftPM plans no host target and fetches no other package.
if Context.environment["SALLYPORT_SDK_ONLY"] == "1" {
  let host: Set = ["ExtensionHost", "_Console", "_Measured"]
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
  // Without optimisation the SDK is compiled in a third of the time, and is as fast as it has to be, except for the
  // largest messages.
  if Context.environment["SALLYPORT_SDK_UNOPTIMISED"] == "1" {
    for target in package.targets where target.type == .regular && target.name != "ExtensionTransport" {
      if (target.cSettings ?? []).isEmpty {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
      }
    }
  }
}

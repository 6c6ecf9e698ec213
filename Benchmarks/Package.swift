// swift-tools-version: 6.3
// What BENCHMARKS.md reports. A package of its own, so that nobody who builds Sallyport builds this.
import PackageDescription

let package = Package(
  name: "sallyport-benchmarks",
  // The name is spelt out because a checkout may lie in a directory of any name.
  dependencies: [.package(name: "sallyport", path: "..")],
  targets: [
    .target(name: "CAffinity"),
    .executableTarget(
      name: "sallyport-benchmarks",
      dependencies: ["CAffinity", .product(name: "ExtensionHost", package: "sallyport")],
      swiftSettings: [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances", "ImmutableWeakCaptures",
      ].map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)

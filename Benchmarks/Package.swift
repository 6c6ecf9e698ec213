// swift-tools-version: 6.3
// The benchmarks of BENCHMARKS.md, in a separate package so that building Sallyport doesn't build them.
import PackageDescription

let package = Package(
  name: "sallyport-benchmarks",
  // The name is spelt out because a checkout may lie in a directory of any name.
  dependencies: [.package(name: "sallyport", path: "..")],
  targets: [
    .target(name: "CAffinity"),
    // The smallest extension, to measure the cost of the sandbox alone.
    .executableTarget(
      name: "first-byte", linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])]),
    // The system's SQLite, for the programs that the store is compared with.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "sallyport-benchmarks",
      dependencies: [
        "CAffinity", "CSQLite", "first-byte", .product(name: "ExtensionHost", package: "sallyport"),
        .product(name: "SwiftUI", package: "sallyport"), .product(name: "_Measured", package: "sallyport"),
      ],
      packageAccess: false,
      swiftSettings: [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances", "ImmutableWeakCaptures",
      ].map { .enableUpcomingFeature($0) } + [
        .treatAllWarnings(as: .error),
        // Rules and store have no public interface. The benchmarks measure the host's own code, so this program is
        // compiled as part of the host's package.
        .unsafeFlags(["-package-name", nameOfCheckout]),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// The identity that SwiftPM gives the parent package: the directory name of the checkout, as an identifier.
var nameOfCheckout: String {
  let directory = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
  return String(directory.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
}

// swift-tools-version: 6.3
// Generated mutants of the host's decision modules. A package of its own, because only this tool needs swift-syntax.
import PackageDescription

let package = Package(
  name: "sallyport-mutation",
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
  ],
  targets: [
    // Finds the places of a source file that an operator can change, and writes all chosen changes behind a switch.
    .target(
      name: "MutantOperators",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .testTarget(name: "MutantOperatorsTests", dependencies: ["MutantOperators"]),
    // Draws mutants, builds a tree that contains them, and finds out which tests notice them.
    .target(name: "MutantRuns", dependencies: ["MutantOperators"]),
    .testTarget(name: "MutantRunsTests", dependencies: ["MutantOperators", "MutantRuns"]),
    .executableTarget(name: "generated-mutants", dependencies: ["MutantOperators", "MutantRuns"]),
  ],
  swiftLanguageModes: [.v6]
)

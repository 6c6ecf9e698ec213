// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The Swift package of a new family: a program for each point, and the code that they share.
struct ScaffoldPackage {
  let family: String
  let base: String
  let points: [ExtensionPoint]

  var files: [ScaffoldFile] {
    let sources = ScaffoldSources(base: base, family: family)
    return [
      ScaffoldFile("Package.swift", package),
      ScaffoldFile("Sources/\(base)Shared/DailyLimit.swift", sources.shared),
      ScaffoldFile("Tests/\(base)SharedTests/DailyLimitTests.swift", sources.tests),
    ] + points.flatMap(sources.files)
  }

  private var package: String {
    let targets = points.map { point in
      let products = ScaffoldSources.products(of: point).map {
        "        .product(name: \"\($0)\", package: \"sallyport\"),"
      }
      return """
            .executableTarget(
              name: "\(base + ScaffoldSources.suffix(of: point))",
              dependencies: [
                "\(base)Shared",
        \(products.joined(separator: "\n"))
              ],
              swiftSettings: [.swiftLanguageMode(.v5)]),
        """
    }
    return """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "\(family)",
        dependencies: [
          // A link to Sallyport, of which only the SDK is used; `make` writes it.
          .package(name: "sallyport", path: ".sdk/sallyport")
        ],
        targets: [
          // Code that the extensions share. It imports no frameworks, so it is easy to test.
          .target(name: "\(base)Shared"),
          .testTarget(name: "\(base)SharedTests", dependencies: ["\(base)Shared"]),
      \(targets.joined(separator: "\n"))
        ]
      )

      """
  }
}

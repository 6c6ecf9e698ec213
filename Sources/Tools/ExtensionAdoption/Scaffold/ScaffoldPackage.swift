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
      """
          .executableTarget(
            name: "\(base + ScaffoldSources.suffix(of: point))", dependencies: ["\(base)Shared"],
            swiftSettings: [.swiftLanguageMode(.v5), modules], linkerSettings: [code]),
      """
    }
    return """
      // swift-tools-version: 6.3
      import PackageDescription

      // The compiled SDK that all families of this machine share. `make` writes the link to it.
      let sdk = Context.packageDirectory + "/.sdk"
      let modules = SwiftSetting.unsafeFlags(["-I", sdk + "/modules", "-I", sdk + "/include"])
      let code = LinkerSetting.unsafeFlags([sdk + "/lib/overrides.o", sdk + "/lib/libsallyport.a"])

      let package = Package(
        name: "\(family)",
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

// swift-tools-version: 6.3
// The console: the program that shows a running host's pages in a browser. It is a package of its own because a package's
// dependencies are fetched by everyone who depends on it, used or not: an extension's build would fetch an HTTP server.
import PackageDescription

let package = Package(
  name: "sallyport-console",
  products: [.executable(name: "sallyport-console", targets: ["sallyport-console"])],
  dependencies: [
    // The name is spelt out because a checkout may lie in a directory of any name.
    .package(name: "sallyport", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    .target(
      name: "ConsoleServer",
      dependencies: [
        .product(name: "_Console", package: "sallyport"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      resources: [.embedInCode("console.js"), .embedInCode("console-1.json")], packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "sallyport-console", dependencies: ["ConsoleServer"], packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "ConsoleServerTests",
      dependencies: [
        "ConsoleServer", .product(name: "_Console", package: "sallyport"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      packageAccess: false, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

/// Pages have no public interface, so the console is compiled as part of the host's package.
var settings: [SwiftSetting] {
  ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) } + [
    .treatAllWarnings(as: .error), .unsafeFlags(["-package-name", nameOfCheckout]),
  ]
}

/// The identity that SwiftPM gives the parent package: the directory name of the checkout, as an identifier.
var nameOfCheckout: String {
  let directory = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
  return String(directory.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
}

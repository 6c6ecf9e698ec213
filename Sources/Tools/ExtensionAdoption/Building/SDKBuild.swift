// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Compiles the whole SDK and collects what programs are compiled and linked against: a module and an archive for each
/// of its modules, the headers of its C modules, and its macros.
struct SDKBuild {
  let sdk: SDKLocation
  let toolchain: Toolchain
  let flavour: SDKFlavour
  /// The directory for the package that depends on all of the SDK, and its build.
  let scratch: String

  private static let everything = "Everything"

  /// - Parameter directory: The directory to create.
  func fill(_ directory: String) throws {
    try FileWriting.makeDirectory("\(scratch)/Sources/\(Self.everything)")
    try FileWriting.write(package, to: scratch + "/Package.swift")
    try FileWriting.write("// Depends on every module.\n", to: "\(scratch)/Sources/\(Self.everything)/Everything.swift")
    let outcome = try toolchain.build(
      ["--package-path", scratch, "--scratch-path", scratch + "/.build", "--target", Self.everything]
        + flavour.buildArguments, environment: flavour.environment)
    guard outcome.status == 0 else {
      let lines = outcome.output.split(separator: "\n")
      let line = lines.first { $0.contains("error: ") } ?? lines.last ?? "no output"
      throw AdoptionError("The SDK at \(sdk.path) can't be compiled: \(line)")
    }
    try collect(from: URL(filePath: scratch + "/.build/release").resolvingSymlinksInPath().path, into: directory)
  }

  private var package: String {
    let products = sdk.products.sorted { $0.key < $1.key }.map { name, package in
      "        .product(name: \"\(name)\", package: \"\(package)\"),"
    }
    let nested = sdk.hasCompatibility ? ".package(name: \"Compatibility\", path: \"\(sdk.path)/Compatibility\")," : ""
    return """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "everything",
        dependencies: [.package(name: "\(SDKLocation.main)", path: "\(sdk.path)"), \(nested)],
        targets: [
          .target(name: "\(Self.everything)", dependencies: [
      \(products.joined(separator: "\n"))
          ])
        ]
      )

      """
  }

  // MARK: - Collecting

  private func collect(from products: String, into directory: String) throws {
    let manager = FileManager.default
    let built = BuiltSDK(directory: directory, flavour: flavour)
    for folder in [built.modules, built.archives, built.headers] { try FileWriting.makeDirectory(folder) }
    // The joined objects, of modules in Swift and in C.
    var parts: [Bool: [String]] = [:]
    do {
      for name in try manager.contentsOfDirectory(atPath: products + "/Modules").sorted()
      where name.hasSuffix(".swiftmodule") && !name.hasPrefix(Self.everything) {
        try manager.copyItem(atPath: "\(products)/Modules/\(name)", toPath: "\(built.modules)/\(name)")
      }
      for name in try manager.contentsOfDirectory(atPath: products).sorted() where name.hasSuffix(".build") {
        let module = String(name.dropLast(6))
        // Macros run in the compiler. Every other target is part of the program.
        guard module != Self.everything, !module.hasSuffix("-tool") else { continue }
        let objects = try manager.contentsOfDirectory(atPath: "\(products)/\(name)").filter { $0.hasSuffix(".o") }
        let isInC = !manager.fileExists(atPath: "\(built.modules)/\(module).swiftmodule")
        parts[isInC, default: []] += try join(
          objects.sorted().map { "\(products)/\(name)/\($0)" }, to: "\(scratch)/\(module).o")
      }
      try run(["ar", "rcs", "\(built.archives)/\(BuiltSDK.archive)"] + parts[false, default: []])
      _ = try join(parts[true, default: []], to: "\(built.archives)/\(BuiltSDK.overrides)")
      for name in try manager.contentsOfDirectory(atPath: products) where name.hasSuffix("Macros-tool") {
        try manager.copyItem(atPath: "\(products)/\(name)", toPath: "\(directory)/\(name)")
      }
      try copyHeaders(to: built.headers)
    } catch let error as AdoptionError {
      throw error
    } catch {
      throw AdoptionError("The compiled SDK in \(products) is incomplete: \(error.localizedDescription)")
    }
  }

  /// One object per module, so that a program that needs a part of a module gets its conformances too.
  ///
  /// - Returns: The object's path, if there was anything to join.
  private func join(_ objects: [String], to object: String) throws -> [String] {
    guard !objects.isEmpty else { return [] }
    try run(["ld", "-r", "-o", object] + objects)
    return [object]
  }

  private func run(_ command: [String]) throws {
    let outcome = try toolchain.run(command)
    guard outcome.status == 0 else {
      throw AdoptionError("\(command[0]) failed on the compiled SDK: \(outcome.output)")
    }
  }

  /// The C modules of the SDK, without a path outside the cache.
  private func copyHeaders(to directory: String) throws {
    let manager = FileManager.default
    for group in ["Sources/SDK", "Sources/Wire"] {
      for module in try manager.contentsOfDirectory(atPath: "\(sdk.path)/\(group)").sorted() {
        let folder = "\(sdk.path)/\(group)/\(module)"
        let map = folder + "/module.modulemap"
        if manager.fileExists(atPath: map) {
          try FileWriting.makeDirectory("\(directory)/\(module)")
          for file in try manager.contentsOfDirectory(atPath: folder)
          where file.hasSuffix(".modulemap") || file.hasSuffix(".h") {
            try manager.copyItem(atPath: "\(folder)/\(file)", toPath: "\(directory)/\(module)/\(file)")
          }
        } else if manager.fileExists(atPath: folder + "/include") {
          try manager.copyItem(atPath: folder + "/include", toPath: "\(directory)/\(module)")
          try FileWriting.write(
            "module \(module) {\n  umbrella header \"\(module).h\"\n  export *\n}\n",
            to: "\(directory)/\(module)/module.modulemap")
        }
      }
    }
  }
}

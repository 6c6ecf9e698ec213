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
        + flavour.buildArguments)
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
        try archive(objects.sorted().map { "\(products)/\(name)/\($0)" }, module: module, into: built)
      }
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
  private func archive(_ objects: [String], module: String, into built: BuiltSDK) throws {
    guard !objects.isEmpty else { return }
    let object = "\(built.archives)/\(module).o"
    for command in [
      ["ld", "-r", "-o", object] + objects, ["ar", "rcs", "\(built.archives)/lib\(module).a", object],
    ] {
      let outcome = try toolchain.run(command)
      guard outcome.status == 0 else {
        throw AdoptionError("\(command[0]) failed on the SDK's module \(module): \(outcome.output)")
      }
    }
    try FileManager.default.removeItem(atPath: object)
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

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Runs `swift build` on the generated package.
package struct PackageBuild {
  /// The result of a build.
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
  }

  let directory: String
  let swift: String

  /// - Parameter swift: The name or path of the `swift` command.
  package init(directory: String, swift: String) {
    self.directory = directory
    self.swift = swift
  }

  /// Static executables without symbols start several times faster and need no files in the sandbox.
  static let flags = [
    "-c", "release", "--static-swift-stdlib", "-Xswiftc", "-static-executable", "-Xlinker", "-s",
  ]

  var products: String { directory + "/.build/release" }

  /// - Parameter product: The product to build, or `nil` for all, which is faster but stops at the first error.
  package func build(_ product: String? = nil) throws -> Outcome {
    let place = ["build", "--package-path", directory, "--scratch-path", directory + "/.build"]
    return try run(place + Self.flags + (product.map { ["--product", $0] } ?? []))
  }

  private func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [swift] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SALLYPORT_SDK_ONLY"] = "1"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw AdoptionError("“\(swift)” could not be started: \(error.localizedDescription)")
    }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      throw AdoptionError("“\(swift)” was not found; install Swift 6.3, or give the path of the command with --swift.")
    }
    return Outcome(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
  }
}

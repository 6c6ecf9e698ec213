// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The Swift toolchain in use: its driver, its compiler and its package manager.
package struct Toolchain: Hashable, Sendable {
  /// The result of a command.
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
  }

  /// The name or path of the `swift` command.
  let swift: String

  package init(swift: String) { self.swift = swift }

  /// The compiler, which every toolchain has beside `swift`.
  private var compiler: String {
    let parts = swift.split(separator: "/", omittingEmptySubsequences: false)
    return parts.last == "swift" ? swift + "c" : swift
  }

  func compile(_ arguments: [String]) throws(AdoptionError) -> Outcome { try run([compiler] + arguments) }

  func build(_ arguments: [String], environment: [String: String]) throws(AdoptionError) -> Outcome {
    try Self.run([swift, "build"] + arguments, environment: environment)
  }

  /// The names as sources write them, a line each.
  func demangle(_ names: [String]) throws(AdoptionError) -> Outcome {
    try run([swift, "demangle", "--compact", "--simplified"] + names)
  }

  /// The version and the target, which the format of compiled modules depends on.
  func version() throws(AdoptionError) -> String {
    let outcome = try compile(["--version"])
    guard outcome.status == 0 else {
      throw AdoptionError("“\(compiler) --version” failed; install Swift 6.3, or give its path with --swift.")
    }
    return outcome.output
  }

  /// The kernel tells a child to end when the command that started it is killed; the package manager then ends its
  /// compilers.
  static let wrapper = ["setpriv", "--pdeathsig", "TERM"]

  func run(_ command: [String]) throws(AdoptionError) -> Outcome { try Self.run(command) }

  static func run(
    _ command: [String], environment more: [String: String] = [:]
  ) throws(AdoptionError) -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = wrapper + command
    process.environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw AdoptionError("“\(command[0])” could not be started: \(error.localizedDescription)")
    }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      throw AdoptionError(
        "“\(command[0])” was not found; install Swift 6.3, or give the path of the command with --swift.")
    }
    return Outcome(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
  }
}

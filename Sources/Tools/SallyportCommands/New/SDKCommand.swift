// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import Foundation
import TextEscaping

/// `sallyport sdk`: the package that Swift extensions build against, for Makefiles and scripts.
struct SDKCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdk", abstract: "Print the path of the SDK that Swift extensions build against.")

  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    var path: String
  }

  func run() throws {
    let location = try SDKLocation.found(named: nil)
    try CommandOutput(
      Result(path: location.path), header: ["PATH"], table: [[location.path]], identifiers: [location.path]
    ).print(options)
  }
}

extension SDKLocation {
  /// The SDK at the given path, at `SALLYPORT_SDK`, or of this program.
  static func found(named sdk: String?) throws -> SDKLocation {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return try SDKLocation(named: sdk, environment: ProcessInfo.processInfo.environment, program: program)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import Foundation
import TextEscaping

/// `sallyport sdk`: the package that Swift extensions build against, and its compiled form, for Makefiles and scripts.
struct SDKCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdk", abstract: "Print the path of the SDK that Swift extensions build against.",
    discussion: """
      With --compiled, the path of the compiled SDK, which is compiled first if it isn't in the cache \
      ($XDG_CACHE_HOME/sallyport/sdk). A compiled SDK belongs to one toolchain and one version of the SDK.
      """)

  @Flag(help: "Print the path of the compiled SDK, and compile it if necessary.")
  var compiled = false

  @Option(
    help:
      "The flavour to compile: \(SDKFlavour.allCases.map(\.rawValue).joined(separator: ", ")). (default: the best that is there)"
  )
  var flavour: SDKFlavour?

  @Flag(
    name: .customLong("static"), help: "Choose from the flavours for programs that contain the Swift runtime.")
  var isStatic = false

  @Option(
    help: "A checkout of Sallyport. (default: $SALLYPORT_SDK, else the one of this program)")
  var sdk: String?

  @Option(help: "The Swift driver.")
  var swift: String = "swift"

  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    var path: String
  }

  func run() throws {
    let location = try SDKLocation.found(named: sdk)
    var path = location.path
    if compiled {
      let cache = SDKCache(
        directory: SDKCache.standardDirectory(), sdk: location, toolchain: Toolchain(swift: swift))
      let built = try cache.built(flavour, isStatic: isStatic) { Terminal.note("\($0)") }
      if flavour == nil { BackgroundCompilation.start(after: built.flavour, sdk: location, swift: swift) }
      path = built.directory
    }
    try CommandOutput(Result(path: path), header: ["PATH"], table: [[path]], identifiers: [path]).print(options)
  }
}

extension SDKFlavour: ExpressibleByArgument {}

extension SDKLocation {
  /// The SDK at the given path, at `SALLYPORT_SDK`, or of this program.
  static func found(named sdk: String?) throws -> SDKLocation {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return try SDKLocation(named: sdk, environment: ProcessInfo.processInfo.environment, program: program)
  }
}

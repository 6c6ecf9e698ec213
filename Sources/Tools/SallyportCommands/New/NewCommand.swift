// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import ExtensionProtocol
import Foundation
import TextEscaping

/// `sallyport new`: creates a family that builds and passes its own tests.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a family: a package with an extension for each point, a manifest and tests.")

  @Argument(help: "The family, a slug such as screen-rest.")
  var family: String

  @Option(help: "The points, separated by commas: monitor, shieldConfiguration, shieldAction, report.")
  var points: String = "monitor,shieldConfiguration,shieldAction"

  @Option(help: "The directory to write to; it must be empty or new. (default: ./<family>)")
  var into: String?

  @Option(
    help: "A checkout of Sallyport to build against. (default: $SALLYPORT_SDK, else the one of this program)")
  var sdk: String?

  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    var family: String
    var directory: String
    var files: [String]
  }

  func validate() throws { _ = try chosen() }

  private func chosen() throws -> [ExtensionPoint] {
    try points.split(separator: ",").map { word in
      let name = word.trimmingCharacters(in: .whitespaces)
      guard let point = ExtensionPoint(rawValue: name) else {
        throw ValidationError("There is no point “\(name)”; there are \(ExtensionPoint.allWords).")
      }
      return point
    }
  }

  func run() throws {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let location = try SDKLocation(named: sdk, environment: ProcessInfo.processInfo.environment, program: program)
    let directory = URL(filePath: into ?? family).standardizedFileURL.path
    let files = try FamilyScaffold(family: family, points: try chosen(), sdk: location).write(to: directory)
    try CommandOutput(
      Result(family: family, directory: directory, files: files), header: ["FILE"], table: files.map { [$0] },
      identifiers: files
    ).print(options)
    Terminal.note("Next: cd \(into ?? family) && make && make test && make check")
  }
}

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
    commandName: "new",
    abstract: "Start a family: an app and its extensions, a manifest, answers, a test and a file for CI.")

  @Argument(help: "The family, a slug such as screen-rest.")
  var family: String

  @Option(help: "The language of its programs: swift, python, c, go or sh.")
  var language: ScaffoldLanguage = .swift

  @Option(
    help: """
      The points, separated by commas: app, monitor, shieldConfiguration, shieldAction, report, \
      widget, focusFilter. (default: the first four; \
      with sh also without shieldConfiguration)
      """)
  var points: String?

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

  private func chosen() throws -> [ExtensionPoint]? {
    try points?.split(separator: ",").map { word in
      let name = word.trimmingCharacters(in: .whitespaces)
      guard let point = ExtensionPoint(rawValue: name) else {
        throw ValidationError("There is no point “\(name)”; there are \(ExtensionPoint.allWords).")
      }
      return point
    }
  }

  func run() throws {
    let location = try SDKLocation.found(named: sdk)
    let directory = URL(filePath: into ?? family).standardizedFileURL.path
    let files = try FamilyScaffold(family: family, points: try chosen(), language: language, sdk: location)
      .write(to: directory)
    try CommandOutput(
      Result(family: family, directory: directory, files: files), header: ["FILE"], table: files.map { [$0] },
      identifiers: files
    ).print(options)
    let run = files.contains("answers.json") ? " && make run" : ""
    Terminal.note("Next: cd \(into ?? family) && make\(run) && make test && make check")
  }
}

extension ScaffoldLanguage: ExpressibleByArgument {}

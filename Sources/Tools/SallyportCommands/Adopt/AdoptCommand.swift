// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import TextEscaping

/// `sallyport adopt`: builds an Xcode extension from its unchanged sources and registers it.
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Take an Xcode extension's sources unchanged, build them here, and register the family.",
    discussion: """
      Give an extension's folder, a folder of several, a project (.xcodeproj), or a list of files. Files and folders
      without an extension of their own are shared by the others. The point is recognised by the class, or by the
      Info.plist's identifier if the class is ambiguous. A second run updates the first one's output. Exit status 1:
      code that can't compile is listed by file, line and reason.
      """)

  @Argument(help: "Folders, projects or files.")
  var sources: [String]

  @Option(help: "The family, a slug. (default: the app group's last word, else the folder's name)")
  var family: String?

  @Option(help: "The extension's name in its family, a slug. (default: named after its point)")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "What a stand-in app monitors for a family without an app, such as \"daily 00:00-24:00 limit=1h\"; up to 20 times.",
      valueName: "specification"))
  var monitor: [String] = []

  @Flag(help: "Show the compiler's output.")
  var verbose = false

  @Flag(help: "Compile without optimisation and keep the symbols that a debugger reads.")
  var debug = false

  @Flag(
    name: .customLong("static"),
    help: "Make programs that contain the Swift runtime: 60 MB each, but they start sooner and need no files.")
  var isStatic = false

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    _ = try StandIns.read(monitor)
    var settings = try workspace.settings(family: family, name: name)
    if debug { settings.flavour = SDKFlavour(isOptimised: false, isStatic: isStatic) }
    settings.isStatic = isStatic
    let sdk = try workspace.location()
    let adoption = Adoption(settings, sdk: sdk, identifiers: AppleIdentifiers.points)
    let round = try adoption.run(sources) { Terminal.note("\($0)") }
    let results = round.results
    if let flavour = round.flavour, !debug {
      BackgroundCompilation.start(after: flavour, sdk: sdk, swift: workspace.swift)
    }
    for one in round.leftOut {
      if one.isFailure { Terminal.complain("\(one.reason)") } else { Terminal.note("\(one.reason)") }
    }
    try AdoptOutput(results).print(options, verbose: verbose)
    if !monitor.isEmpty { try writeAnswers(of: results, settings) }
    if results.contains(where: { !$0.isBuilt }) || round.leftOut.contains(where: \.isFailure) {
      throw ExitCode(CommandFailure.failed)
    }
  }

  /// Writes an answers file for each family whose monitor was built.
  private func writeAnswers(of results: [AdoptionResult], _ settings: Adoption.Settings) throws {
    let catalog = FamilyCatalog(directories: [settings.manifests], owner: getuid())
    let families = Set(results.filter { $0.isBuilt && $0.adopted.point == .monitor }.map(\.adopted.family)).sorted()
    guard !families.isEmpty else { throw HostError(.usage, "--monitor needs a monitor, and none was built.") }
    for family in families {
      guard catalog[family]?.manifest.app == nil else {
        throw HostError(.usage, "The family “\(family)” has an app, which says what is monitored; leave out --monitor.")
      }
      let answers = AdoptedAnswers(family: family, workspace: settings.into)
      try answers.write(monitor)
      Terminal.note(
        "\(family): a stand-in app starts monitoring. Run it: sallyport run --synthetic-week --family \(family) --answers \(answers.path)"
      )
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport state`: the settings in force, the running processes, the counts and the pending callbacks.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Show the settings in force and why, the processes, the counts, and the pending callbacks.")

  @Argument(help: "Only this family. (default: all)")
  var family: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    if let family { try host.requireFamily(family) }
    let words = host.reasonWords(try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar)
    let overview = try StateOverview(host, family: family.map { FamilyID($0) }, words)
    if options.quiet {
      Terminal.show(TerminalText(lines: overview.families.map { TerminalText($0.family) }))
      return
    }
    switch options.format {
    case .json: Terminal.show(try JSONText.of(overview))
    case .table: Terminal.show(overview.text(words))
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport ledger export`: one JSON object per line, with the hash that chains it to the one before (PRIV-LG6).
struct LedgerExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the ledger as one JSON object per line, and record the export.")

  @Option(help: "Only this family.")
  var family: String?

  @Option(help: "First day, such as 2026-10-19.")
  var since: String?

  @Option(help: "Last day, such as 2026-10-25.")
  var until: String?

  @OptionGroup var state: StateOptions

  func run() throws {
    for line in try lines() { Terminal.show(TerminalText(json: line)) }
  }

  private func lines() throws -> [String] {
    if let client = HostClient(state: state.directory) {
      return try client.ledger(of: family.map { FamilyID($0) }, from: since, to: until)
    }
    let host = try state.openHost()
    defer { try? host.close() }
    if let family { try host.requireFamily(family) }
    let export = LedgerExport(of: family, from: since, to: until)
    // Entered first, so that the export contains its own entry.
    try host.enterExport(of: export.name)
    return try export.lines(of: host.facts)
  }
}

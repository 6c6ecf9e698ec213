// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import ScreenTimeStore
import TextEscaping

/// `sallyport ledger entries`: every entry, one per line.
struct LedgerEntriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "entries", abstract: "List the entries of the last 14 days, oldest first.")

  @Option(help: "Only this family.")
  var family: String?

  @Option(help: "First day, such as 2026-10-19.")
  var since: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    if let family { try host.requireFamily(family) }
    let entries = try host.facts.store.read {
      try PrivacyLedger.entries(family: family, since: since, in: $0, name: host.facts.name(of:))
    }
    try CommandOutput(
      entries, header: ["DAY", "TIME", "FAMILY", "BY", "WHAT"],
      table: entries.map { [$0.day, $0.slot, $0.family ?? "–", $0.by ?? "–", $0.says] },
      identifiers: entries.map { "\($0.seq)" }
    ).print(options)
    try host.noteLedgerOff()
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeStore

/// `sallyport ledger`: what each family could learn, in the person's words.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger", abstract: "Show what was released to each family, or check that nothing was rewritten.")

  @Option(help: "Only this family.")
  var family: String?

  @Option(help: "From this day on, as 2026-10-19.")
  var since: String?

  @Flag(help: "Replay the chain of hashes instead of listing.")
  var verify = false

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    if verify {
      let verdict = try host.store.read { PrivacyLedger.verify(try $0.ledger()) }
      print(verdict.description)
      if case .broken = verdict { throw ExitCode(CommandFailure.failed) }
      return
    }
    if let family { try host.requireFamily(family) }
    let entries = try host.store.read {
      try PrivacyLedger.entries(family: family, since: since, in: $0, name: host.name(of:))
    }
    try CommandOutput(
      entries, header: ["DAY", "TIME", "FAMILY", "WHAT"],
      table: entries.map { [$0.day, $0.slot, $0.family ?? "–", $0.says] },
      identifiers: entries.map { "\($0.seq)" }
    ).print(options)
  }
}

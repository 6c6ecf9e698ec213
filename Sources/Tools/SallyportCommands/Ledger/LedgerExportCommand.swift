// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// `sallyport ledger export`: one JSON object per line, with the hash that chains it to the one before (PRIV-LG6).
struct LedgerExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the ledger as one JSON object per line, and record the export.")

  @Option(help: "Only this family.")
  var family: String?

  @Option(help: "First day, such as 2026-10-19.")
  var since: String?

  @OptionGroup var state: StateOptions

  /// An entry with its link. If the entry's text has been deleted, only the link is left.
  private struct Line: Encodable {
    var seq: Int64
    var entry: LedgerEntry?
    var hash: String
    var mac: String?
  }

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    if let family { try host.requireFamily(family) }
    // Written first, so that the export contains its own entry.
    try host.enterExport(of: family.map { "the ledger of \($0)" } ?? "the ledger")
    let lines = try host.facts.store.read { reader in
      try reader.ledger(family: family, since: since).map { row in
        Line(
          seq: row.seq,
          entry: try row.entry.map { try PrivacyLedger.named(LedgerEntry(text: $0), reader, host.facts.name(of:)) },
          hash: Self.text(row.hash), mac: row.mac.map(Self.text))
      }
    }
    for line in lines { Terminal.show(try JSONText.of(line, pretty: false)) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sallyport ledger`: what each family could learn, in the person's words.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show what each family could tell, was shown and tried; check and export it; turn it off.",
    subcommands: [
      LedgerShowCommand.self, LedgerEntriesCommand.self, LedgerVerifyCommand.self, LedgerExportCommand.self,
      LedgerOffCommand.self, LedgerOnCommand.self,
    ],
    defaultSubcommand: LedgerShowCommand.self)
}

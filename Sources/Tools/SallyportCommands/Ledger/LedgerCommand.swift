// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sallyport ledger`: shows the person what each family could learn.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show, verify and export what each family could learn, was shown and tried; turn the ledger off or on.",
    subcommands: [
      LedgerShowCommand.self, LedgerEntriesCommand.self, LedgerVerifyCommand.self, LedgerExportCommand.self,
      LedgerOffCommand.self, LedgerOnCommand.self,
    ],
    defaultSubcommand: LedgerShowCommand.self)
}

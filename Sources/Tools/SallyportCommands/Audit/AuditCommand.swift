// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sallyport audit`: one page about a family that can be handed on, and its verification.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Test a family and this machine's sandbox, and write one page that can be handed on.",
    subcommands: [AuditRunCommand.self, AuditVerifyCommand.self], defaultSubcommand: AuditRunCommand.self)
}

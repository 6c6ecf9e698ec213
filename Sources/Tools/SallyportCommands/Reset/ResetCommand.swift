// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import TextEscaping

/// `sallyport reset`: lets a quarantined or disabled extension run again.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Forget the strikes of an extension, so that what it is owed is delivered again.")

  @Argument(help: "The extension, as homework.monitor.")
  var program: String

  @OptionGroup var state: StateOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    try host.reset(program)
    Terminal.note("\(program) starts with a clean record")
  }
}

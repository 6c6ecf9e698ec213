// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import TextEscaping

/// `sallyport reset`: lets a quarantined or disabled extension run again.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Clear an extension's failure record and resume its pending deliveries.")

  @Argument(help: "The extension, such as homework.monitor.")
  var program: String

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.carryOut(.restart(extension: program), as: .owner, note: "\(program) starts with a clean record")
  }
}

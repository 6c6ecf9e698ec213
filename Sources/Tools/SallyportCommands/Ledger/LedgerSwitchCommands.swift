// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import TextEscaping

/// `sallyport ledger off`: from the next daily job on nothing is left of it but the chain (PRIV-LG6).
struct LedgerOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Delete the words of every day when it is over, all there are now too; itself an entry.")

  @OptionGroup var state: StateOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    try host.turnLedger(on: false)
    Terminal.note("the ledger is off: when the day is over only its chain is left, which “ledger verify” still checks")
  }
}

/// `sallyport ledger on`: what is written from now on is kept again.
struct LedgerOnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Keep the words for 14 days again; itself an entry.")

  @OptionGroup var state: StateOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    try host.turnLedger(on: true)
    Terminal.note("the ledger is on")
  }
}

extension VirtualDriver {
  /// Says that there may be less to read than there was.
  func noteLedgerOff() throws {
    guard let day = try facts.ledgerOffSince else { return }
    Terminal.note("the ledger is off since \(SpokenDay(day)): each day's words go when it is over; sallyport ledger on")
  }
}

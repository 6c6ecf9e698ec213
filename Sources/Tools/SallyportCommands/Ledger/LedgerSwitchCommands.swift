// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import TextEscaping

/// `sallyport ledger off`: from the next daily job on, deletes all of the ledger except its chain (PRIV-LG6).
struct LedgerOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Delete ledger text at the end of each day, including existing text, and record the change.")

  @OptionGroup var person: PersonOptions

  func run() throws {
    try person.carryOut(
      .ledger(isOn: false),
      note: "the ledger is off: at the end of the day all but its chain is deleted; “ledger verify” still works")
  }
}

/// `sallyport ledger on`: keeps entries again from now on.
struct LedgerOnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Keep ledger text for 14 days again, and record the change.")

  @OptionGroup var person: PersonOptions

  func run() throws {
    try person.carryOut(.ledger(isOn: true), note: "the ledger is on")
  }
}

extension VirtualDriver {
  /// Notes that text may be missing because the ledger is off.
  func noteLedgerOff() throws {
    guard let day = try facts.ledgerOffSince else { return }
    Terminal.note("the ledger is off since \(SpokenDay(day)): its text is deleted daily; sallyport ledger on")
  }
}

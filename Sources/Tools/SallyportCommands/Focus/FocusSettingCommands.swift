// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

struct FocusUntaggedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untagged",
    abstract: "Choose what happens to a notification that a filter can't judge: interrupt or silence.")

  @Argument(help: "interrupt or silence.")
  var treatment: FocusSettings.Untagged

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.focus(.treatUntagged(treatment)), as: .owner, note: "set") }
}

extension FocusSettings.Untagged: ExpressibleByArgument {}

struct FocusCriticalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "critical", abstract: "Let the critical notifications of a family interrupt whatever Focus is on.")

  @Argument(help: "The family.")
  var family: String

  @Flag(help: "Take the permission back.")
  var off = false

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.asking { host in try host.requireFamily(family) }
    try state.carryOut(.focus(.allowCritical(FamilyID(family), !off)), as: .owner, note: "set")
  }
}

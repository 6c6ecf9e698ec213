// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules

/// `sallyport revoke`: takes a family's authorization away.
struct RevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Take a family's authorization away: its limits and codes go, and nothing it is owed is delivered.")

  @Argument(help: "The family, as homework.")
  var family: String

  @Flag(help: "Let its shields stay, as your own.")
  var keepShields = false

  @Flag(help: "You are the guardian: needed for what was approved for a child.")
  var guardian = false

  @OptionGroup var state: StateOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    try host.requireFamily(family)
    let id = FamilyID(family)
    guard host.state.families[id]?.isApproved == true else {
      throw HostError(.failed, "“\(family)” is not approved, so there is nothing to take away.")
    }
    try host.revoke(id, by: guardian ? .guardian : .person, keepsShields: keepShields)
    Terminal.note("\(family) is not approved any more\(keepShields ? "; its shields stay as yours" : "")")
  }
}

/// `sallyport remove`: removes a family with everything it had.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a family with everything it had; its manifest and programs stay.")

  @Argument(help: "The family, as homework.")
  var family: String

  @Flag(help: "You are the guardian: needed for what was approved for a child.")
  var guardian = false

  @OptionGroup var state: StateOptions

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    guard host.state.families[FamilyID(family)] != nil else {
      throw HostError(.usage, "There is no family “\(family)” in this state; `sallyport state` lists what there is.")
    }
    try host.remove(FamilyID(family), by: guardian ? .guardian : .person)
    Terminal.note("\(family) is removed")
  }
}

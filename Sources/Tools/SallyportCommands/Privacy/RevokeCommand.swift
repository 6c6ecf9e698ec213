// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

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
    try state.withHost(of: family) { host, family in
      guard host.facts.state.families[family]?.isApproved == true else {
        throw HostError(.failed, "“\(family.rawValue)” is not approved, so there is nothing to take away.")
      }
      try host.revoke(family, by: guardian ? .guardian : .person, keepsShields: keepShields)
      Terminal.note("\(family.rawValue) is not approved any more\(keepShields ? "; its shields stay as yours" : "")")
    }
  }
}

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a family with everything it had; its manifest and bundle stay.",
    discussion: """
      Its settings, activities, tokens and container are erased, and the host's copies of its programs, unless these \
      lie in a directory of their own (--programs), which another state may share.
      """)

  @Argument(help: "The family, as homework.")
  var family: String

  @Flag(help: "You are the guardian: needed for what was approved for a child.")
  var guardian = false

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.withHost(of: family) { host, family in
      try host.remove(family, by: guardian ? .guardian : .person)
      Terminal.note("\(family.rawValue) is removed")
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport revoke`: revokes a family's authorization.
struct RevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a family's authorization; delete its limits, codes and pending callbacks.")

  @Argument(help: "The family, such as homework.")
  var family: String

  @Flag(help: "Keep its shields as your own.")
  var keepShields = false

  @Flag(help: "Act as the guardian; needed if the family was approved for a child.")
  var guardian = false

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.withHost(of: family) { host, family in
      guard host.facts.state.families[family]?.isApproved == true else {
        throw HostError(.failed, "“\(family.rawValue)” is not approved, so there is nothing to revoke.")
      }
      try host.revoke(family, by: guardian ? .guardian : .person, keepsShields: keepShields)
      Terminal.note("\(family.rawValue) is not approved any more\(keepShields ? "; its shields stay as yours" : "")")
    }
  }
}

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a family with all its data; its manifest and bundle stay.",
    discussion: """
      Its settings, activities, tokens and container are erased, and the host's copies of its programs, unless these \
      lie in a directory of their own (--programs), which another state may share.
      """)

  @Argument(help: "The family, such as homework.")
  var family: String

  @Flag(help: "Act as the guardian; needed if the family was approved for a child.")
  var guardian = false

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.withHost(of: family) { host, family in
      try host.remove(family, by: guardian ? .guardian : .person)
      Terminal.note("\(family.rawValue) is removed")
    }
  }
}

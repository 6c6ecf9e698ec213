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

  @OptionGroup var person: PersonOptions

  func run() throws {
    try person.carryOut(
      .revoke(FamilyID(family), keepsShields: keepShields),
      note: "\(family) is not approved any more\(keepShields ? "; its shields stay as yours" : "")")
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

  @OptionGroup var person: PersonOptions

  func run() throws { try person.carryOut(.remove(FamilyID(family)), note: "\(family) is removed") }
}

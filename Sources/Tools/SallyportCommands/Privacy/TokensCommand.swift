// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import TextEscaping

/// `sallyport tokens`: the codes with which families name items.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "Show and change what families can name: rotate, reset, take an item back.",
    subcommands: [
      TokensStatusCommand.self, TokensRotateCommand.self, TokensResetCommand.self, TokensWithdrawCommand.self,
      TokensNewKeyCommand.self,
    ], defaultSubcommand: TokensStatusCommand.self)
}

struct TokensStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "List the items that each family can name.")

  @Option(help: "Only this family.")
  var family: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var family: String
    var kind: String
    var item: String
    var name: String
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    if let family { try host.requireFamily(family) }
    let rows = (family.map { [FamilyID($0)] } ?? host.facts.state.familyIDs).flatMap { family in
      host.facts.nameableItems(of: family).map { item in
        Row(family: family.rawValue, kind: item.kind.spoken, item: item.id, name: host.facts.name(of: item))
      }
    }
    try CommandOutput(
      rows, header: ["FAMILY", "KIND", "ITEM", "NAME"], table: rows.map { [$0.family, $0.kind, $0.item, $0.name] },
      identifiers: rows.map(\.item)
    ).print(options)
  }
}

struct TokensRotateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Give a family new codes and the pairs; the old ones stay valid for 60 days."
  )

  @Argument(help: "The family, such as homework.")
  var family: String

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.withHost(of: family) { host, family in
      try host.rotateTokens(of: family)
      Terminal.note(
        "\(family.rawValue) has new codes; the old ones stay valid for \(TokenRegistry.rotationDays) days")
    }
  }
}

struct TokensResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Invalidate all codes of a family; its limits stay, and items picked later get new codes.")

  @Argument(help: "The family, such as homework.")
  var family: String

  @OptionGroup var person: PersonOptions

  func run() throws {
    try person.carryOut(
      .resetTokens(FamilyID(family)), note: "the codes of \(family) are invalid now; its limits stay")
  }
}

struct TokensWithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Remove an item from those that a family can name, with the limits on it.")

  @Argument(help: "The family, such as homework.")
  var family: String

  @Argument(help: "The item, as `tokens status` lists it.")
  var item: String

  @OptionGroup var person: PersonOptions

  func run() throws {
    try person.carryOut(
      .withdrawItem(item, from: FamilyID(family)), note: "\(family) can't name \(item) any more")
  }
}

struct TokensNewKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-key",
    abstract: "Make a new key if the old one is lost; this invalidates every code of every family.")

  @Flag(help: "Confirm the new key; this can't be undone, even if the old key still exists.")
  var confirm = false

  @OptionGroup var state: StateOptions

  func run() throws {
    guard confirm else {
      throw HostError(
        .usage, "A new key invalidates every code of every family; use --confirm, or restore the key instead.")
    }
    let settings = try RunSettings(state: state.directory)
    let families = try TokenKeyReset.make(in: try settings.configuration(state: state, output: nil))
    Terminal.note(
      families.isEmpty
        ? "the key is new; no family held any code"
        : "the key is new; pick again in \(families.joined(separator: ", "))")
  }
}

extension Item.Kind {
  fileprivate var spoken: String {
    switch self {
    case .application: "app"
    case .webDomain: "site"
    case .category: "category"
    }
  }
}

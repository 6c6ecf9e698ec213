// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport item`: changes to one application or web domain.
struct ItemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "item", abstract: "Rename an application or web domain, file it, or merge it into another.",
    subcommands: [RenameCommand.self, FileCommand.self, MergeCommand.self])

  struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give an item another name, which only you see.")

    @Argument(help: "The item, by id or name.")
    var item: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var person: PersonOptions

    func run() throws { try person.carryOut(.rename(item: item, name: name), note: "renamed") }
  }

  struct FileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "file", abstract: "Put an item in another category, from now on.",
      discussion: "Recorded use stays where it was filed. What opens an item waits; `sallyport changes` lists it.")

    @Argument(help: "The item, by id or name.")
    var item: String

    @Option(help: "The category, by its number from 1 to 12.")
    var category: Int

    @OptionGroup var person: PersonOptions

    func run() throws { try person.carryOut(.file(item: item, category: "\(category)"), note: "filed") }
  }

  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Make an item one with another, for good.",
      discussion: """
        From now on its use and every rule on it belong to the other item, and families get the other one's code in its \
        place. There is no way back.
        """)

    @Argument(help: "The item, by id or name.")
    var item: String

    @Argument(help: "The item that it becomes one with.")
    var into: String

    @OptionGroup var person: PersonOptions

    func run() throws { try person.carryOut(.merge(item: item, into: into), note: "merged") }
  }
}

/// `sallyport changes`: changes that open something and wait.
struct ChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "List the changes that open something and wait, or cancel one.",
    discussion: """
      In a running host, what opens an item or counts less takes effect later (24 hours, or --delay), unless a guardian does it: a family \
      revoked or removed, an item withdrawn, filed or merged. What closes more takes effect at once.
      """)

  @Option(help: "Cancel the change of this number.")
  var cancel: Int64?

  @Option(help: "Set how long such a change waits: 0 to 720 hours. A longer wait holds at once, a shorter one later.")
  var delay: Int64?

  @OptionGroup var person: PersonOptions
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var number: Int64
    var change: String
    var askedAt: Int64
    var until: Int64
  }

  func validate() throws {
    guard cancel == nil || delay == nil else { throw ValidationError("Name --cancel or --delay.") }
    if let delay, !(0...720).contains(delay) { throw ValidationError("--delay must be a number from 0 to 720.") }
  }

  func run() throws {
    if let delay { return try person.carryOut(.delayChanges(seconds: delay * 3_600), note: "set") }
    if let cancel { return try person.carryOut(.cancelChange(cancel), note: "cancelled") }
    let settings = try RunSettings(state: person.state.directory)
    let calendar = try HostCalendar(timeZone: settings.timeZone).calendar
    let view = try person.state.openView()
    defer { view.close() }
    let facts = view.host.facts
    let rows = facts.waitingChanges.map {
      Row(
        number: $0.number, change: facts.sentence($0), askedAt: $0.askedAt.milliseconds, until: $0.until.milliseconds)
    }
    if rows.isEmpty, !options.quiet, options.format == .table { return Terminal.note("No change waits.") }
    try CommandOutput(
      rows, header: ["CHANGE", "WHAT", "TAKES EFFECT"],
      table: rows.map { ["\($0.number)", $0.change, DisplayFormat.instant($0.until, in: calendar)] },
      identifiers: rows.map { "\($0.number)" }
    ).print(options)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport notification`: the person's list of notifications, and the person's actions on them.
struct NotificationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notification",
    abstract: "List the notifications that were shown, answer or clear one, or push one as its family's server would.",
    subcommands: [
      NotificationListCommand.self, NotificationAnswerCommand.self, NotificationClearCommand.self,
      NotificationPushCommand.self,
    ], defaultSubcommand: NotificationListCommand.self)
}

struct NotificationListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the notifications that are neither answered nor cleared, and the badges.")

  @Argument(help: "Only this family. (default: all)")
  var family: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    struct Item: Encodable {
      var family: String
      var number: Int64
      var id: String
      var title: String
      var subtitle: String?
      var body: String
      var level: String
      var dueAt: Int64
      var at: Int64
    }

    struct Badge: Encodable {
      var family: String
      var count: Int64
    }

    var notifications: [Item]
    var badges: [Badge]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    if let family { try view.host.requireFamily(family) }
    let shown = facts.notifications.notifications.filter { family == nil || $0.family.rawValue == family }
    let badges = facts.state.familyIDs.filter { family == nil || $0.rawValue == family }
      .map { Result.Badge(family: $0.rawValue, count: facts.notifications(of: $0).badge) }
      .filter { $0.count != 0 }
    let result = Result(
      notifications: shown.map {
        .init(
          family: $0.family.rawValue, number: $0.number, id: $0.id, title: $0.title, subtitle: $0.subtitle,
          body: $0.body, level: $0.level.rawValue, dueAt: $0.dueAt.milliseconds, at: $0.at.milliseconds)
      }, badges: badges)
    try CommandOutput(
      result, header: ["FAMILY", "NO.", "SHOWN", "TITLE", "TEXT"],
      table: shown.map { [$0.family.rawValue, "\($0.number)", $0.shownAt, $0.title, $0.body] }
        + badges.map { [$0.family, "", "", "badge \($0.count)", ""] },
      identifiers: shown.map { "\($0.family.rawValue) \($0.number)" }
    ).print(options)
  }
}

/// A notification in the list.
struct NotificationTarget: ParsableArguments {
  @Argument(help: "The family that sent it.")
  var family: String

  @Argument(help: "Its number in the list.")
  var number: Int64

  @Option(help: "Directory for pages.")
  var output: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  /// Carries out an act, and prints what follows from it.
  func run(_ kind: PersonOrder.Kind) throws {
    let zone = try RunSettings(state: state.directory).timeZone
    let printer = TimelinePrinter(options: options, calendar: try HostCalendar(timeZone: zone).calendar)
    try state.carryOut(kind, as: .owner, output: output, onEvent: printer.print)
  }
}

struct NotificationAnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Open the app of a family from one of its notifications.")

  @OptionGroup var target: NotificationTarget

  func run() throws {
    try target.run(.answerNotification(target.number, of: FamilyID(target.family)))
  }
}

struct NotificationClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove a notification from the list; its family is not notified.")

  @OptionGroup var target: NotificationTarget

  func run() throws {
    try target.run(.clearNotification(target.number, of: FamilyID(target.family)))
  }
}

struct NotificationPushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Deliver a payload as if the family's server had sent it.",
    discussion: """
      The payload is JSON as for Apple's service: aps.alert, aps.badge, aps.filter-criteria, aps.interruption-level,
      aps.thread-id, aps.content-changed. Other keys are ignored; a known key of the wrong type refuses the payload.
      """)

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "A file with the payload, or - for standard input.")
  var payload: String

  @OptionGroup var state: StateOptions

  func run() throws {
    let input = payload == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: payload)
    guard let input else { throw HostError(.invalidInput, "\(payload) can't be read.") }
    // One byte over the limit is enough to refuse it.
    let bytes = try input.read(upToCount: RemotePayload.mostBytes + 1) ?? Data()
    try state.carryOut(.push(FamilyID(family), try RemotePayload(json: bytes)), as: .owner, note: "delivered")
  }
}

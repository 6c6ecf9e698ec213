// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport explain notification`: a family's pending notifications, and the decision about each shown one.
struct ExplainNotificationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notification", abstract: "Explain what a family's notifications wait for, and why each was shown.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "Only notifications with this identifier. (default: all)")
  var id: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var state: String
    var id: String
    var number: Int64?
    var at: Int64
    var reason: String?
    var says: String
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    try host.requireFamily(family)
    let words = host.reasonWords(try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar)
    let lines = try host.facts.explainNotifications(of: FamilyID(family)).filter { id == nil || $0.id == id }
    try CommandOutput(
      lines.map {
        Line(
          state: $0.state.rawValue, id: $0.id, number: $0.number, at: $0.at.milliseconds, reason: $0.reason?.rawValue,
          says: $0.sentence)
      }, header: ["STATE", "ID", "NO.", "AT", "REASON", "WHY"],
      table: lines.map {
        [
          $0.state.rawValue, $0.id, $0.number.map { "\($0)" } ?? "", words.instant($0.at), $0.reason?.rawValue ?? "",
          $0.sentence,
        ]
      }, identifiers: lines.map(\.id)
    ).print(options)
  }
}

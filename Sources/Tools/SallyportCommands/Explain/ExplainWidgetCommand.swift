// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

struct ExplainWidgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widget", abstract: "Explain what a widget waits for, and why each timeline was asked for or not.")

  @Argument(help: "The widget's id, or its beginning.")
  var widget: String

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    struct Row: Encodable {
      var at: Int64
      var reason: String
      var detail: String
      var says: String
    }

    var widget: String
    var says: String
    var next: Int64?
    var creditMinutes: Int64
    var stack: String?
    var rows: [Row]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    let words = view.host.reasonWords(
      try HostCalendar(timeZone: view.host.configuration.environment.timeZone).calendar)
    let instance = try facts.widget(widget)
    let told = try facts.explain(instance)
    let result = Result(
      widget: instance.id, says: told.waitsFor, next: told.next?.milliseconds, creditMinutes: told.creditMinutes,
      stack: told.stack,
      rows: told.rows.map { .init(at: $0.at.milliseconds, reason: $0.reason, detail: $0.detail, says: $0.sentence) })
    let next = told.next.map { "next at \(words.instant($0))" } ?? "nothing is due"
    try CommandOutput(
      result, header: ["AT", "REASON", "DETAIL", "WHY"],
      table: told.rows.map { [words.instant($0.at), $0.reason, $0.detail, $0.sentence] }
        + (told.stack.map { [["now", "stack", $0, ""]] } ?? [])
        + [["now", next, "credit \(told.creditMinutes) min", told.waitsFor]],
      identifiers: [instance.id]
    ).print(options)
  }
}

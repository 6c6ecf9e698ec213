// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport requests`: what waits for a person, each with the command that answers it.
struct RequestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "List the open prompts of the running host, and how to answer each.")

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var number: Int64
    var family: String
    var question: String
    var answer: String
    var needsGuardian: Bool
    var until: Int64?
    /// Whether it closed without an answer, and may still be answered until then.
    var isLate: Bool
  }

  func run() throws {
    let settings = try RunSettings(state: state.directory)
    let calendar = try HostCalendar(timeZone: settings.timeZone).calendar
    // Without a host nothing asks, so nothing is open.
    let prompts = try HostClient(state: state.directory)?.openPrompts() ?? []
    let rows = prompts.map {
      Row(
        number: $0.number, family: $0.family.rawValue, question: $0.question, answer: $0.command,
        needsGuardian: $0.needsGuardian, until: $0.until?.milliseconds, isLate: $0.isLate)
    }
    if rows.isEmpty, !options.quiet, options.format == .table { return Terminal.note("There are no open prompts.") }
    try CommandOutput(
      rows, header: ["PROMPT", "FAMILY", "QUESTION", "UNTIL", "ANSWER WITH"],
      table: rows.map {
        [
          "\($0.number)", $0.family, $0.isLate ? "unanswered: \($0.question)" : $0.question,
          $0.until.map { DisplayFormat.instant($0, in: calendar) } ?? "answered", $0.answer,
        ]
      }, identifiers: rows.map { "\($0.number)" }
    ).print(options)
  }
}

extension OpenPromptFacts {
  /// The command that answers the prompt.
  fileprivate var command: String {
    switch form {
    case .pick: "sallyport pick \(number) --app ID"
    case .yesOrNo: "sallyport answer \(number) yes|no" + (needsGuardian ? " --as guardian" : "")
    }
  }
}

/// `sallyport answer`: answers an open prompt.
struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer an open prompt of the running host with yes or no.",
    discussion: "`sallyport requests` lists the prompts; `sallyport consent` shows what a family could learn.")

  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case yes, no
  }

  @Argument(help: "The prompt's number.")
  var prompt: Int64

  @Argument(help: "The answer: yes or no.")
  var answer: Choice

  @Option(help: "How finely the family may learn: open, standard or tight. (default: the host's profile)")
  var profile: ProfileChoice?

  @OptionGroup var person: PersonOptions

  func validate() throws {
    guard answer == .yes || profile == nil else { throw ValidationError("--profile goes with yes.") }
  }

  func run() throws {
    let isYes = answer == .yes
    try person.carryOut(
      .answer(prompt: prompt, isYes: isYes, ConsentTerms(profile: profile?.value)),
      note: isYes ? "allowed" : "not allowed")
  }
}

/// `sallyport pick`: chooses items in an open picker.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose items in an open picker of the running host, or cancel it.",
    discussion: """
      The selection is sent whole. `sallyport items` lists applications and domains; a domain that is not listed may be \
      named too.
      """)

  @Argument(help: "The prompt's number.")
  var prompt: Int64

  @Option(help: "An application, by its id; may be repeated.")
  var app: [String] = []

  @Option(help: "A category, by its number from 1 to 12; may be repeated.")
  var category: [Int] = []

  @Option(help: "A web domain; may be repeated.")
  var domain: [String] = []

  @Flag(help: "Cancel: the family keeps the selection that it had.")
  var cancel = false

  @OptionGroup var person: PersonOptions

  func validate() throws {
    let isEmpty = app.isEmpty && category.isEmpty && domain.isEmpty
    guard cancel == isEmpty else {
      throw ValidationError(
        cancel ? "--cancel goes with no selection." : "Name what to pick with --app, --category, --domain, or --cancel."
      )
    }
  }

  func run() throws {
    let pick = PersonAnswers.Pick(applications: app, categories: category.map(String.init), webDomains: domain)
    try person.carryOut(.pick(prompt: prompt, cancel ? nil : pick), note: cancel ? "cancelled" : "picked")
  }
}

/// `sallyport items`: the applications and domains that this state knows.
struct ItemsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items", abstract: "List the applications, domains and categories that can be picked, by name or id.")

  @Argument(help: "Only items whose name, id or category contains this; case and accents do not matter.")
  var text: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var id: String
    var kind: String
    var name: String
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    let rows = facts.items(containing: text ?? "").map {
      Row(id: $0.id, kind: "\($0.kind)", name: facts.name(of: $0))
    }
    try CommandOutput(
      rows, header: ["KIND", "ID", "NAME"], table: rows.map { [$0.kind, $0.id, $0.name] }, identifiers: rows.map(\.id)
    ).print(options)
  }
}

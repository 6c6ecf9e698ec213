// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport explain shield`: which family's store covers an item, which one wins, and why an exception did not apply.
struct ExplainShieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shield", abstract: "Explain store by store why an item is shielded, hidden or free.")

  @Argument(help: "An application or web domain, by id or name.")
  var item: String

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Rule: Encodable {
    var family: String?
    var store: String
    var setting: String
    var finding: String
    var rule: String
    var says: String
    var isWinner: Bool
  }

  private struct Note: Encodable {
    var note: String
    var rule: String
    var says: String
  }

  private struct Result: Encodable {
    var item: String
    var name: String
    var category: String
    var decision: String
    /// The family that draws the shield or hides the item; `nil` for the operator.
    var family: String?
    var reason: String
    var rule: String
    var why: String
    var grantedUntil: Int64?
    var notes: [Note]
    var rules: [Rule]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    let explained = host.facts.explainShield(of: try host.item(named: item))
    let words = host.reasonWords(try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar)
    let result = Self.result(of: explained, host, words)
    let rules = result.rules.map {
      [$0.family ?? "operator", $0.store, $0.setting, $0.says + ($0.isWinner ? " It wins." : "")]
    }
    try CommandOutput(
      result, header: ["WHO", "STORE", "SETTING", "SAYS"],
      table: [[result.name, "", result.decision, result.why]]
        + result.notes.map { ["", "", "", $0.says] } + rules,
      identifiers: [result.decision]
    ).print(options)
  }

  private static func result(
    of explained: ShieldExplanation, _ host: VirtualDriver, _ words: ReasonWords
  ) -> Result {
    let (decision, family) = explained.decision.spoken
    var grantedUntil: Int64?
    if case .granted(let end) = explained.reason { grantedUntil = end.milliseconds }
    return Result(
      item: explained.item.id, name: host.facts.name(of: explained.item),
      category: host.facts.name(of: explained.category),
      decision: decision, family: family, reason: explained.reason.code, rule: explained.reason.rule,
      why: explained.reason.sentence(words), grantedUntil: grantedUntil,
      notes: explained.notes.map { Note(note: $0.code, rule: $0.rule, says: $0.sentence(words)) },
      rules: explained.lines.map { line in
        Rule(
          family: line.family?.rawValue, store: line.store, setting: line.key.rawValue, finding: line.finding.code,
          rule: line.finding.rule, says: line.finding.sentence(words), isWinner: line.isWinner)
      })
  }
}

extension ShieldDecision {
  fileprivate var spoken: (word: String, family: String?) {
    switch self {
    case .free: ("free", nil)
    case .granted: ("granted", nil)
    case .blocked(let family): ("hidden", family?.rawValue)
    case .shielded(_, let winner): ("shielded", winner?.rawValue)
    }
  }
}

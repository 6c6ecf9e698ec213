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
    /// When and by which callback the setting was written; absent for the operator's own.
    var since: Int64?
    var writtenBy: String?
    var delivery: Int64?
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
    /// The change that would lift the shield; absent if there is no shield.
    var liftedBy: String?
    var notes: [Note]
    var rules: [Rule]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    let explained = host.facts.explainShield(of: try host.item(named: item))
    let words = host.reasonWords(try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar)
    let result = try Self.result(of: explained, host, words)
    let rules = result.rules.map { rule in
      let writing = rule.since.map { since in
        " Written \(words.instant(Timestamp(milliseconds: since))) by \(rule.writtenBy ?? "")."
      }
      return [
        rule.family ?? "operator", rule.store, rule.setting,
        rule.says + (rule.isWinner ? " It wins." : "") + (writing ?? ""),
      ]
    }
    let lifting = result.liftedBy.map { [["", "", "", $0]] } ?? []
    try CommandOutput(
      result, header: ["WHO", "STORE", "SETTING", "SAYS"],
      table: [[result.name, "", result.decision, result.why]]
        + lifting + result.notes.map { ["", "", "", $0.says] } + rules,
      identifiers: [result.decision]
    ).print(options)
  }

  private static func result(
    of explained: ShieldExplanation, _ host: VirtualDriver, _ words: ReasonWords
  ) throws -> Result {
    var writers: [FamilyID: SettingWriters] = [:]
    for family in explained.lines.compactMap(\.family) where writers[family] == nil {
      writers[family] = try host.facts.settingWriters(of: family)
    }
    let (decision, family) = explained.decision.spoken
    var grantedUntil: Int64?
    if case .granted(let end) = explained.reason { grantedUntil = end.milliseconds }
    return Result(
      item: explained.item.id, name: host.facts.name(of: explained.item),
      category: host.facts.name(of: explained.category),
      decision: decision, family: family, reason: explained.reason.code, rule: explained.reason.rule,
      why: explained.reason.sentence(words), grantedUntil: grantedUntil,
      liftedBy: lifting(explained),
      notes: explained.notes.map { Note(note: $0.code, rule: $0.rule, says: $0.sentence(words)) },
      rules: explained.lines.map { line in
        let writer = line.family.flatMap { writers[$0]?.writer(of: line.key, in: line.store) }
        return Rule(
          family: line.family?.rawValue, store: line.store, setting: line.key.rawValue, finding: line.finding.code,
          rule: line.finding.rule, says: line.finding.sentence(words), isWinner: line.isWinner,
          since: writer?.at.milliseconds, writtenBy: writer?.callback, delivery: writer?.sequence)
      })
  }

  /// The change that would lift the shield, in one sentence. The host can't predict a family's callbacks.
  private static func lifting(_ explained: ShieldExplanation) -> String? {
    guard case .shielded(_, let winner) = explained.decision else { return nil }
    let stores = explained.lines.filter { $0.family == winner && $0.finding.bites }.map(\.store)
    let names = Set(stores).sorted().map { "“\($0)”" }.joined(separator: ", ")
    let others = Set(explained.claims.map(\.family)).subtracting([winner]).count
    let rest = others == 0 ? "" : " The shields of others over it would then come up."
    guard let winner else {
      return "It is lifted when the operator's policy changes, or while a guardian grants time.\(rest)"
    }
    return "It is lifted when \(winner.rawValue) changes or clears its store \(names), when its approval ends "
      + "(sallyport revoke \(winner.rawValue)), or while a guardian grants time.\(rest)"
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

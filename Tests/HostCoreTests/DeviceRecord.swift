// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

@testable import HostCore

/// Everything that a device has stored and can explain, as lines of text.
struct DeviceRecord {
  private let facts: DeviceFacts
  private let start: Timestamp
  private let encoder = JSONEncoder()

  /// - Parameter start: the instant from which the lines count milliseconds.
  init(_ facts: DeviceFacts, since start: Timestamp) {
    (self.facts, self.start) = (facts, start)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The rows that the device has written, and the answers to questions about them.
  func lines() throws -> [String] {
    try stored() + facts.state.familyIDs.flatMap(explained) + items() + settings() + programs()
  }

  private func time(_ instant: Timestamp) -> String {
    switch instant {
    case .distantPast: "ever"
    case .distantFuture: "never"
    default: "\(instant.milliseconds - start.milliseconds)"
    }
  }

  private func span(_ span: TimeSpan?) -> String { span.map { "\(time($0.start))…\(time($0.end))" } ?? "-" }

  private func word(_ text: String?) -> String { text.map { $0.isEmpty ? "“”" : $0 } ?? "-" }

  private var words: ReasonWords { ReasonWords(instant: time, duration: { "\($0) ms" }, item: facts.name(of:)) }

  private func said(_ reason: some Reason) -> String { "\(reason.code) \(reason.rule) “\(reason.sentence(words))”" }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: - Rows

  private func stored() throws -> [String] {
    try facts.store.read { reader in
      let attempts = try facts.state.familyIDs.reduce(into: [:]) {
        $0.merge(try reader.attempts(family: $1.rawValue)) { $1 }
      }
      let deliveries = try reader.deliveryHistory().flatMap { one -> [String] in
        let end = one.settlement.map {
          "\($0.outcome) \($0.reason) at \(time($0.at))\($0.revision.map { ", revision \($0)" } ?? "")"
        }
        let line =
          "delivery \(one.family).\(one.point) \(one.sequence) \(one.callback) due \(time(one.dueAt)) owed \(time(one.owedAt)): \(end ?? "pending")"
        return [line, "  " + String(decoding: one.body, as: UTF8.self)]
          + (attempts[one.id] ?? []).map {
            "  attempt \($0.number) at \(time($0.at)): \($0.reason) \(word($0.violation)) \(word($0.detail))"
          }
      }
      let journal = try reader.journal().map {
        "journal \(time($0.at)) \(word($0.family)) \(word($0.extension)) \(word($0.before)) → \(word($0.after)) \($0.reason): \(word($0.detail))"
      }
      let ledger = try reader.ledger().map {
        "ledger \($0.seq) \(word($0.family)) \($0.kind) \($0.day) \(word($0.entry))"
      }
      return try deliveries + journal + ledger + values(reader)
    }
  }

  /// The small values of the host, by their names in the store.
  private func values(_ reader: StoreReader) throws -> [String] {
    let families = facts.state.familyIDs
    let programs = families.flatMap { facts.owners.registry.programs(of: $0).map(\.id) }
    let names =
      [
        HostMeta.lastPrompt, HostMeta.timeRequests, HostMeta.settledPrompts, HostMeta.waitingChanges, HostMeta.items,
        HostMeta.shieldCount, HostMeta.reportCounts, HostMeta.newestSample, HostMeta.acceptedMissing,
        HostMeta.ledgerOff, HostMeta.widgetStacks, HostMeta.screenLock, HostMeta.placements, HostMeta.focus,
        HostMeta.focusFollowed,
      ]
      + [
        HostMeta.consent, HostMeta.budget, HostMeta.blocked, HostMeta.buttons, HostMeta.poison, HostMeta.writers,
        HostMeta.opened,
      ].flatMap(families.map) + programs.map(HostMeta.output)
    return try names.compactMap { name in
      try reader.meta(name).map { "\(name) \(String(decoding: $0, as: UTF8.self))" }
    }
  }

  // MARK: - Explanations

  private func explained(_ family: FamilyID) throws -> [String] {
    let always = TimeSpan(start: start, end: facts.state.now)
    var lines: [String] = []
    for activity in try facts.knownActivities(of: family) {
      if let now = facts.explain(activity: activity, of: family) {
        lines.append(
          "activity \(family).\(activity) \(now.phase) \(span(now.interval)), next \(span(now.next)) due \(now.nextDue.map(time) ?? "-")"
        )
        lines += now.events.map {
          "  \($0.name) \($0.counted) of \($0.threshold) from \(time($0.countsFrom)) reached \($0.isReached) warned \($0.isWarned)"
        }
      }
      lines += try facts.explainCallbacks(of: activity, family: family, choice: .all, within: always).map { line in
        let rules = line.rules
        let count = rules.count.map { "\($0.counted) of \($0.level) in \($0.pieces.map(span))" }
        let story = line.story.map { "as \($0.delivery.sequence) with \($0.attempts.count) attempts, \($0.ending)" }
        return
          "  \(rules.callback) \(word(rules.event)) \(span(rules.interval)) \(rules.verdict) \(said(rules.reason)) \(word(count)) \(word(story))"
      }
    }
    for story in try facts.deliveryStories(of: family) where story.hold != nil || story.output != nil {
      lines.append(
        "story \(family) \(story.delivery.sequence): \(story.hold.map(said) ?? "-") \(story.output?.lines ?? [])")
    }
    lines += try facts.explainNotifications(of: family).map {
      "notification \(family) \($0.state) \(word($0.id)) \($0.number ?? 0) \(time($0.at)) \($0.sentence)"
    }
    lines += facts.nameableItems(of: family).map { "\(family) can name \($0.kind):\($0.id)" }
    return lines
  }

  private func items() throws -> [String] {
    let always = TimeSpan(start: start, end: facts.state.now)
    func use(of number: UseNumber) throws -> String {
      let why = try facts.explainUse(of: number, within: always)
      let removed = why.removed.map { "\(span($0.span)) \(said($0.reason))" }
      return "\(why.total) ms in \(why.pieces.map { span($0.span) }) without \(removed)"
    }
    return try ["use \(use(of: .device))"]
      + facts.knownItems.flatMap { item -> [String] in
        let shield = facts.explainShield(of: item)
        let lines = shield.lines.map { "\(word($0.family?.rawValue)) \($0.store) \($0.key.rawValue) \($0.isWinner)" }
        return [
          "item \(item.kind):\(item.id) “\(facts.name(of: item))”: \(said(shield.reason)) \(shield.notes.map(said)) \(lines)",
          "  use \(try use(of: .item(item)))",
        ]
      }
  }

  private func settings() throws -> [String] {
    try facts.explainSettings().map { setting in
      let parts = try setting.contributions.map {
        "\(word($0.family?.rawValue)) \($0.store) \(try json($0.value)) \(said($0.reason))"
      }
      return "setting \(setting.key.rawValue) \(try setting.effective.map(json) ?? "-") of \(parts)"
    }
  }

  private func programs() throws -> [String] {
    try facts.state.familyIDs.flatMap { family in
      try facts.programStandings(of: family).map {
        "program \($0.program) \($0.point) \($0.state) until \($0.until.map(time) ?? "-"), \($0.strikes) strikes, \($0.printed)"
      } + facts.undelivered(of: family).map { "undelivered \(family) \($0.sequence)" }
    }
  }
}

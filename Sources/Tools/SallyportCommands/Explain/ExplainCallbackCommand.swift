// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// `sallyport explain callback`: fired, not fired, or not yet, and by which rule.
struct ExplainCallbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "callback", abstract: "Explain why a callback came or did not come, or what it waits for.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The activity.")
  var activity: String

  @Argument(help: "An event, or “interval” for starts and ends. (default: all)")
  var event: String?

  @Option(help: "First day, such as 2026-10-19. (default: six days before the last)")
  var from: String?

  @Option(help: "Last day. (default: the state's current day)")
  var to: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    try host.requireFamily(family)
    let id = FamilyID(family)
    try host.requireActivity(activity, of: id)
    let zone = host.configuration.environment.timeZone
    let days = try DayRange(from: from, to: to, now: host.facts.state.now, timeZone: zone)
    let lines = try host.facts.explainCallbacks(
      of: activity, family: id, choice: try choice(host), within: TimeSpan(start: days.start, end: days.end))
    let words = host.reasonWords(try HostCalendar(timeZone: zone).calendar)
    let results = lines.map { CallbackResult($0, words) }
    try CommandOutput(
      results, header: ["INTERVAL", "CALLBACK", "VERDICT", "WHY"],
      table: results.flatMap { $0.rows(words, showsPieces: event != nil && event != "interval") },
      identifiers: results.map { [$0.verdict, $0.callback, $0.event].compactMap(\.self).joined(separator: " ") }
    ).print(options)
    days.noteKept(host)
    host.noteSuspension(of: family)
  }

  private func choice(_ host: VirtualDriver) throws -> CallbackChoice {
    guard let event else { return .all }
    let registered = host.facts.state.families[FamilyID(family)]?.activities[activity]?.events.map(\.name) ?? []
    let told = try host.facts.deliveryStories(of: FamilyID(family)).compactMap(\.monitor)
      .filter { $0.activity == activity }.compactMap(\.event)
    let known = Set(registered + told).sorted { $0.isOrderedBefore($1) }
    // An event may be named “interval”; it takes precedence.
    if known.contains(event) { return .event(event) }
    if event == "interval" { return .interval }
    throw HostError(
      .usage,
      "\(activity) of \(family) has no event “\(event)”; " + KnownNames.sentence(known + ["interval"], like: event))
  }
}

/// One callback in the output format; scripts rely on its members.
private struct CallbackResult: Encodable {
  struct Attempt: Encodable {
    var number: Int
    var at: Int64
    var reason: String
    var means: String
    var violation: String?
    var detail: String?
    /// The last lines that the program printed before the attempt failed.
    var printed: [String]?
  }

  struct Count: Encodable {
    var from: Int64
    var to: Int64
    var ms: Int64
    var thresholdMs: Int64
    var pieces: [TimeSpanOutput]
    /// The names of what the event counts; empty for all use.
    var counts: [String]
    var stretches: [Stretch]
  }

  /// A part of the counted use, and its item.
  struct Stretch: Encodable {
    var item: String?
    var name: String?
    var span: TimeSpanOutput
  }

  var callback: String
  var event: String?
  var interval: TimeSpanOutput?
  var verdict: String
  var rule: String
  var reason: String
  var why: String
  var dueAt: Int64?
  var deliveredAt: Int64?
  var cause: String?
  var sequence: Int64?
  var outcome: String?
  var outcomeReason: String?
  var settledAt: Int64?
  var hold: String?
  var holdWhy: String?
  var attempts: [Attempt]
  var count: Count?

  init(_ explained: ExplainedCallback, _ words: ReasonWords) {
    let rules = explained.rules
    callback = rules.callback.rawValue
    event = rules.event
    interval = rules.interval.map(TimeSpanOutput.init)
    verdict = rules.verdict.rawValue
    rule = rules.reason.rule
    reason = rules.reason.code
    why = rules.reason.sentence(words)
    dueAt = rules.dueAt?.milliseconds
    deliveredAt = rules.delivery?.decidedAt.milliseconds
    cause = rules.delivery?.cause.rawValue
    sequence = rules.delivery?.sequence
    count = rules.count.map {
      Count(
        from: $0.from.milliseconds, to: $0.to.milliseconds, ms: $0.counted, thresholdMs: $0.level,
        pieces: $0.pieces.map(TimeSpanOutput.init), counts: $0.items.map(words.item),
        stretches: $0.stretches.map {
          Stretch(item: $0.item?.id, name: $0.item.map(words.item), span: TimeSpanOutput($0.span))
        })
    }
    let story = explained.story
    outcome = story.map { $0.delivery.settlement?.outcome.rawValue ?? "owed" }
    outcomeReason = story?.delivery.settlement?.reason.rawValue
    settledAt = story?.delivery.settlement?.at.milliseconds
    hold = story?.hold?.code
    holdWhy = story?.hold?.sentence(words)
    let output = story?.output
    attempts = (story?.attempts ?? []).map {
      Attempt(
        number: $0.number, at: $0.at.milliseconds, reason: $0.reason.rawValue, means: $0.reason.spoken,
        violation: $0.violation, detail: $0.detail.isEmpty ? nil : $0.detail,
        printed: output?.attempt == $0.number ? output?.lines : nil)
    }
  }

  /// The callback, then a line each for its outcome, its attempts and its spans of use.
  func rows(_ words: ReasonWords, showsPieces: Bool) -> [[String]] {
    let start = interval.map { words.instant(Timestamp(milliseconds: $0.start)) } ?? ""
    var rows = [[start, [callback, event].compactMap(\.self).joined(separator: " "), verdict, why]]
    func add(_ text: String) { rows.append(["", "", "", "  " + text]) }
    if let deliveredAt, let cause {
      let due = dueAt.map { $0 == deliveredAt ? "" : ", due \(words.instant(Timestamp(milliseconds: $0)))" } ?? ""
      add("decided \(words.instant(Timestamp(milliseconds: deliveredAt)))\(due), cause \(cause)")
    }
    for attempt in attempts {
      let detail = attempt.detail.map { " \($0)" } ?? ""
      add("attempt \(attempt.number): \(attempt.reason). \(attempt.means)\(detail)")
      for line in attempt.printed ?? [] { add("  | " + line) }
    }
    if let outcome, let outcomeReason {
      add("\(outcome): \(outcomeReason). \(ReasonCode(rawValue: outcomeReason).spoken)")
    }
    if let holdWhy { add("pending: \(holdWhy)") }
    if let count {
      add("counted \(words.duration(count.ms)) since \(words.instant(Timestamp(milliseconds: count.from)))")
      add("  of " + (count.counts.isEmpty ? "all use of the device" : count.counts.joined(separator: ", ")))
      if showsPieces {
        for stretch in count.stretches { add("  \(stretch.span.spoken(words))  \(stretch.name ?? "")") }
      }
    }
    return rows
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore

/// `sallyport explain`: why a callback came or didn't, and which intervals are behind a number.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell why a callback did or didn't fire, or which use is behind a number.",
    subcommands: [ExplainActivityCommand.self, ExplainItemCommand.self])
}

struct ExplainActivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activity", abstract: "What became of an activity's callbacks, and what it waits for.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The activity. (default: all of the family)")
  var activity: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var at: Int64
    var what: String
    var outcome: String
    var why: String
  }

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    try host.requireFamily(family)
    let calendar = try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar
    // What happened, by time; what is waited for comes last.
    let events = try history(host) + journal(host)
    let past = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    let lines = try past.map(\.element) + outlook(host, calendar)
    if lines.isEmpty, let activity {
      throw HostError(
        .usage, "\(family) never had an activity “\(activity)”; `sallyport explain activity \(family)` lists all.")
    }
    try CommandOutput(
      lines, header: ["WHEN", "WHAT", "OUTCOME", "WHY"],
      table: lines.map { [Spoken.instant($0.at, in: calendar), $0.what, $0.outcome, $0.why] },
      identifiers: lines.map(\.what)
    ).print(options)
  }

  private func history(_ host: ScreenTimeHost) throws -> [Line] {
    try host.store.read { try $0.deliveryHistory(family: family) }.compactMap { delivery in
      let monitor = try? delivery.monitorDelivery()
      guard activity == nil || monitor?.activity == activity else { return nil }
      let what = [delivery.callback, monitor?.event, monitor?.activity].compactMap { $0 }.joined(separator: " ")
      let cause = monitor.map {
        "\($0.cause.rawValue), due \(delivery.dueAt == delivery.owedAt ? "then" : "earlier, at the first use")"
      }
      return Line(
        at: delivery.owedAt.milliseconds, what: what, outcome: delivery.settlement?.outcome.rawValue ?? "owed",
        why: [cause, delivery.settlement?.reason].compactMap { $0 }.joined(separator: "; "))
    }
  }

  private func journal(_ host: ScreenTimeHost) throws -> [Line] {
    guard activity == nil else { return [] }
    return try host.store.read { try $0.journal(family: family) }.map {
      Line(at: $0.at.milliseconds, what: $0.extension ?? family, outcome: $0.reason, why: $0.detail ?? "")
    }
  }

  /// What an activity waits for: the counts so far and the next instant the clock owes something.
  private func outlook(_ host: ScreenTimeHost, _ calendar: Calendar) throws -> [Line] {
    let names = host.state.families[FamilyID(family)]?.activityNames ?? []
    return names.filter { activity == nil || $0 == activity }.flatMap { name -> [Line] in
      guard let explained = host.explain(activity: name, of: FamilyID(family)) else { return [] }
      let next = explained.nextDue.map { "the clock is next due \(Spoken.instant($0.milliseconds, in: calendar))" }
      let head = Line(
        at: host.state.now.milliseconds, what: name, outcome: explained.phase.rawValue, why: next ?? "nothing is due")
      return [head]
        + explained.events.map { event in
          Line(
            at: host.state.now.milliseconds, what: "\(name) \(event.name)",
            outcome: event.isReached ? "reached" : "not reached",
            why: "\(Spoken.duration(event.counted)) of \(Spoken.duration(event.threshold)) counted")
        }
    }
  }
}

struct ExplainItemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "item", abstract: "The intervals of use behind an item's number on a day.")

  @Argument(help: "An application or web domain, by id or name.")
  var item: String

  @Argument(help: "The day, as 2026-10-19.")
  var day: String

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Piece: Encodable {
    var start: Int64
    var end: Int64
    var ms: Int64
    var presenceKnown: Bool
  }

  func run() throws {
    let host = try state.openHost()
    defer { try? host.close() }
    let calendar = try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar
    let start = Timestamp(try DayRange.day(day, calendar))
    let end = Timestamp(calendar.date(byAdding: .day, value: 1, to: start.date) ?? start.date)
    let spans = try host.store.read { try $0.use(from: start, to: end) }.filter { span in
      [span.app, span.web].compactMap { $0 }.contains { $0.id == item || host.name(of: $0) == item }
    }
    if spans.isEmpty, !host.configuration.names.contains(where: { $0.key.id == item || $0.value == item }) {
      throw HostError(.usage, "“\(item)” is no application or web domain this state knows.")
    }
    let pieces = UseLedger(spans).spans.map { span in
      let (first, last) = (max(span.start, start), min(span.end, end))
      return Piece(
        start: first.milliseconds, end: last.milliseconds, ms: last.milliseconds(since: first),
        presenceKnown: span.presenceKnown)
    }
    let total = pieces.reduce(0) { $0 + $1.ms }
    try CommandOutput(
      pieces, header: ["FROM", "TO", "USE", "MARK"],
      table: pieces.map {
        [
          Spoken.instant($0.start, in: calendar), Spoken.instant($0.end, in: calendar), Spoken.duration($0.ms),
          $0.presenceKnown ? "" : "presence unknown",
        ]
      } + [["", "", Spoken.duration(total), "\(pieces.count) intervals"]],
      identifiers: pieces.map { "\($0.start)" }
    ).print(options)
  }
}

extension ScreenTimeHost {
  /// - Throws: `HostError` for a family that never was in this state.
  func requireFamily(_ family: String) throws(HostError) {
    guard state.families[FamilyID(family)] == nil else { return }
    let known = state.families.keys.map(\.rawValue).sorted().joined(separator: ", ")
    throw HostError(.usage, "The family “\(family)” is not in this state; there are \(known).")
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// `sallyport explain activity`: the history of a family's activities in one list, with failures of its extensions.
struct ExplainActivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activity", abstract: "List a family's callbacks and failures in order.")

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
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    try host.requireFamily(family)
    if let activity { try host.requireActivity(activity, of: FamilyID(family)) }
    let calendar = try HostCalendar(timeZone: host.configuration.environment.timeZone).calendar
    // Past events by time, then pending ones.
    let events = try history(host) + journal(host, calendar)
    let past = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    let lines = try past.map(\.element) + outlook(host, calendar)
    try CommandOutput(
      lines, header: ["WHEN", "WHAT", "OUTCOME", "WHY"],
      table: lines.map { [DisplayFormat.instant($0.at, in: calendar), $0.what, $0.outcome, $0.why] },
      identifiers: lines.map(\.what)
    ).print(options)
    host.noteSuspension(of: family)
  }

  private func history(_ host: VirtualDriver) throws -> [Line] {
    try host.facts.store.read { try $0.deliveryHistory(family: family) }.compactMap { delivery in
      let monitor = try? delivery.monitorDelivery()
      guard activity == nil || monitor?.activity == activity else { return nil }
      let what = [delivery.callback, monitor?.event, monitor?.activity].compactMap { $0 }.joined(separator: " ")
      let cause = monitor.map {
        "\($0.cause.rawValue), due \(delivery.dueAt == delivery.owedAt ? "then" : "earlier, at the first use")"
      }
      return Line(
        at: delivery.owedAt.milliseconds, what: what, outcome: delivery.settlement?.outcome.rawValue ?? "owed",
        why: [cause, delivery.settlement?.reason.rawValue].compactMap { $0 }.joined(separator: "; "))
    }
  }

  private func journal(_ host: VirtualDriver, _ calendar: Calendar) throws -> [Line] {
    guard activity == nil else { return [] }
    // Shields have their own command.
    let journal = try host.facts.store.read { try $0.journal(family: family) }.filter {
      if case .device = $0.reason { false } else { true }
    }
    var lines: [Line] = []
    var repeats: [Int: (count: Int, last: Int64)] = [:]
    var refused: [String: Int] = [:]
    for entry in journal {
      let what = entry.extension ?? family
      let line = Line(at: entry.at.milliseconds, what: what, outcome: entry.reason.rawValue, why: entry.detail ?? "")
      // Merge launches that are refused repeatedly for one reason into one line with a count.
      let known = refused[what]
      if entry.isRefusedLaunch, let known, lines[known].outcome == line.outcome, lines[known].why == line.why {
        repeats[known] = ((repeats[known]?.count ?? 1) + 1, line.at)
        continue
      }
      refused[what] = entry.isRefusedLaunch ? lines.count : nil
      lines.append(line)
    }
    for (index, repetition) in repeats {
      let last = DisplayFormat.instant(repetition.last, in: calendar)
      lines[index].why += " (\(repetition.count) times, the last \(last))"
    }
    return lines
  }

  /// The conditions that activities wait for: the counts so far, and the next due instant of the clock.
  private func outlook(_ host: VirtualDriver, _ calendar: Calendar) throws -> [Line] {
    let names = host.facts.state.families[FamilyID(family)]?.activityNames ?? []
    return names.filter { activity == nil || $0 == activity }.flatMap { name -> [Line] in
      guard let explained = host.facts.explain(activity: name, of: FamilyID(family)) else { return [] }
      let next = explained.nextDue.map {
        "the clock is next due \(DisplayFormat.instant($0.milliseconds, in: calendar))"
      }
      let head = Line(
        at: host.facts.state.now.milliseconds, what: name, outcome: explained.phase.rawValue,
        why: next ?? "nothing is due")
      return [head]
        + explained.events.map { event in
          Line(
            at: host.facts.state.now.milliseconds, what: "\(name) \(event.name)",
            outcome: event.isReached ? "reached" : "not reached",
            why: "\(DisplayFormat.duration(event.counted)) of \(DisplayFormat.duration(event.threshold)) counted")
        }
    }
  }
}

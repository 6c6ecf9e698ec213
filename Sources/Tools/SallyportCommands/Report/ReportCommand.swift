// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Surfaces
import TextEscaping

/// `sallyport report`: a family's report of the recorded use, with the host's own totals.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Draw a family's report in a sealed process, and print the use behind it.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The report's context, as the extension names it.")
  var context: String

  @Option(help: "First day, such as 2026-10-19. (default: six days before the last)")
  var from: String?

  @Option(help: "Last day. (default: the state's current day)")
  var to: String?

  @Option(help: "Length of a segment: hourly, daily or weekly.")
  var segment: SegmentChoice = .daily

  @Option(help: "Directory for the page.")
  var output: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: SurfaceOptions

  private struct Total: Encodable {
    var id: String
    var kind: String
    var name: String
    var ms: Int64
  }

  private struct Result: Encodable {
    var family: String
    var context: String
    var start: Int64
    var end: Int64
    var outcome: String
    var page: String?
    var totals: [Total]
    /// The first instant of which use is kept; absent if the days are all after it.
    var keptSince: Int64?
  }

  func run() throws {
    let host = try state.openHost(output: output)
    let days = try DayRange(
      from: from, to: to, now: host.facts.state.now, timeZone: host.configuration.environment.timeZone)
    let rendered = try host.render(
      ReportRequest(
        family: FamilyID(family), context: context, segment: segment.value, start: days.start, end: days.end))
    let totals = try host.facts.totals(from: days.start, to: days.end).sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    .map { Total(id: $0.key.id, kind: "\($0.key.kind)", name: host.facts.name(of: $0.key), ms: $0.value) }
    try host.close()
    let result = Result(
      family: family, context: context, start: days.start.milliseconds, end: days.end.milliseconds,
      outcome: rendered.outcome, page: rendered.path, totals: totals,
      keptSince: days.keptSince(host.facts)?.milliseconds)
    days.noteKept(host)
    let isDrawn = try options.write(
      "report-\(family)-\(FileSlug.of(context))", to: output, text: rendered.terminal, html: { rendered.html },
      picture: { try rendered.surface.picture(options.scheme) })
    if isDrawn { return try complain(rendered) }
    if options.format == .table, !options.quiet { Terminal.show(TerminalText(drawing: rendered.terminal)) }
    try CommandOutput(
      result, header: ["ITEM", "USE"], table: totals.map { [$0.name, DisplayFormat.duration($0.ms)] },
      identifiers: [rendered.path].compactMap { $0 }
    ).print(options.output)
    if let path = rendered.path { Terminal.note("page: \(path)") }
    try complain(rendered)
  }

  /// Fails if the placeholder was drawn.
  private func complain(_ rendered: RenderedReport) throws {
    if rendered.outcome == "fallback" {
      throw HostError(.failed, "The report “\(context)” gave no answer, so the placeholder is shown.")
    }
  }
}

enum SegmentChoice: String, ExpressibleByArgument, CaseIterable {
  case hourly, daily, weekly

  var value: ReportFilter.Segment { ReportFilter.Segment(rawValue: rawValue) ?? .daily }
}

/// Whole local days, as a person names them.
struct DayRange {
  var start: Timestamp
  var end: Timestamp

  /// - Throws: `HostError` for text that is not a date, or if the first day is after the last.
  init(from: String?, to: String?, now: Timestamp, timeZone: String) throws {
    let calendar = try HostCalendar(timeZone: timeZone).calendar
    let last = try to.map { try Self.day($0, calendar) } ?? calendar.startOfDay(for: now.advanced(by: -1).date)
    let first =
      try from.map { try Self.day($0, calendar) } ?? calendar.date(byAdding: .day, value: -6, to: last) ?? last
    guard first <= last else { throw HostError(.usage, "The first day is after the last.") }
    start = Timestamp(first)
    end = Timestamp(calendar.date(byAdding: .day, value: 1, to: last) ?? last)
  }

  /// The midnight before which use is not kept, if some of these days are before it: their zero is no measurement.
  func keptSince(_ facts: DeviceFacts) -> Timestamp? { start < facts.keptSince ? facts.keptSince : nil }

  /// Says from when on use is kept, if some of these days are earlier.
  func noteKept(_ host: VirtualDriver) {
    guard let since = keptSince(host.facts),
      let calendar = try? HostCalendar(timeZone: host.configuration.environment.timeZone).calendar
    else { return }
    Terminal.note(
      """
      use is not kept before \(DisplayFormat.instant(since.milliseconds, in: calendar)): \
      \(host.configuration.retention.use) days are kept, and `sallyport run --keep-days` changes it
      """)
  }

  static func day(_ text: String, _ calendar: Calendar) throws -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3,
      let date = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])),
      calendar.dateComponents([.year, .month, .day], from: date)
        == DateComponents(year: parts[0], month: parts[1], day: parts[2])
    else { throw HostError(.usage, "“\(text)” is not a date; use YYYY-MM-DD.") }
    return date
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport explain report`: the numbers in a report, and the use behind each.
struct ExplainReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Explain the numbers in a family's report by the use behind them.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The report's context, as the extension names it.")
  var context: String

  @Argument(help: "Show the spans of use behind this application, web domain or category, or “device”. (default: none)")
  var item: String?

  @Option(help: "First day, such as 2026-10-19. (default: six days before the last)")
  var from: String?

  @Option(help: "Last day. (default: the state's current day)")
  var to: String?

  @Option(help: "Length of a segment: hourly, daily or weekly.")
  var segment: SegmentChoice = .daily

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var segment: TimeSpanOutput
    var kind: String
    var id: String?
    var name: String
    /// The number that the report receives.
    var ms: Int64
    /// The spans of use that sum to it.
    var use: UseResult
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    try host.requireFamily(family)
    let zone = host.configuration.environment.timeZone
    let days = try DayRange(from: from, to: to, now: host.facts.state.now, timeZone: zone)
    let wanted = try item.map { name throws(HostError) in try host.number(named: name) }
    let segments = try host.facts.reportNumbers(
      ReportRequest(
        family: FamilyID(family), context: context, segment: segment.value, start: days.start, end: days.end))
    let lines = try segments.flatMap { segment in
      try segment.numbers.filter { wanted == nil || $0.number == wanted }.map { number, total in
        try line(number, total, in: segment.span, host)
      }
    }
    let words = host.reasonWords(try HostCalendar(timeZone: zone).calendar)
    try CommandOutput(
      lines, header: ["SEGMENT", "WHAT", "USE", "BEHIND IT"],
      table: lines.flatMap { rows(of: $0, words, showsPieces: wanted != nil) },
      identifiers: lines.map(\.name)
    ).print(options)
  }

  private func line(
    _ number: UseNumber, _ total: Int64, in span: TimeSpan, _ host: VirtualDriver
  ) throws -> Line {
    let (kind, item): (String, Item?) =
      switch number {
      case .device: ("device", nil)
      case .category(let item): ("category", item)
      case .item(let item): (item.kind == .application ? "application" : "webDomain", item)
      }
    let name = item.map(host.facts.name(of:)) ?? "device"
    return Line(
      segment: TimeSpanOutput(span), kind: kind, id: item?.id, name: name, ms: total,
      use: UseResult(name, try host.facts.explainUse(of: number, within: span)))
  }

  private func rows(of line: Line, _ words: ReasonWords, showsPieces: Bool) -> [[String]] {
    let count = line.use.pieces.count
    let head = [
      words.instant(Timestamp(milliseconds: line.segment.start)), line.name, words.duration(line.ms),
      count == 1 ? "1 interval" : "\(count) intervals",
    ]
    guard showsPieces else { return [head] }
    return [head] + line.use.rows(words).dropLast().map { ["", "", $0[2], "\($0[0]) – \($0[1])  \($0[3])"] }
  }
}

extension ReportQuery.Segment {
  /// All numbers of a segment: the device's, then each category with its items, longest first (R9).
  fileprivate var numbers: [(number: UseNumber, total: Int64)] {
    var numbers: [(number: UseNumber, total: Int64)] = [(.device, total)]
    for category in categories.sorted(by: { ($1.total, $0.item) < ($0.total, $1.item) }) {
      numbers.append((.category(category.item), category.total))
      let items = (category.applications + category.webDomains).sorted { ($1.total, $0.item) < ($0.total, $1.item) }
      numbers += items.map { (UseNumber.item($0.item), $0.total) }
    }
    return numbers
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport explain use`: the spans of use behind a number, and the use that was left out.
struct ExplainUseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "List the spans of use that sum to an item's number.",
    aliases: ["item"])

  @Argument(help: "An application, web domain or category, by id or name, or “device” for all use.")
  var item: String

  @Argument(help: "One day, such as 2026-10-19. (default: --from and --to)")
  var day: String?

  @Option(help: "First day. (default: six days before the last)")
  var from: String?

  @Option(help: "Last day. (default: the state's current day)")
  var to: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if day != nil, from != nil || to != nil { throw ValidationError("Name one day, or --from and --to, not both.") }
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    let zone = host.configuration.environment.timeZone
    let days = try DayRange(from: day ?? from, to: day ?? to, now: host.facts.state.now, timeZone: zone)
    let words = host.reasonWords(try HostCalendar(timeZone: zone).calendar)
    let explained = try host.facts.explainUse(
      of: try host.number(named: item), within: TimeSpan(start: days.start, end: days.end))
    var result = UseResult(item, explained)
    result.keptSince = days.keptSince(host.facts)?.milliseconds
    days.noteKept(host)
    try CommandOutput(
      result, header: ["FROM", "TO", "USE", "MARK"], table: result.rows(words),
      identifiers: result.pieces.map { "\($0.start)" }
    ).print(options)
  }
}

extension VirtualDriver {
  /// The number that a person names by an item, a category, or the word “device”.
  func number(named name: String) throws(HostError) -> UseNumber {
    if name == "device" { return .device }
    let item = try item(named: name, allowsCategories: true)
    return item.kind == .category ? .category(item) : .item(item)
  }
}

/// A number with its spans of use, in the output format.
struct UseResult: Encodable {
  struct Piece: Encodable {
    var start: Int64
    var end: Int64
    var ms: Int64
    var presenceKnown: Bool
  }

  struct Removed: Encodable {
    var start: Int64
    var end: Int64
    var ms: Int64
    var reason: String
    var rule: String
    var says: String
  }

  var item: String
  var ms: Int64
  var pieces: [Piece]
  var removed: [Removed]
  /// The first instant of which use is kept; absent if the days are all after it.
  var keptSince: Int64?

  init(_ item: String, _ explained: UseExplanation) {
    self.item = item
    ms = explained.total
    pieces = explained.pieces.map {
      Piece(
        start: $0.span.start.milliseconds, end: $0.span.end.milliseconds, ms: $0.span.milliseconds,
        presenceKnown: $0.presenceKnown)
    }
    removed = explained.removed.map {
      Removed(
        start: $0.span.start.milliseconds, end: $0.span.end.milliseconds, ms: $0.span.milliseconds,
        reason: $0.reason.code, rule: $0.reason.rule, says: $0.reason.sentence(.none))
    }
  }

  /// The counted spans and the removed ones by time, then the sum.
  func rows(_ words: ReasonWords) -> [[String]] {
    func instant(_ time: Int64) -> String { words.instant(Timestamp(milliseconds: time)) }
    let counted = pieces.map { piece in
      (
        piece.start,
        [
          instant(piece.start), instant(piece.end), words.duration(piece.ms),
          piece.presenceKnown ? "" : "presence unknown",
        ]
      )
    }
    let left = removed.map { removed in
      (
        removed.start,
        [
          instant(removed.start), instant(removed.end), "–",
          "\(words.duration(removed.ms)) not counted: \(removed.says)",
        ]
      )
    }
    return (counted + left).sorted { $0.0 < $1.0 }.map(\.1) + [
      ["", "", words.duration(ms), pieces.count == 1 ? "1 interval" : "\(pieces.count) intervals"]
    ]
  }
}

extension ReasonWords {
  /// For sentences that name no instant, length or item.
  fileprivate static var none: ReasonWords {
    ReasonWords(instant: { "\($0.milliseconds)" }, duration: { "\($0)" }, item: \.id)
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping

/// Prints events as they happen, one line or one JSON object each.
final class TimelinePrinter {
  private struct Line: Encodable {
    var at: Int64
    var kind: String
    var family: String?
    var `extension`: String?
    var what: String
    var detail: String?
  }

  private let options: OutputOptions
  private let calendar: Calendar
  private var lastDay = ""

  init(options: OutputOptions, calendar: Calendar) {
    self.options = options
    self.calendar = calendar
  }

  func print(_ event: HostEvent) {
    if event.kind == .warning {
      Terminal.complain(
        "\([event.family, event.what, event.detail].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": "))")
      return
    }
    if event.kind == .ledgerKey {
      // The key must not be in the timeline, which may be saved to a file.
      Terminal.note("the ledger's key, shown once and not stored; note it for `ledger verify --key`: \(event.what)")
      return
    }
    guard !options.quiet else { return }
    switch options.format {
    case .json:
      let line = Line(
        at: event.at.milliseconds, kind: event.kind.rawValue, family: event.family, extension: event.extension,
        what: event.what, detail: event.detail.isEmpty ? nil : event.detail)
      if let text = try? JSONText.of(line, pretty: false) { Terminal.show(text) }
    case .table:
      let instant = DisplayFormat.instant(event.at.milliseconds, in: calendar)
      let (day, time) = (String(instant.prefix(14)), String(instant.dropFirst(15)))
      if day != lastDay { Terminal.show("\n\(day)") }
      lastDay = day
      let who = (event.extension ?? event.family ?? "host").padding(toLength: 18, withPad: " ", startingAt: 0)
      let mark = event.kind.mark
      let detail: TerminalText = event.detail.isEmpty ? "" : "  ·  \(event.detail)"
      Terminal.show("  \(time)  \(who)  \(mark) \(event.what)\(detail)")
    }
  }
}

extension HostEvent.Kind {
  /// A character for each kind of event, so that the timeline is easy to scan.
  fileprivate var mark: String {
    switch self {
    case .callback: "→"
    case .effect: "+"
    case .shield: "▣"
    case .block: "⊘"
    case .press: "☞"
    case .authorization, .pick: "✓"
    case .notification: "✉"
    case .surface: "▤"
    case .widget: "▦"
    case .focus: "☾"
    case .process: "·"
    case .source: "◦"
    case .clock: "◷"
    case .warning, .ledgerKey: "!"
    }
  }
}

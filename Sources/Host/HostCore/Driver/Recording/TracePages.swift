// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Pages
import ScreenTimeRules

/// The pages of a recorded run: one for each day, and a list of the days. They hold no names of items unless these are
/// asked for, since a trace is what a developer passes on.
package struct TracePages {
  /// The most callbacks that a page lists.
  private static let mostCallbacks = 400
  /// The longest request or reply that a page shows, in characters.
  private static let mostText = 4_000
  /// The most parts of a lane.
  private static let mostParts = 2_000

  private let trace: Trace
  private let callbacks: [Trace.Callback]
  private let programs: Set<String>
  private let calendar: HostCalendar
  private let byName: [String: Day]
  /// The days with a callback, a process or use, such as `2026-10-19`.
  package let days: [String]
  private let names: [Item: String]
  private let family: String?
  /// The names and ids of items with their replacements.
  private let masks: [(text: String, mask: String)]

  /// A local day and its callbacks.
  private struct Day {
    var span: TimeSpan
    var callbacks: [Trace.Callback] = []
  }

  /// - Parameters:
  ///   - family: the one family whose programs are shown; `nil` for all.
  ///   - showsNames: whether items keep their names.
  /// - Throws: `HostError` for a family that is not in the recording.
  package init(_ trace: Trace, family: String? = nil, showsNames: Bool) throws {
    (self.trace, self.family) = (trace, family)
    if let family, !trace.header.families.contains(where: { $0.id == family }) {
      throw HostError(.usage, "The family “\(family)” is not in this recording.")
    }
    func isShown(_ program: String) -> Bool { family.map { program.hasPrefix($0 + ".") } ?? true }
    callbacks = trace.callbacks.filter { isShown($0.program) }
    programs = Set(trace.lives.map(\.program)).filter(isShown)
    calendar = try HostCalendar(timeZone: trace.header.run.timeZone)
    byName = Self.days(of: trace, callbacks, calendar)
    days = byName.keys.sorted { $0.isOrderedBefore($1) }
    let own = trace.header.settings.names
    let items = Set(own.keys).union(trace.use.flatMap { [$0.app, $0.web].compactMap(\.self) })
      .union(trace.closed.map(\.item))
      .filter { $0.kind != .category }.sorted()
    guard !showsNames else {
      (names, masks) = (own, [])
      return
    }
    var masked: [Item: String] = own.filter { $0.key.kind == .category }
    var masks: [(String, String)] = []
    for (number, item) in items.enumerated() {
      let mask = (item.kind == .application ? "app " : "site ") + "\(number + 1)"
      masked[item] = mask
      let texts = [own[item], item.id].compactMap(\.self)
      // Requests and replies are JSON, in which a name may have escapes.
      masks += Set(texts + texts.map(Trace.escaped)).map { ($0, mask) }
    }
    names = masked
    // A long text first: one may be a part of another.
    self.masks = masks.sorted { ($1.0.utf8.count, $0.0) < ($0.0.utf8.count, $1.0) }
  }

  private static func days(
    of trace: Trace, _ callbacks: [Trace.Callback], _ calendar: HostCalendar
  ) -> [String: Day] {
    var days: [String: Day] = [:]
    func add(_ time: Timestamp, _ callback: Trace.Callback? = nil) {
      let name = calendar.day(time)
      if days[name] == nil, let day = calendar.calendar.dateInterval(of: .day, for: time.date) {
        days[name] = Day(span: TimeSpan(start: Timestamp(day.start), end: Timestamp(day.end)))
      }
      if let callback { days[name]?.callbacks.append(callback) }
    }
    for callback in callbacks { add(callback.at, callback) }
    for span in trace.use {
      add(span.start)
      add(span.end.advanced(by: -1))
    }
    for life in trace.lives { add(life.start) }
    return days
  }

  /// The list of the days.
  package func index() throws -> Page {
    let rows = days.map { day in
      let own = callbacks(of: day)
      return [
        Page.Cell(Phrase(day), link: PageAddress(.trace, day)), Page.Cell("\(own.count)"),
        Page.Cell("\(own.count { !$0.isApplied })"),
      ]
    }
    let run = trace.header.run
    return page(
      .trace, title: "Trace",
      says:
        "\(PageMaker.count(callbacks.count, "callback", "callbacks")) on \(PageMaker.count(rows.count, "day", "days")).",
      [
        Page.Section(
          "Days", text: rows.isEmpty ? ["This recording has no callbacks and no use."] : [],
          table: rows.isEmpty
            ? nil
            : Page.Table(
              "The days of the run", columns: ["Day", "Callbacks", "Not applied"], rows: rows)),
        Page.Section(
          "The run",
          text: [
            "Host \(trace.header.host ?? "of an unknown version"), \(run.clock.rawValue) clock, profile \(run.profile), seed \("\(run.seed)").",
            trace.header.redaction == .none
              ? "The data is \(trace.header.data.rawValue)."
              : "The recording is redacted: it holds neither use nor requests nor replies.",
          ]),
      ])
  }

  /// The page of one day.
  package func day(_ name: String) throws -> Page {
    guard let day = byName[name] else { throw HostError(.usage, "“\(name)” is not a day of this recording.") }
    let own = day.callbacks
    let shown = own.prefix(Self.mostCallbacks)
    let rows = shown.map { callback in
      [
        Page.Cell(Phrase(moment(callback.at)), anchor: anchor(callback)), Page.Cell(.name(callback.program)),
        Page.Cell(.name(masked(callback.what))), Page.Cell(Phrase(callback.ending)),
        Page.Cell(Phrase(callback.reason ?? "")), Page.Cell("\(callback.effects.count)"),
      ]
    }
    let text: [Phrase] =
      own.isEmpty
      ? ["No callback on this day."]
      : own.count > shown.count
        ? ["The first \(shown.count) of \(own.count) callbacks; `--family` shows those of one family."] : []
    return page(
      PageAddress(.trace, name) ?? .trace, title: Phrase(name),
      says:
        "\(PageMaker.count(own.count, "callback", "callbacks")), \(PageMaker.count(own.count { !$0.isApplied }, "was", "were")) not applied.",
      [
        Page.Section("Lanes", figure: lanes(day.span, own)),
        Page.Section(
          "Callbacks", text: text,
          table: rows.isEmpty
            ? nil
            : Page.Table(
              "Callbacks in order of time", columns: ["At", "Program", "Callback", "Outcome", "Reason", "Effects"],
              rows: rows)),
      ] + shown.map(section)
        + [
          Page.Section(
            "Other days",
            table: Page.Table(
              "Pages of this trace", columns: ["Page", "Contents"],
              rows: [[Page.Cell("All days", link: .trace), Page.Cell("the list of days")]]
                + days.filter { $0 != name }.map {
                  [
                    Page.Cell(Phrase($0), link: PageAddress(.trace, $0)),
                    Page.Cell(Phrase(PageMaker.count(callbacks(of: $0).count, "callback", "callbacks"))),
                  ]
                }))
        ])
  }

  // MARK: - Parts

  private func page(_ address: PageAddress, title: Phrase, says: Phrase, _ sections: [Page.Section]) -> Page {
    Page(
      address, title: title, says: says, sections: sections,
      asOf: "\(calendar.day(trace.end)) \(calendar.minute(trace.end))", language: "en")
  }

  private func callbacks(of day: String) -> [Trace.Callback] { byName[day]?.callbacks ?? [] }

  private func anchor(_ callback: Trace.Callback) -> String { "line-\(callback.number)" }

  /// The details of one callback: its request, its reply and its outcome. Hidden until its row is chosen.
  private func section(_ callback: Trace.Callback) -> Page.Section {
    var facts: [(String, String)] = [
      ("At", moment(callback.at) + (callback.end.map { $0 > callback.at ? " to \(moment($0))" : "" } ?? "")),
      ("Process", "\(callback.process)"),
    ]
    if let sequence = callback.sequence { facts.append(("Delivery", "\(sequence)")) }
    if let cause = callback.cause { facts.append(("Cause", cause)) }
    facts.append(("Outcome", callback.ending))
    if let reason = callback.reason { facts.append(("Reason", reason)) }
    facts += callback.states.map { ("Process became", $0) }
    facts += callback.effects.map { ("Effect", shortened($0)) }
    facts += callback.log.map { ("Printed", shortened($0)) }
    facts.append(("Request", callback.request.map(shortened) ?? "not in this recording"))
    facts.append(("Reply", callback.reply.map(shortened) ?? "none"))
    return Page.Section(
      "\(name: callback.program): \(name: masked(callback.what))", anchor: anchor(callback),
      table: Page.Table(
        "The callback at \(moment(callback.at))", columns: ["What", "Is"],
        rows: facts.map { [Page.Cell(Phrase($0.0)), Page.Cell(.name($0.1))] }))
  }

  private func lanes(_ span: TimeSpan, _ callbacks: [Trace.Callback]) -> Figure {
    let lanes = TraceLanes(span: span, moment: moment)
    let part = lanes.part
    var rows = [
      Figure.Row(
        "Use",
        trace.use.compactMap { use in
          (use.web ?? use.app).flatMap { part(use.start, use.end, .first, name($0)) }
        }, atMost: Self.mostParts)
    ]
    rows += lanes.shields(trace.closed, name)
    rows += lanes.thresholds(trace.fillings.filter { family == nil || $0.family == family }) { .name($0) }
    for program in programs.sorted(by: { $0.isOrderedBefore($1) }) {
      let lives = trace.lives.filter { $0.program == program }.compactMap {
        part($0.start, $0.end ?? trace.end, .other, "process \("\($0.process)"), \($0.grade)")
      }
      let own = callbacks.filter { $0.program == program }.compactMap { callback in
        // On a virtual clock a callback takes no time, so it is drawn with a minimum length.
        part(
          callback.at, max(callback.end ?? callback.at, callback.at.advanced(by: span.milliseconds / 200)),
          callback.isApplied ? .second : .closed, .name(masked(callback.what)))
      }
      rows.append(Figure.Row(.name(program), lives + own, atMost: Self.mostParts))
    }
    let hours = stride(from: Int64(0), through: 24, by: 6).map { Figure.Tick($0 * 3_600_000, "\($0):00") }
    return Figure(
      .lanes, title: "Use, shields, thresholds, processes and callbacks of the day", whole: span.milliseconds,
      rows: rows,
      legend: [
        Figure.Legend(.first, "use"), Figure.Legend(.third, "fills a threshold"), Figure.Legend(.fifth, "reached"),
        Figure.Legend(.other, "a process lives"), Figure.Legend(.second, "applied"),
        Figure.Legend(.closed, "closed, or not applied"),
      ], ticks: hours)
  }

  private func name(_ item: Item) -> Phrase { .name(names[item] ?? item.id) }

  private func moment(_ time: Timestamp) -> String {
    let seconds = calendar.calendar.component(.second, from: time.date)
    return calendar.minute(time) + (seconds < 10 ? ":0\(seconds)" : ":\(seconds)")
  }

  private func shortened(_ text: String) -> String {
    let whole = masked(text)
    return whole.count > Self.mostText ? whole.prefix(Self.mostText) + "… (\(whole.count) characters)" : whole
  }

  /// The text with each name and id of an item replaced.
  func masked(_ text: String) -> String {
    masks.reduce(text) { $0.contains($1.text) ? $0.replacing($1.text, with: $1.mask) : $0 }
  }
}

extension Trace.Callback {
  var isApplied: Bool { outcome.map { $0 == "applied" } ?? true }

  /// A surface has no outcome of its own: its reply is drawn.
  var ending: String { outcome ?? (reply == nil ? "no end in this recording" : "answered") }
}

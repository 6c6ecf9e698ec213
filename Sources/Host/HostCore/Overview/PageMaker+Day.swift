// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ScreenTimeRules
import ScreenTimeStore

/// The page of one day: its stretches of use, and the same as lanes.
extension PageMaker {
  /// - Parameter subject: `2026-11-22`, or `2026-11-22.2` for the second page of the list.
  func day(_ subject: String?) throws -> Page {
    let parts = (subject ?? presentDay.name).split(separator: ".", maxSplits: 1).map(String.init)
    let number = parts.count == 2 ? Int(parts[1]) : 1
    guard let name = parts.first, let number, number >= 1 else {
      throw HostError(.usage, "“\(subject ?? "")” is not a day; use YYYY-MM-DD.")
    }
    let day = try day(named: name)
    let spans = try merged(try facts.store.read { try $0.use(from: day.start, to: day.end) }, in: day)
    let pages = max(1, (spans.count + Self.rowsOfAPage - 1) / Self.rowsOfAPage)
    guard number <= pages else { throw HostError(.usage, "\(day.name) has \(Self.count(pages, "page", "pages")).") }
    let shown = spans.dropFirst((number - 1) * Self.rowsOfAPage).prefix(Self.rowsOfAPage)
    let rows = shown.map { use in
      let item = use.web ?? use.app
      let filed = (use.web == nil ? use.appCategory : use.webCategory) ?? item.map { category(of: $0) }
      return [
        Page.Cell(Phrase(moment(use.start))), Page.Cell(Phrase(moment(use.end))),
        cell(use.end.milliseconds(since: use.start)),
        Page.Cell(item.map { self.name($0) } ?? "nothing that counts", link: item.flatMap { address($0) }),
        Page.Cell(filed.map { self.name($0) } ?? ""), Page.Cell(use.presenceKnown ? "" : "presence unknown"),
      ]
    }
    let total = spans.reduce(0) { $0 + $1.end.milliseconds(since: $1.start) }
    var text: [Phrase] = spans.isEmpty ? ["No use is recorded on this day."] : []
    if pages > 1 { text.append("Page \(number) of \(pages).") }
    let (before, after) = (self.day(of: day.start.advanced(by: -1)), self.day(of: day.end))
    var turns = [[Page.Cell(Phrase(before.name), link: PageAddress(.day, before.name)), Page.Cell("the day before")]]
    if after.start < now {
      turns.append([Page.Cell(Phrase(after.name), link: PageAddress(.day, after.name)), Page.Cell("the day after")])
    }
    if number < pages {
      turns.append([
        Page.Cell("More", link: PageAddress(.day, "\(day.name).\(number + 1)")),
        Page.Cell("the next stretches of this day"),
      ])
    }
    var sections = [
      Page.Section(
        "Stretches", text: text,
        table: spans.isEmpty
          ? nil
          : Page.Table(
            "Use in order of time", columns: ["From", "To", "Length", "Item", "Category", "Note"],
            rows: Array(rows)))
    ]
    if !spans.isEmpty { sections.append(try lanes(spans, day)) }
    sections.append(
      Page.Section(
        "Other days", table: Page.Table("Where to go from here", columns: ["Page", "Contents"], rows: turns)))
    return try page(
      PageAddress(.day, subject) ?? .day, title: Phrase(day.name),
      says: "\(Self.duration(total)) in use, in \(Self.count(spans.count, "stretch", "stretches")).", sections)
  }

  /// Use within the day, with neighbours of the same foreground joined.
  func merged(_ spans: [UseSpan], in day: Day) throws -> [UseSpan] {
    var result: [UseSpan] = []
    for span in spans.sorted(by: { $0.start < $1.start }) {
      var own = span
      (own.start, own.end) = (max(span.start, day.start), min(span.end, day.end))
      guard own.start < own.end else { continue }
      if let last = result.last, last.end == own.start, last.front == own.front {
        result[result.count - 1].end = own.end
      } else {
        result.append(own)
      }
    }
    return result
  }

  /// The most parts of a lane.
  static var mostParts: Int { TraceLanes.mostParts }

  func lanes(
    _ spans: [UseSpan], _ day: Day, also more: [Figure.Row] = [], legend: [Figure.Legend] = []
  ) throws -> Page.Section {
    var sums: [Item: Int64] = [:]
    for use in spans {
      if let item = use.web ?? use.app { sums[item, default: 0] += use.end.milliseconds(since: use.start) }
    }
    let ranked = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8).map(\.key)
    func part(_ start: Timestamp, _ end: Timestamp, _ tone: Figure.Part.Tone, _ says: Phrase) -> Figure.Part {
      Figure.Part(
        start: start.milliseconds(since: day.start), length: end.milliseconds(since: start), tone: tone,
        says: "\(says), \(moment(start)) to \(moment(end))")
    }
    var rows = ranked.map { item in
      Figure.Row(
        name(item),
        spans.filter { ($0.web ?? $0.app) == item }.map { part($0.start, $0.end, .first, name(item)) },
        atMost: Self.mostParts)
    }
    let blind = try unseen(from: day.start, to: day.end)
    if !blind.isEmpty {
      rows.append(Figure.Row("Unknown", blind.map { part($0.span.start, $0.span.end, .unknown, $0.cause.spoken) }))
    }
    let drawn = TraceLanes(span: day.span, moment: moment)
    rows += drawn.shields(try facts.closedPeriods(until: min(now, day.end)), name)
    rows += more
    let hours = stride(from: Int64(0), through: 24, by: 6).map { Figure.Tick($0 * 3_600_000, "\($0):00") }
    return Page.Section(
      "Drawn",
      figure: Figure(
        .lanes, title: "The day from midnight to midnight, a lane for each item, the longest first",
        whole: day.end.milliseconds(since: day.start), rows: rows, legend: legend, ticks: hours))
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import ScreenTimeRules
import ScreenTimeStore

/// The pages of use: today, a week, an item and an explained number.
extension PageMaker {
  func today() throws -> Page {
    let day = presentDay
    let all = try facts.explainUse(of: .device, within: day.span)
    let totals = try facts.totals(from: day.start, to: day.end).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let unknown = all.removed.filter { $0.reason == .unseen || $0.reason == .asleep }
      .reduce(0) { $0 + $1.span.milliseconds }
    var says: Phrase = "\(Self.duration(all.total)) in use on \(spoken(day.name))"
    if unknown > 0 { says = says + ", \(Self.duration(unknown)) unknown" }
    if let usual = try usual(day) { says = says + "; a usual \(weekday(day)): \(Self.duration(usual))" }
    let longest = totals.first?.value ?? 1
    let rows = totals.map { item, milliseconds in
      [
        Page.Cell(name(item), link: address(item)), Page.Cell(name(category(of: item))),
        cell(milliseconds, link: useAddress(item, day, day)), shieldCell(item),
      ]
    }
    let use = Page.Section(
      "Use",
      text: totals.isEmpty ? ["No use is recorded on this day."] : [],
      figure: totals.isEmpty
        ? nil
        : Figure(
          .bars, title: "Time of each item today, longest first", whole: longest,
          rows: totals.prefix(12).map { item, milliseconds in
            Figure.Row(
              name(item),
              [
                Figure.Part(
                  start: 0, length: milliseconds, tone: .first, says: "\(name(item)): \(Self.duration(milliseconds))")
              ]
            )
          }),
      table: totals.isEmpty
        ? nil
        : Page.Table(
          "The same in numbers, and what is closed", columns: ["Item", "Category", "Time", "Closed"], rows: rows))
    let gaps = Page.Section(
      "Unknown time",
      table: Page.Table(
        "Time that no source could see", columns: ["From", "To", "Length", "Why"],
        rows: all.removed.filter { $0.reason == .unseen || $0.reason == .asleep }.map {
          [
            Page.Cell(Phrase(moment($0.span.start))), Page.Cell(Phrase(moment($0.span.end))),
            cell($0.span.milliseconds), Page.Cell(Phrase($0.reason.sentence(words))),
          ]
        }))
    return try page(
      .today, title: "Today", says: says + ".", [use] + limits() + notifications() + (unknown > 0 ? [gaps] : []))
  }

  /// The person's list of notifications.
  private func notifications() -> [Page.Section] {
    let list = facts.notifications.notifications.suffix(50).reversed()
    guard !list.isEmpty, !hidesNames else { return [] }
    return [
      Page.Section(
        "Notifications",
        table: Page.Table(
          "Notifications from families, newest first", columns: ["Title", "Text", "From", "Shown", "Act"],
          rows: list.map { notice in
            func act(_ label: Phrase, _ kind: String, _ command: String) -> Control {
              Control(
                label,
                act: [
                  "kind": .text(kind), "family": .text(notice.family.rawValue), "number": .number(notice.number),
                ], command: "sallyport notification \(command) \(notice.family.rawValue) \(notice.number)")
            }
            return [
              Page.Cell(.name(notice.title)), Page.Cell(.name(notice.body)), Page.Cell(family(notice.family)),
              Page.Cell(Phrase(moment(notice.at))),
              Page.Cell(
                "",
                controls: [
                  act("Open", "answerNotification", "answer"), act("Clear", "clearNotification", "clear"),
                ]),
            ]
          }))
    ]
  }

  private func shieldCell(_ item: Item) -> Page.Cell {
    guard let shield = facts.shield(over: item) else { return Page.Cell("") }
    return Page.Cell("by \(family(shield.family))", link: shieldAddress(item))
  }

  /// The running thresholds of all families.
  private func limits() -> [Page.Section] {
    let rows = facts.state.familyIDs.flatMap { id -> [[Page.Cell]] in
      (facts.state.families[id]?.activityNames ?? []).flatMap { activity -> [[Page.Cell]] in
        guard let explained = facts.explain(activity: activity, of: id), explained.phase == .running else { return [] }
        return explained.events.map { event in
          [
            Page.Cell(family(id), link: PageAddress(.family, id.rawValue)), Page.Cell(covered(event)),
            cell(event.counted), chosenCell(event.threshold),
            Page.Cell(event.isReached ? "reached" : event.isWarned ? "warned" : "filling"),
          ]
        }
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      Page.Section(
        "Limits",
        table: Page.Table(
          "Running limits of all families", columns: ["Family", "Limit", "Counted", "Of", "State"], rows: rows))
    ]
  }

  /// A threshold's name, which the family chose, and the items that it counts.
  private func covered(_ event: ActivityExplanation.Event) -> Phrase {
    guard !event.items.isEmpty else { return .name(event.name) }
    let rest = event.items.count - 3
    return "\(name: event.name): " + .list(event.items.prefix(3).map { name($0) })
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The mean of the last four same weekdays with use; `nil` without any.
  private func usual(_ day: Day) throws -> Int64? {
    let sums = try (1...4).compactMap { weeks -> Int64? in
      guard let date = calendar.calendar.date(byAdding: .day, value: -7 * weeks, to: day.start.date) else { return nil }
      let sum = try rolled(self.day(date), self.day(date)).cells.reduce(0) { $0 + $1.milliseconds }
      return sum > 0 ? sum : nil
    }
    return sums.isEmpty ? nil : sums.reduce(0, +) / Int64(sums.count)
  }

  private func rolled(_ first: Day, _ last: Day) throws -> RolledUse {
    try facts.store.read {
      try $0.rolledUse(from: first.start, to: last.end, inDaysOf: calendar.calendar.timeZone.identifier)
    }
  }

  // MARK: - Week

  func week(_ subject: String?) throws -> Page {
    let days = try weekDays(subject)
    let (first, last) = (days[0], days[6])
    let use = try rolled(first, last)
    let before = try rolled(
      day(of: first.start.advanced(by: -7 * 86_400_000 + 43_200_000)), day(of: first.start.advanced(by: -1)))
    var byCategory: [Item: [Int64]] = [:]
    var totals = [Int64](repeating: 0, count: 7)
    for cell in use.cells {
      guard let index = days.lastIndex(where: { $0.start <= cell.start }), let front = use.fronts[cell.front] else {
        continue
      }
      totals[index] += cell.milliseconds
      // A website counts for its own category, so that the parts of a column make up the day.
      guard let item = front.web ?? front.app else { continue }
      let filed = (front.web == nil ? front.appCategory : front.webCategory) ?? category(of: item)
      byCategory[filed, default: [Int64](repeating: 0, count: 7)][index] += cell.milliseconds
    }
    let ranked = byCategory.sorted { ($1.value.reduce(0, +), $0.key) < ($0.value.reduce(0, +), $1.key) }
    let (all, earlier) = (totals.reduce(0, +), before.cells.reduce(0) { $0 + $1.milliseconds })
    let blind = try days.map { try unseen(from: $0.start, to: $0.end).reduce(0) { $0 + $1.span.milliseconds } }
    let tones: [Figure.Part.Tone] = [.first, .second, .third, .fourth, .fifth]
    func tone(_ rank: Int) -> Figure.Part.Tone { rank < tones.count ? tones[rank] : .other }
    let whole = zip(totals, blind).map(+).max() ?? 1
    let columns = days.enumerated().map { index, day in
      var start: Int64 = 0
      var parts = ranked.enumerated().compactMap { rank, entry -> Figure.Part? in
        guard entry.value[index] > 0 else { return nil }
        defer { start += entry.value[index] }
        return Figure.Part(
          start: start, length: entry.value[index], tone: tone(rank),
          says: "\(name(entry.key)): \(Self.duration(entry.value[index]))")
      }
      if blind[index] > 0 {
        parts.append(
          Figure.Part(
            start: start, length: blind[index], tone: .unknown, says: "unknown: \(Self.duration(blind[index]))"))
      }
      return Figure.Row(Phrase(String(weekday(day).prefix(3)) + " " + String(day.name.suffix(2))), parts)
    }
    var rows = ranked.map { category, values -> [Page.Cell] in
      let sum = self.cell(values.reduce(0, +))
      return [Page.Cell(name(category), link: self.address(category))] + zip(days, values).map { sumCell($1, $0) } + [
        sum
      ]
    }
    let sums = zip(days, totals).map { sumCell($1, $0, link: PageAddress(.day, $0.name)) }
    rows.append([Page.Cell("All use")] + sums + [cell(all, link: useAddress(nil, first, last))])
    let table = Page.Table(
      "Use by day and category", columns: ["Category"] + days.map { String($0.name.suffix(5)) } + ["Week"], rows: rows)
    var says: Phrase = "\(Self.duration(all)) in use from \(spoken(first.name)) to \(spoken(last.name))"
    if earlier > 0 {
      says = says + ", \(Self.duration(abs(all - earlier))) \(all < earlier ? "less" : "more") than the week before"
    }
    let legend = ranked.prefix(5).enumerated().map { Figure.Legend(tone($0.offset), name($0.element.key)) }
    let others = ranked.count > 5 ? [Figure.Legend(.other, "other categories")] : []
    let hatched = blind.contains { $0 > 0 } ? [Figure.Legend(.unknown, "unknown")] : []
    let own = PageAddress(.week, subject) ?? .week
    return try page(
      own, title: "Week", says: says + ".",
      [
        Page.Section(
          "Days",
          figure: Figure(
            .columns, title: "Use of each day by category", whole: whole, rows: columns,
            legend: legend + others + hatched), table: table)
      ])
  }

  /// A day that has not begun shows a dash instead of zero.
  private func sumCell(_ milliseconds: Int64, _ day: Day, link: PageAddress? = nil) -> Page.Cell {
    day.start < now ? cell(milliseconds, link: link) : Page.Cell("–", milliseconds: 0)
  }

  /// The seven days of `2026-W47`.
  private func weekDays(_ name: String?) throws(HostError) -> [Day] {
    guard let name else {
      let present = presentDay
      let weekday = calendar.calendar.component(.weekday, from: present.start.date)
      // Weeks of this kind begin on Monday; 2 is Monday.
      let monday = calendar.calendar.date(byAdding: .day, value: -((weekday + 5) % 7), to: present.start.date)
      return days(from: monday.map(day) ?? present)
    }
    // The fourth of January lies in the first week.
    guard let match = name.wholeMatch(of: /([0-9]{4})-W([0-9]{2})/), let week = Int(match.2),
      let fourth = try? day(named: "\(match.1)-01-04"),
      let monday = calendar.calendar.date(
        byAdding: .day,
        value: 7 * (week - 1) - (calendar.calendar.component(.weekday, from: fourth.start.date) + 5) % 7,
        to: fourth.start.date)
    else { throw HostError(.usage, "“\(name)” is not a week; use a name such as 2026-W47.") }
    let days = days(from: day(monday))
    // A week belongs to the year of its Thursday, so only some years have a 53rd.
    guard days.count == 7, days[3].name.hasPrefix(match.1) else {
      throw HostError(.usage, "\(match.1) has no week \(week); “\(name)” would be a week of another year.")
    }
    return days
  }

  private func days(from first: Day) -> [Day] {
    (0..<7).compactMap { calendar.calendar.date(byAdding: .day, value: $0, to: first.start.date).map(day) }
  }

  // MARK: - Item

  func item(_ address: PageAddress) throws -> Page {
    let item = try item(address.subject ?? "")
    let days = days(14, endingWith: presentDay)
    let explained = try days.map {
      try facts.explainUse(of: item.kind == .category ? .category(item) : .item(item), within: $0.span).total
    }
    let most = explained.max() ?? 1
    let use = Page.Section(
      "Use by day",
      figure: Figure(
        .columns, title: "Use of the last 14 days", whole: most,
        rows: zip(days, explained).map { day, total in
          Figure.Row(
            Phrase(String(day.name.suffix(5))),
            total > 0 ? [Figure.Part(start: 0, length: total, tone: .first, says: Phrase(Self.duration(total)))] : [])
        }),
      table: Page.Table(
        "Use of the last 14 days", columns: ["Day", "Time"],
        rows: zip(days, explained).map { day, total in
          [
            Page.Cell(Phrase(day.name), link: PageAddress(.day, day.name)),
            cell(total, link: useAddress(item, day, day)),
          ]
        }))
    let families = facts.state.familyIDs.filter { facts.nameableItems(of: $0).contains(item) }
    let named = Page.Section(
      "Who can name it",
      text: families.isEmpty
        ? ["No family can name it."] : [.list(families.map { family($0) }) + " can, each by a code of its own."])
    var sections = [use, named]
    if item.kind != .category {
      sections.insert(
        Page.Section(
          "Is it closed?",
          text: [Phrase(facts.explainShield(of: item).reason.sentence(words))],
          controls: shieldControls(item)), at: 0)
    }
    if item.kind != .category, !hidesNames { sections.append(changes(of: item)) }
    let total = explained.last ?? 0
    return try page(
      address, title: name(item),
      says: "\(Self.duration(total)) on \(spoken(presentDay.name)), filed under \(name(category(of: item))).", sections)
  }

  // MARK: - Explanation

  func use(_ address: PageAddress) throws -> Page {
    let subject = address.subject ?? ""
    let parts = subject.split(separator: "~", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw HostError(.usage, "“\(subject)” names no number; use DAY~ITEM, such as 2026-11-22~device.")
    }
    let ends = parts[0].split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard ends.count <= 2, let first = ends.first, let last = ends.last else {
      throw HostError(.usage, "“\(parts[0])” names no days; use YYYY-MM-DD or YYYY-MM-DD_YYYY-MM-DD.")
    }
    let span = TimeSpan(start: try day(named: first).start, end: try day(named: last).end)
    guard span.start < span.end else { throw HostError(.usage, "The first day is after the last.") }
    var number = UseNumber.device
    var what: Phrase = "All use"
    if parts[1] != "device" {
      let item = try item(parts[1])
      number = item.kind == .category ? .category(item) : .item(item)
      what = name(item)
    }
    let explained = try facts.explainUse(of: number, within: span)
    let all =
      explained.pieces.map { (Optional($0), $0.span, nil as UseRemoval?) }
      + explained.removed.map { (nil as UseExplanation.Piece?, $0.span, Optional($0.reason)) }
    let ordered = all.sorted { $0.1.start < $1.1.start }
    let shown = ordered.prefix(Self.rowsOfAPage)
    let rows = shown.map { piece, span, reason in
      [
        Page.Cell(Phrase(moment(span.start))), Page.Cell(Phrase(moment(span.end))),
        piece == nil ? Page.Cell("–") : cell(span.milliseconds),
        Page.Cell(
          reason.map { "\(Self.duration(span.milliseconds)) not counted: \($0.sentence(words))" }
            ?? (piece?.presenceKnown == false ? "presence unknown" : "")),
      ]
    }
    let rest = ordered.count - shown.count
    return try page(
      address, title: what + ", explained",
      says: "\(Self.duration(explained.total)) in \(Self.count(explained.pieces.count, "stretch", "stretches")).",
      [
        Page.Section(
          "Stretches",
          text: rest > 0
            ? ["The first \(shown.count) of \(ordered.count) rows are shown; choose a shorter span for the others."]
            : [],
          table: Page.Table(
            "The stretches behind the number", columns: ["From", "To", "Time", "Note"], rows: Array(rows)))
      ])
  }

  static var rowsOfAPage: Int { 200 }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ScreenTimeRules
import ScreenTimeStore

/// The page of one day's callbacks, from the state. A recording also has their requests and replies.
extension PageMaker {
  func trace(_ subject: String?) throws -> Page {
    let day = try subject.map { name throws(HostError) in try self.day(named: name) } ?? presentDay
    let stories = try facts.state.familyIDs.flatMap { try facts.deliveryStories(of: $0) }
      .filter { day.start <= $0.delivery.owedAt && $0.delivery.owedAt < day.end }
      .sorted { ($0.delivery.owedAt, $0.delivery.id) < ($1.delivery.owedAt, $1.delivery.id) }
    let shown = stories.prefix(Self.rowsOfAPage)
    let failed = stories.count { $0.delivery.settlement.map { $0.outcome != .applied } ?? false }
    let rows = shown.map { story in
      [
        Page.Cell(Phrase(moment(story.delivery.owedAt)), anchor: anchor(story)),
        Page.Cell(family(FamilyID(story.delivery.family))), Page.Cell(.name(what(story))),
        Page.Cell(Phrase(story.delivery.settlement?.outcome.rawValue ?? "waits")),
        Page.Cell("\(story.attempts.count)"),
      ]
    }
    var text: [Phrase] =
      stories.isEmpty ? ["No callback on this day. `sallyport run --record FILE` records a run."] : []
    if stories.count > shown.count { text.append("The first \(shown.count) of \(stories.count) callbacks are shown.") }
    let before = self.day(of: day.start.advanced(by: -1))
    var turns = [[Page.Cell(Phrase(before.name), link: PageAddress(.trace, before.name)), Page.Cell("the day before")]]
    if day.end <= now {
      let after = self.day(of: day.end)
      turns.append([Page.Cell(Phrase(after.name), link: PageAddress(.trace, after.name)), Page.Cell("the day after")])
    }
    let spans = try merged(try facts.store.read { try $0.use(from: day.start, to: day.end) }, in: day)
    return try page(
      PageAddress(.trace, subject) ?? .trace, title: "Trace of \(day.name)",
      says:
        "\(Self.count(stories.count, "callback", "callbacks")), \(Self.count(failed, "was", "were")) not applied.",
      [
        try lanes(spans, day, also: try thresholds(day) + programs(stories, day), legend: Self.legend),
        Page.Section(
          "Callbacks", text: text,
          table: rows.isEmpty
            ? nil
            : Page.Table(
              "Callbacks in order of time", columns: ["At", "Family", "Callback", "Outcome", "Attempts"],
              rows: Array(rows))),
      ] + shown.map(section)
        + [
          Page.Section(
            "Other days", table: Page.Table("Where to go from here", columns: ["Page", "Contents"], rows: turns))
        ])
  }

  private func anchor(_ story: DeliveryStory) -> String { "delivery-\(story.delivery.id)" }

  private func what(_ story: DeliveryStory) -> String {
    let monitor = story.monitor
    return [story.delivery.callback, monitor?.activity, monitor?.event].compactMap(\.self).joined(separator: " ")
  }

  private func section(_ story: DeliveryStory) -> Page.Section {
    let delivery = story.delivery
    var facts: [(Phrase, Phrase)] = [
      ("Due", Phrase(moment(delivery.dueAt))), ("Owed", Phrase(moment(delivery.owedAt))),
      ("Delivery", "\(delivery.sequence)"), ("Point", Phrase(delivery.point)),
    ]
    for attempt in story.attempts {
      facts.append(
        (
          "Attempt \(attempt.number)",
          "\(moment(attempt.at)), \(attempt.reason.rawValue)"
            + (hidesNames || attempt.detail.isEmpty ? "" : ": \(name: attempt.detail)")
        ))
    }
    if let hold = story.hold { facts.append(("It waits", Phrase(hold.sentence(words)))) }
    if let settled = delivery.settlement {
      facts.append(("Outcome", "\(settled.outcome.rawValue) at \(moment(settled.at)), \(settled.reason.rawValue)"))
    }
    return Page.Section(
      "\(family(FamilyID(delivery.family))): \(name: what(story))", anchor: anchor(story),
      table: Page.Table(
        "The callback of \(moment(delivery.owedAt))", columns: ["What", "Is"],
        rows: facts.map { [Page.Cell($0.0), Page.Cell($0.1)] }))
  }

  private static let legend = [
    Figure.Legend(.first, "use"), Figure.Legend(.third, "fills a threshold"), Figure.Legend(.fifth, "reached"),
    Figure.Legend(.second, "applied"), Figure.Legend(.closed, "closed, or not applied"),
  ]

  /// A lane for each threshold that filled.
  private func thresholds(_ day: Day) throws -> [Figure.Row] {
    TraceLanes(span: day.span, moment: moment).thresholds(try facts.fillings(within: day.span)) {
      family(FamilyID($0))
    }
  }

  /// A lane for each family, with its callbacks.
  private func programs(_ stories: [DeliveryStory], _ day: Day) -> [Figure.Row] {
    Dictionary(grouping: stories, by: \.delivery.family).sorted { $0.key.isOrderedBefore($1.key) }.map { id, own in
      Figure.Row(
        family(FamilyID(id)),
        own.map { story in
          let end = min(story.delivery.settlement?.at ?? story.delivery.owedAt, day.end)
          let isApplied = story.delivery.settlement.map { $0.outcome == .applied } ?? true
          return Figure.Part(
            start: story.delivery.owedAt.milliseconds(since: day.start),
            length: max(0, end.milliseconds(since: story.delivery.owedAt)), tone: isApplied ? .second : .closed,
            says: "\(name: what(story)), \(moment(story.delivery.owedAt))")
        }, atMost: Self.mostParts)
    }
  }
}

// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The stored part of a widget's timeline, as this build, other builds and newer hosts leave it.
@Suite struct WidgetStoreTests {
  private let host = WidgetHostTests()

  private func described(_ kinds: String...) -> WireValue {
    [
      "kinds": .array(
        kinds.map {
          [
            "asksForConfiguration": false, "backgroundRemovable": true, "kind": .string($0), "margins": true,
            "sizes": ["systemSmall"], "title": .string($0),
          ]
        })
    ]
  }

  private func reason(_ sent: NotificationBench.Sent) -> WireValue? {
    guard case .object(let params) = sent.request, case .object(let arguments)? = params["arguments"] else {
      return nil
    }
    return arguments["reason"]
  }

  private func drawn(_ bench: NotificationBench) throws -> String? {
    let widget = try #require(bench.driver.facts.widgets.first)
    return try bench.driver.facts.presented(widget).views["light"].map(WidgetHostTests.text)
  }

  @Test func `an entry comes up without a transaction, and a killed host finds it again (WIDGET-W11)`() throws {
    let bench = try host.bench()
    _ = try host.place(bench, [(0, "one"), (3_600_000, "two"), (7_200_000, "two"), (10_800_000, "three")])
    // The first step of a day does the daily job.
    try bench.pass(seconds: 1)
    let before = host.shown(bench).count
    let count = try bench.transactions { try bench.pass(seconds: 7_300) }
    #expect(count == 0)
    #expect(host.shown(bench).dropFirst(before) == ["two", "two"])
    // The store still has the clock of the last transaction, and the next input tells the time.
    let again = try bench.killed()
    #expect(try drawn(again) == "one")
    try again.pass(until: bench.device.now)
    #expect(try drawn(again) == "two")
    let dates = [bench, again].map { $0.driver.facts.widgets.first?.content.shownEntry?.date }
    #expect(dates[0] != nil && dates[0] == dates[1])
    // The last entry is due together with the request for the next timeline, which is stored.
    #expect(try bench.transactions { try bench.pass(seconds: 3_500) } > 0)
    #expect(bench.sent.map(\.callback) == ["widget.timeline"])
  }

  @Test func `equal trees of a timeline are stored once, and each entry is still drawn (WIDGET-W18, WIDGET-W38)`()
    throws
  {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "same"), (3_600_000, "other"), (7_200_000, "same")])
    let content = try bench.driver.facts.widget(id).content
    let archive = try #require(content.archive)
    #expect(archive.entries.map(\.tree) == [0, 1, 0])
    let stored = try bench.driver.facts.store.read { reader in
      try (0..<3).map { try reader.widgetTrees(of: id, generation: archive.generation, number: $0).count }
    }
    #expect(stored == [2, 2, 0])
    let timeline = try bench.driver.facts.timeline(of: bench.driver.facts.widget(id))
    #expect(timeline.map { $0.widget.views["light"].map(WidgetHostTests.text) } == ["same", "other", "same"])
    #expect(timeline.map(\.isCurrent) == [true, false, false])
  }

  @Test func `an accepted timeline is drawn without being read, and looks the same when a killed host reads it`() throws
  {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "first \"é\" \\ 😀"), (3_600_000, "second")])
    try bench.driver.facts.store.transaction { try $0.execute("CREATE TABLE kept AS SELECT * FROM widgetTree") }
    try bench.driver.facts.store.transaction { try $0.execute("DELETE FROM widgetTree") }
    let drawn = try bench.driver.facts.timeline(of: bench.driver.facts.widget(id)).map(\.widget.views)
    try bench.driver.facts.store.transaction { try $0.execute("INSERT INTO widgetTree SELECT * FROM kept") }
    try bench.driver.facts.store.transaction { try $0.execute("DROP TABLE kept") }
    let again = try bench.killed()
    let read = try again.driver.facts.timeline(of: again.driver.facts.widget(id)).map(\.widget.views)
    #expect(drawn == read)
    #expect(drawn.map { $0["light"].map(WidgetHostTests.text) } == ["first \"é\" \\ 😀", "second"])
  }

  @Test func `a picture that the family lacks costs the picture, and the row names it (VIEW-15)`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one")])
    try bench.pass(seconds: 2)
    try bench.take(.person(PersonAct(.refreshesWidget(id))))
    let view: WireValue = [
      "kind": "widget",
      "child": [
        "kind": "vstack", "children": [["kind": "image", "asset": "bg1"], ["kind": "text", "text": "words"]],
      ],
    ]
    let entry: WireValue = [
      "date": .integer(bench.device.now.milliseconds), "views": [["variant": "light", "view": view]],
    ]
    let error = try bench.end("widget.timeline", .replied(["entries": [entry], "policy": ["kind": "never"]]))
    #expect(error == nil)
    #expect(try drawn(bench) == "words")
    let rows = try bench.driver.facts.explain(bench.driver.facts.widget(id)).rows
    #expect(rows.last?.detail.contains("asset.missing “bg1”") == true, "\(rows)")
  }

  @Test func `a new build keeps the timeline, describes itself, and is asked once and for free (WIDGET-W41)`() throws {
    let bench = try host.bench()
    _ = try host.place(bench, [(0, "old"), (86_400_000, "later")])
    let credit = try #require(bench.driver.facts.widgets.first).reloads.credit
    let again = try bench.killed(build: "second")
    #expect(try drawn(again) == "old")
    for name in NotificationBench.families {
      try again.end("widget.describe", of: name, .replied(WidgetHostTests.description))
    }
    #expect(try drawn(again) == "old")
    try again.pass(seconds: 2)
    let asked = again.sent.filter { $0.callback == "widget.timeline" }
    #expect(asked.map(reason) == ["updated"])
    try again.end("widget.timeline", .replied(host.timeline(again, [(0, "new"), (86_400_000, "later")])))
    #expect(try drawn(again) == "new")
    let now = again.device.now
    #expect(try #require(again.driver.facts.widgets.first).reloads.credit.amount(at: now) == credit.amount(at: now))
    try again.pass(seconds: 600)
    #expect(again.sent.isEmpty)
  }

  @Test func `a timeline of a newer host is kept, and its placeholder is shown (WIDGET-W41)`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "newer"), (86_400_000, "later")])
    let change = "UPDATE widget SET body = CAST(replace(CAST(body AS TEXT), '\"format\":2', '\"format\":3') AS BLOB)"
    try bench.driver.facts.store.transaction { try $0.execute(change) }
    let again = try bench.killed()
    #expect(try drawn(again) == "···")
    try again.pass(seconds: 60)
    #expect(again.sent.isEmpty)
    let rows = try again.driver.facts.explain(again.driver.facts.widget(id)).rows
    #expect(rows.last?.reason == "archive.tooNew")
    // The person moves it, a restart comes in between, and the newer host finds the timeline as it left it.
    let other = try host.place(again, [(0, "other")])
    try again.take(.person(PersonAct(.movesWidget(id, to: 1))))
    #expect(again.driver.facts.widgets.map(\.id) == [other, id])
    let restarted = try again.killed()
    #expect(restarted.driver.facts.widgets.map(\.id) == [other, id])
    let back = "UPDATE widget SET body = CAST(replace(CAST(body AS TEXT), '\"format\":3', '\"format\":2') AS BLOB)"
    try restarted.driver.facts.store.transaction { try $0.execute("\(back) WHERE id = '\(id)'") }
    let newer = try restarted.killed()
    #expect(newer.driver.facts.widgets.map(\.id) == [other, id])
    let kept = try newer.driver.facts.presented(newer.driver.facts.widget(id))
    #expect(kept.views["light"].map(WidgetHostTests.text) == "newer")
  }

  @Test func `a timeline is asked for with one of twelve reasons, which the wire knows (WIDGET-W7)`() {
    #expect(ReloadReason.allCases.count == 12)
    #expect(Set(ReloadReason.allCases.map(\.rawValue)) == Set(TimelineReason.allCases.map(\.rawValue)))
  }

  @Test func `a kind that is no longer described is an orphan, and previousKinds adopts it (WIDGET-W4)`() throws {
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "last"), (3_600_000, "next")])
    let again = try bench.killed(build: "second")
    for name in NotificationBench.families {
      try again.end("widget.describe", of: name, .replied(described("Clock")))
    }
    let orphan = try again.driver.facts.widget(id)
    #expect(orphan.isOrphan)
    let row = try again.driver.facts.explain(orphan).rows.last
    #expect(row?.reason == "widget.orphan" && row?.detail == "Countdown")
    #expect(try again.driver.facts.presented(orphan).note == "no longer provided")
    #expect(try drawn(again) == "last")
    // Its entries come up, but it is asked nothing, and a tap still opens the app.
    try again.pass(seconds: 86_400)
    #expect(try drawn(again) == "next")
    #expect(again.sent.isEmpty)
    try again.take(.person(PersonAct(.tapsWidget(id, area: nil))))
    #expect(again.sent.map(\.callback) == ["app.continueActivity"])
    // A third build describes it again.
    let third = try again.killed(build: "third")
    for name in NotificationBench.families {
      try third.end("widget.describe", of: name, .replied(described("Clock", "Countdown")))
    }
    #expect(try !third.driver.facts.widget(id).isOrphan)
  }

  @Test func `a renamed kind is adopted by the manifest's previousKinds (WIDGET-W4)`() throws {
    let bench = try NotificationBench(
      requests: ["timelines"], points: ["widget"], extra: #", "previousKinds": ["Countdown"]"#)
    for name in NotificationBench.families {
      try bench.end("widget.describe", of: name, .replied(WidgetHostTests.description))
    }
    let id = try host.place(bench, [(0, "last"), (86_400_000, "next")])
    let again = try bench.killed(build: "second")
    for name in NotificationBench.families {
      try again.end("widget.describe", of: name, .replied(described("Clock")))
    }
    #expect(try again.driver.facts.widget(id).kind == "Clock")
    try again.pass(seconds: 2)
    #expect(again.sent.map(\.callback) == ["widget.timeline"])
  }
}
